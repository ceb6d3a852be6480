"""The API's description, and a page to read and try it that needs no internet."""

from functools import cache
from pathlib import Path
from typing import Final

import flask_swagger_ui  # type: ignore[import-untyped]
import msgspec
import yaml
from flask import Blueprint, Response, send_from_directory

from service.api.request_parsing import JSON, accepted

YAML: Final = "application/yaml"
SPEC: Final = Path(__file__).parents[2] / "openapi.yaml"
SWAGGER_FILES: Final = Path(flask_swagger_ui.__file__).parent / "dist"
STATIC: Final = Path(__file__).with_name("static")
PAGE: Final = Path(__file__).with_name("templates") / "docs.html"
SWAGGER_FILE_NAMES: Final = frozenset(
    {
        "swagger-ui.css",
        "swagger-ui-bundle.js",
        "favicon-32x32.png",
    }
)

PAGE_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}
"""The page runs scripts of this service only; Swagger UI needs inline styles."""


def blueprint() -> Blueprint:
    """Routes for /openapi.yaml, /openapi.json and /docs."""
    routes = Blueprint("api_docs", __name__)

    @routes.get("/openapi.yaml", endpoint="getOpenapiYaml")
    def openapi_yaml() -> Response:
        accepted(YAML)
        return Response(SPEC.read_bytes(), content_type=YAML)

    @routes.get("/openapi.json", endpoint="getOpenapiJson")
    def openapi_json() -> Response:
        accepted(JSON)
        return Response(_spec_as_json(), content_type=JSON)

    @routes.get("/docs", endpoint="getDocs")
    def docs() -> Response:
        accepted("text/html")
        page = PAGE.read_bytes()
        return Response(page, headers=PAGE_HEADERS, mimetype="text/html")

    @routes.get("/docs/<name>")
    def docs_file(name: str) -> Response:
        folder = SWAGGER_FILES if name in SWAGGER_FILE_NAMES else STATIC
        response = send_from_directory(folder, name, max_age=3600)
        response.headers.update(PAGE_HEADERS)
        return response

    return routes


@cache
def _spec_as_json() -> bytes:
    return msgspec.json.encode(yaml.safe_load(SPEC.read_text("utf-8")))
