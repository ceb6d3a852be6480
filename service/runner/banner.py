"""What the person who started the service reads once it answers."""

from service.settings import Settings

WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 -- told, not listened on

CREATE_GAME = (
    "curl -s {url}/v1/games -H 'Content-Type: application/json' "
    '-d \'{{"players": [{{"name": "Ana"}}, {{"name": "Rui"}}]}}\''
)


def banner(settings: Settings) -> str:
    """A few lines: where the service is, its interactive description, a first game."""
    url = base_url(settings)
    kept = "at REDIS_URL" if settings.redis_url else f"in {settings.data_dir}"
    return (
        f"Azul is served at {url} (try it at {url}/docs)\n"
        f"Games are kept {kept}. Create one with\n"
        f"  {CREATE_GAME.format(url=url)}\n"
    )


def base_url(settings: Settings) -> str:
    """The address to use on this machine."""
    host = WILDCARDS.get(settings.host, settings.host)
    return (
        f"http://[{host}]:{settings.port}"
        if ":" in host
        else (f"http://{host}:{settings.port}")
    )
