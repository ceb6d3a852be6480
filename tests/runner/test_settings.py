"""Every setting is checked at start, and nothing secret shows."""

import dataclasses
from pathlib import Path

import pytest

from service.settings import VARIABLES, Settings, SettingsError
from testkit.running_service import SECRET

OTHER = "fedcba9876543210fedcba9876543210"
URL = "redis://:hunter2@store:6379/0"


def problems(**environ):
    with pytest.raises(SettingsError) as caught:
        Settings.from_env(environ)
    return caught.value.problems


def test_nothing_needs_to_be_set():
    assert Settings.from_env({}) == Settings()
    assert Settings().host == "127.0.0.1"
    assert Settings().port == 8000
    assert Settings().data_dir == Path("data")
    assert Settings().cors_origins == ("*",)


def test_an_empty_variable_has_its_default():
    assert Settings.from_env({"PORT": "", "DATA_DIR": " "}) == Settings()


def test_variables_of_others_are_ignored():
    assert Settings.from_env({"PATH": "/bin", "PORTS": "x"}) == Settings()


def test_every_variable_is_read():
    settings = Settings.from_env(
        {
            "HOST": "::1",
            "PORT": "9000",
            "DATA_DIR": "/srv/games",
            "REDIS_URL": URL,
            "SERVICE_SECRETS": f"{SECRET}, {OTHER}",
            "WORKERS": "3",
            "STREAMS": "5",
            "CONCURRENCY": "4",
            "GRACEFUL_TIMEOUT": "6",
            "APPENDFSYNC": "always",
            "ALLOW_UNSAFE_STORE": "1",
            "LOG_LEVEL": "DEBUG",
            "CORS_ORIGINS": "https://a.example, http://b.example:8080",
        }
    )

    assert settings == Settings(
        host="::1",
        port=9000,
        data_dir=Path("/srv/games"),
        redis_url=URL,
        secrets=(SECRET, OTHER),
        workers=3,
        streams=5,
        concurrency=4,
        graceful_timeout=6,
        appendfsync="always",
        allow_unsafe_store=True,
        log_level="debug",
        cors_origins=("https://a.example", "http://b.example:8080"),
    )
    assert Settings.from_env(settings.as_env()) == settings


def test_the_defaults_can_be_handed_on_too():
    assert Settings.from_env(Settings().as_env()) == Settings()


def test_all_wrong_values_are_listed_at_once():
    found = problems(PORT="none", WORKERS="0", HOST="not a host", REDIS_URL="http://x")

    assert [line.split(":")[0] for line in found] == [
        "HOST",
        "PORT",
        "REDIS_URL",
        "WORKERS",
        "SERVICE_SECRETS",
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HOST", "127.0.0.1:8000"),
        ("HOST", "1.2.3"),
        ("HOST", "http://localhost"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "8_000"),
        ("PORT", "8" * 5000),
        ("PORT", "-1"),
        ("PORT", "٨"),
        ("REDIS_URL", "redis:/store"),
        ("REDIS_URL", "store:6379"),
        ("SERVICE_SECRETS", "short"),
        ("SERVICE_SECRETS", f"{SECRET},"),
        ("WORKERS", "0"),
        ("WORKERS", "two"),
        ("GRACEFUL_TIMEOUT", "0"),
        ("APPENDFSYNC", "no"),
        ("ALLOW_UNSAFE_STORE", "true"),
        ("LOG_LEVEL", "loud"),
        ("CORS_ORIGINS", "example.org"),
        ("CORS_ORIGINS", "https://example.org/path"),
        ("CORS_ORIGINS", "*,"),
    ],
)
def test_a_wrong_value_is_refused_by_name(name, value):
    (problem,) = problems(**{"SERVICE_SECRETS": SECRET, name: value})

    assert problem.startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("0.0.0.0", "0.0.0.0"),  # noqa: S104
        ("[::1]", "::1"),
        ("localhost", "localhost"),
        ("my-host.example", "my-host.example"),
    ],
)
def test_a_host_is_an_address_or_a_name(given, kept):
    assert Settings.from_env({"HOST": given}).host == kept


@pytest.mark.parametrize(
    "url",
    [
        "redis://store",
        "rediss://user:word@store:6380/1",
        "unix:///run/store.sock",
        "redis+sentinel://a:26379,b:26379/games",
        "redis+cluster://a:7000",
    ],
)
def test_every_kind_of_store_can_be_named(url):
    environ = {"REDIS_URL": url, "SERVICE_SECRETS": SECRET}

    assert Settings.from_env(environ).redis_url == url


def test_a_shared_store_needs_a_shared_secret():
    (problem,) = problems(REDIS_URL=URL)

    assert problem.startswith("SERVICE_SECRETS: needed with REDIS_URL")


def test_neither_secrets_nor_the_stores_password_show():
    settings = Settings(redis_url=URL, secrets=(SECRET, OTHER))
    found = problems(REDIS_URL="http://:hunter2@x", SERVICE_SECRETS=SECRET + ",hunter3")

    shown = repr(settings) + str(settings) + "".join(found)
    assert "hunter" not in shown
    assert SECRET not in shown
    assert OTHER not in shown


def test_settings_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().port = 1


def test_the_table_of_variables_holds_what_from_env_reads():
    defaults = {name: default for name, default, _ in VARIABLES}

    assert Settings.from_env(defaults) == Settings()
    assert list(defaults) == list(Settings().as_env())
    assert all(meaning.endswith(".") for _, _, meaning in VARIABLES)
