"""openapi.yaml by itself: valid, complete, readable by generators, and with examples
that are true. Whether the service keeps it is for other tests."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from openapi_spec_validator import validate

TEXT = (Path(__file__).parents[2] / "openapi.yaml").read_text("utf-8")
SPEC = yaml.safe_load(TEXT)
COMPONENTS = SPEC["components"]
SCHEMAS = COMPONENTS["schemas"]
EXAMPLES = COMPONENTS["examples"]
METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
BODILESS = {"204", "304"}

MALFORMED = {"malformed_request", "payload_too_large", "unsupported_media_type"}
COMMAND = {
    *MALFORMED,
    "token_missing",
    "token_invalid",
    "wrong_game",
    "game_not_found",
    "not_acceptable",
    "not_your_turn",
    "game_finished",
    "wrong_phase",
    "conflict",
    "version_mismatch",
    "validation_failed",
    "idempotency_key_reused",
    "storage_unavailable",
    "log_corrupt",
}
CODES = {
    "createGame": {
        *MALFORMED,
        "not_acceptable",
        "validation_failed",
        "idempotency_key_reused",
        "storage_unavailable",
        "log_corrupt",
    },
    "getGame": {
        "too_many_watchers",
        "game_not_found",
        "version_not_found",
        "not_acceptable",
        "validation_failed",
        "storage_unavailable",
        "log_corrupt",
    },
    "getBoardPicture": {
        "game_not_found",
        "version_not_found",
        "not_acceptable",
        "validation_failed",
        "storage_unavailable",
        "log_corrupt",
    },
    "getNotation": {
        "game_not_found",
        "version_not_found",
        "not_acceptable",
        "validation_failed",
        "storage_unavailable",
        "log_corrupt",
    },
    "takeTiles": {
        *COMMAND,
        "color_not_in_source",
        "display_empty",
        "line_holds_other_color",
        "line_full",
        "color_on_wall_row",
        "dropped_too_many",
    },
    "placeTile": {*COMMAND, "line_not_pending", "column_not_allowed"},
    "streamGame": {
        "malformed_request",
        "game_not_found",
        "not_acceptable",
        "validation_failed",
        "too_many_watchers",
        "storage_unavailable",
        "log_corrupt",
    },
    "listEvents": {
        "game_not_found",
        "not_acceptable",
        "validation_failed",
        "storage_unavailable",
        "log_corrupt",
    },
    "replayHistory": {
        *MALFORMED,
        "version_not_found",
        "not_acceptable",
        "validation_failed",
    },
    "getLiveness": {"not_acceptable"},
    "getMetrics": set(),
    "getReadiness": {"not_acceptable", "storage_unavailable"},
    "getOpenapiYaml": {"not_acceptable"},
    "getOpenapiJson": {"not_acceptable"},
    "getDocs": {"not_acceptable"},
    "getHomePage": {"not_acceptable"},
    "getGamePage": {"game_not_found", "not_acceptable"},
}
OF_NO_OPERATION = {"not_found", "method_not_allowed", "internal_error"}


def resolve(node):
    """What `node` refers to, or `node` itself if it is no reference."""
    while "$ref" in node:
        target = SPEC
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def dicts(node, path="#"):
    """Every mapping of the document with its path; the examples' values are data."""
    if isinstance(node, dict):
        yield path, node
        for key, child in node.items():
            if not (key == "value" and path.startswith("#/components/examples/")):
                yield from dicts(child, f"{path}/{key}")
    elif isinstance(node, list):
        for place, child in enumerate(node):
            yield from dicts(child, f"{path}/{place}")


def errors_of(value, schema):
    """What is wrong with `value`, as lines; empty if it fits the schema."""
    validator = Draft202012Validator(
        {**schema, "components": COMPONENTS},
        format_checker=Draft202012Validator.FORMAT_CHECKER,
    )
    return [f"{e.json_path}: {e.message}" for e in validator.iter_errors(value)]


OPERATIONS = {
    operation.get("operationId", f"{method} {path}"): operation
    for path, item in SPEC["paths"].items()
    for method, operation in item.items()
    if method in METHODS
}
RESPONSES = [
    (name, status, resolve(response))
    for name, operation in OPERATIONS.items()
    for status, response in operation["responses"].items()
]
OBJECTS = {path: node for path, node in dicts(SPEC) if node.get("type") == "object"}
PROBLEMS = {
    name: example["value"]
    for name, example in EXAMPLES.items()
    if isinstance(example["value"], dict) and "code" in example["value"]
}
STATES = {
    name: example["value"]
    for name, example in EXAMPLES.items()
    if isinstance(example["value"], dict) and "legal_moves" in example["value"]
}
RESULTS = {
    name: example["value"]
    for name, example in EXAMPLES.items()
    if isinstance(example["value"], dict) and example["value"].keys() >= {"events"}
}

each_operation = pytest.mark.parametrize(
    "operation", OPERATIONS.values(), ids=OPERATIONS
)
each_problem = pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
each_state = pytest.mark.parametrize("state", STATES.values(), ids=STATES)


def test_the_document_is_valid_openapi_3_1():
    assert SPEC["openapi"].startswith("3.1.")

    validate(SPEC)


def test_no_mapping_of_the_document_has_a_key_twice():
    def keys_twice(node):
        if isinstance(node, yaml.MappingNode):
            keys = [key.value for key, _ in node.value]
            twice = [
                key.start_mark for key, _ in node.value if keys.count(key.value) > 1
            ]
            return twice + [m for _, child in node.value for m in keys_twice(child)]
        if isinstance(node, yaml.SequenceNode):
            return [mark for child in node.value for mark in keys_twice(child)]
        return []

    assert keys_twice(yaml.compose(TEXT)) == []


def test_the_document_says_the_same_as_json():
    assert json.loads(json.dumps(SPEC, allow_nan=False)) == SPEC


def test_every_reference_leads_to_something():
    lost = []
    for path, node in dicts(SPEC):
        try:
            resolve(node)
        except KeyError:
            lost.append(f"{path}: {node['$ref']}")

    assert lost == []


def test_every_component_is_used_save_the_problems_of_no_operation():
    used = {node["$ref"] for _, node in dicts(SPEC) if "$ref" in node}
    unused = {
        name
        for kind, components in COMPONENTS.items()
        if kind != "securitySchemes"
        for name in components
        if f"#/components/{kind}/{name}" not in used
    }

    assert unused == OF_NO_OPERATION


def test_every_operation_id_is_a_camel_case_name_of_its_own():
    names = [
        operation["operationId"]
        for item in SPEC["paths"].values()
        for method, operation in item.items()
        if method in METHODS
    ]

    assert [
        name for name in names if not re.fullmatch(r"[a-z]+([A-Z][a-z]*)+", name)
    ] == []
    assert sorted(names) == sorted(set(names))


@each_operation
def test_every_operation_has_a_summary_a_description_and_one_declared_tag(operation):
    declared = {tag["name"] for tag in SPEC["tags"]}

    assert operation["summary"]
    assert not operation["summary"].endswith(".")
    assert operation["description"].endswith(".")
    assert len(operation["tags"]) == 1
    assert set(operation["tags"]) <= declared


def test_every_tag_is_described_and_used():
    used = {tag for operation in OPERATIONS.values() for tag in operation["tags"]}

    assert {tag["name"] for tag in SPEC["tags"] if tag["description"]} == used


def test_only_the_commands_ask_for_a_seat_token():
    asking = {
        name
        for name, operation in OPERATIONS.items()
        if operation.get("security", SPEC["security"]) == [{"seatToken": []}]
    }

    assert asking == {"takeTiles", "placeTile"}
    assert SPEC["security"] == []


@each_operation
def test_parameters_and_headers_are_declared_once_and_referred_to(operation):
    responses = [resolve(response) for response in operation["responses"].values()]
    headers = [
        h for response in responses for h in response.get("headers", {}).values()
    ]
    parameters = operation.get("parameters", [])

    assert all(h["$ref"].startswith("#/components/headers/") for h in headers)
    assert all(p["$ref"].startswith("#/components/parameters/") for p in parameters)


@each_operation
def test_every_body_has_an_example(operation):
    bodies = [
        resolve(response)["content"]
        for status, response in operation["responses"].items()
        if status not in BODILESS
    ]
    if "requestBody" in operation:
        bodies.append(operation["requestBody"]["content"])

    assert bodies
    assert all(media["examples"] for body in bodies for media in body.values())


def test_every_operation_shows_exactly_the_problems_that_can_occur_there():
    shown = {name: set() for name in OPERATIONS}
    for name, status, response in RESPONSES:
        if status >= "400":
            examples = response["content"]["application/problem+json"]["examples"]
            shown[name] |= {resolve(e)["value"]["code"] for e in examples.values()}

    unlimited = {"getLiveness", "getReadiness", "getMetrics"}
    assert shown == {
        name: codes | ({"rate_limited"} if name not in unlimited else set())
        for name, codes in CODES.items()
    }


def test_an_error_is_a_problem_and_its_examples_are_named_by_their_codes():
    for _, status, response in RESPONSES:
        if status < "400":
            continue
        (media_type, media), *others = response["content"].items()
        codes = {resolve(e)["value"]["code"] for e in media["examples"].values()}
        statuses = {resolve(e)["value"]["status"] for e in media["examples"].values()}

        assert others == []
        assert media_type == "application/problem+json"
        assert media["schema"] == {"$ref": "#/components/schemas/Problem"}
        assert codes <= media["examples"].keys()
        assert statuses == {int(status)}


def test_every_problem_code_has_an_example():
    codes = SCHEMAS["ProblemCode"]["enum"]

    assert len(codes) == len(set(codes))
    assert {problem["code"] for problem in PROBLEMS.values()} == set(codes)


def test_every_problem_code_is_explained_with_its_status_in_the_order_of_the_list():
    explained = re.findall(
        r"(?m)^- `(\w+)` \((\d+)\): .", SCHEMAS["ProblemCode"]["description"]
    )
    statuses = {(p["code"], str(p["status"])) for p in PROBLEMS.values()}

    assert [code for code, _ in explained] == SCHEMAS["ProblemCode"]["enum"]
    assert set(explained) == statuses


@each_problem
def test_the_type_and_the_title_of_a_problem_follow_from_its_code(problem):
    assert problem["type"] == f"urn:azul:problem:{problem['code']}"
    assert problem["title"] == problem["code"].replace("_", " ").capitalize()


def test_no_two_problem_examples_are_of_the_same_request():
    instances = [problem["instance"] for problem in PROBLEMS.values()]

    assert len(instances) == len(set(instances))


def test_every_example_fits_its_schema():
    checked, wrong = 0, []
    for path, node in dicts(SPEC):
        values = [resolve(e)["value"] for e in node.get("examples", {}).values()]
        values += [node["example"]] if "example" in node else []
        for value in values if "schema" in node else ():
            checked += 1
            wrong += [f"{path} {e}" for e in errors_of(value, node["schema"])]

    assert wrong == []
    assert checked >= len(EXAMPLES) - len(OF_NO_OPERATION)


@pytest.mark.parametrize("name", sorted(OF_NO_OPERATION))
def test_the_problems_of_no_operation_fit_their_schema_too(name):
    assert errors_of(EXAMPLES[name]["value"], SCHEMAS["Problem"]) == []


def test_every_line_of_the_download_is_an_event():
    lines = EXAMPLES["event_download"]["value"].splitlines()

    assert lines
    assert [errors_of(json.loads(line), SCHEMAS["Event"]) for line in lines] == [
        [] for _ in lines
    ]


def test_every_object_is_closed_and_requires_only_what_it_has():
    open_ones = [
        p for p, o in OBJECTS.items() if o.get("additionalProperties") is not False
    ]
    unknown = {p: set(o["required"]) - set(o["properties"]) for p, o in OBJECTS.items()}

    assert OBJECTS
    assert open_ones == []
    assert {path: names for path, names in unknown.items() if names} == {}


def test_only_requests_have_fields_that_may_be_left_out():
    optional = {
        path.rpartition("/")[2]: set(schema["properties"]) - set(schema["required"])
        for path, schema in OBJECTS.items()
    }

    assert {name: fields for name, fields in optional.items() if fields} == {
        "NewGame": {"board", "starting_seat", "seed"},
        "Take": {"dropped"},
    }


def test_every_schema_and_every_field_is_described():
    fields = {
        f"{path}/{name}": resolve(field) | field
        for path, schema in OBJECTS.items()
        for name, field in schema["properties"].items()
    }
    silent = [n for n, s in (SCHEMAS | fields).items() if not s.get("description")]

    assert silent == []


def test_generators_find_no_const_no_default_in_a_body_and_no_untyped_array():
    schemas = dict(dicts(SCHEMAS))

    assert [
        path for path, node in schemas.items() if {"const", "default"} & set(node)
    ] == []
    assert [
        path
        for path, node in schemas.items()
        if node.get("type") == "array" and "items" not in node
    ] == []


def test_the_one_union_is_the_event_and_other_choices_are_a_thing_or_null():
    choices = {path: n["oneOf"] for path, n in dicts(SCHEMAS) if "oneOf" in n}
    union = choices.pop("#/Event")

    assert len(union) == 7
    assert [
        path
        for path, branches in choices.items()
        if len(branches) != 2 or branches[1] != {"type": "null"}
    ] == []
    assert not [p for p, n in dicts(SCHEMAS) if {"anyOf", "allOf"} & set(n)]


def test_the_discriminator_maps_every_event_type_to_its_schema():
    event = SCHEMAS["Event"]
    mapping = event["discriminator"]["mapping"]
    types = {
        name: resolve({"$ref": ref})["properties"]["type"]
        for name, ref in mapping.items()
    }

    assert event["discriminator"]["propertyName"] == "type"
    assert [{"$ref": ref} for ref in mapping.values()] == event["oneOf"]
    assert {n: (t["type"], t["enum"]) for n, t in types.items()} == {
        name: ("string", [name]) for name in mapping
    }


@each_state
def test_an_example_game_has_all_its_hundred_tiles(state):
    tiles = [tile for display in state["displays"] for tile in display]
    tiles += state["center"]["tiles"]
    for player in state["players"]:
        tiles += [tile for row in player["wall"] for tile in row if tile]
        tiles += [tile for tile in player["floor_line"] if tile != "starting_marker"]
        for line in player["pattern_lines"]:
            tiles += [line["color"]] * line["count"]

    assert {
        color: state["bag"][color] + state["lid"][color] + tiles.count(color)
        for color in SCHEMAS["Color"]["enum"]
    } == dict.fromkeys(SCHEMAS["Color"]["enum"], 20)


@each_state
def test_the_examples_of_a_game_are_consistent(state):
    finished = state["status"] == "finished"

    assert len(state["displays"]) == 2 * len(state["players"]) + 1
    assert (state["phase"] == "finished") is finished
    assert (state["result"] is not None) is finished
    assert (state["seed"] is not None) is finished
    assert (state["current_seat"] is not None) is bool(state["legal_moves"])
    assert (state["phase"] == "wall_tiling") is bool(state["legal_placements"])


def test_the_seed_of_the_finished_example_fits_its_fingerprint():
    state = EXAMPLES["state_finished"]["value"]
    text = f"{state['seed_salt']}:{state['seed']}"

    assert sha256(text.encode()).hexdigest() == state["seed_hash"]
    assert state["seed_hash"] == EXAMPLES["state_just_created"]["value"]["seed_hash"]


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_example_events_count_within_their_versions(result):
    places = [(event["version"], event["index"]) for event in result["events"]]
    starts = [place for place in places if place[1] == 0]

    assert places == sorted(set(places))
    assert {version for version, _ in places} == {version for version, _ in starts}
    assert places[-1][0] <= result["version"]
    if "game" in result:
        assert {version for version, _ in places} == {result["version"]}
        assert result["game"]["version"] == result["version"]
        assert {event["at"] for event in result["events"]} == {
            result["game"]["updated_at"]
        }


def test_the_first_move_linked_from_creation_is_one_that_can_be_sent():
    links = OPERATIONS["createGame"]["responses"]["201"]["links"]
    game = EXAMPLES["created_game"]["value"]["game"]

    assert {link["operationId"] for link in links.values()} == {
        "getGame",
        "takeTiles",
        "placeTile",
        "listEvents",
    }
    assert all(
        link["parameters"] == {"game_id": "$response.body#/game/id"}
        for link in links.values()
    )
    assert links["first_move"]["requestBody"] == "$response.body#/game/legal_moves/0"
    assert errors_of(game["legal_moves"][0], SCHEMAS["Take"]) == []


@pytest.mark.parametrize("name", ["Ana", "é😀", " Rui ", "x" * 40])
def test_a_player_may_have_this_name(name):
    assert errors_of({"name": name}, SCHEMAS["NewPlayer"]) == []


@pytest.mark.parametrize("name", ["", " ", "\u3000", "A\x00", "A\nB", "\x7f", "x" * 41])
def test_no_player_may_have_this_name(name):
    assert errors_of({"name": name}, SCHEMAS["NewPlayer"]) != []
