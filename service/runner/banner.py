"""What is printed once the service accepts requests."""

from typing import Final

from service.settings import Settings

WILDCARDS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 -- not listened on

CREATE_GAME: Final = (
    "curl -s {url}/v1/games -H 'Content-Type: application/json' "
    '-d \'{{"players": [{{"name": "Ana"}}, {{"name": "Rui"}}]}}\''
)


def banner(settings: Settings) -> str:
    """A few lines: the service's address, its API description, how to create a game."""
    url = base_url(settings)
    place = "at REDIS_URL" if settings.redis_url else f"in {settings.data_dir}"
    return (
        f"Azul is served at {url} (API: {url}/docs)\n"
        f"Games are stored {place}. Create one with\n"
        f"  {CREATE_GAME.format(url=url)}\n"
    )


def base_url(settings: Settings) -> str:
    """The URL of the service on this machine."""
    host = WILDCARDS.get(settings.host, settings.host)
    return (
        f"http://[{host}]:{settings.port}"
        if ":" in host
        else (f"http://{host}:{settings.port}")
    )
