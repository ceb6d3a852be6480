"""`python -m service inspect`: check stored games for damage.

Reads the store at REDIS_URL, or the embedded one in DATA_DIR, whether the service runs
or not, and changes nothing. The exit code is 0 if all games are good, 1 if one is not
or the store cannot be read, 2 if the arguments are wrong.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from service.cli.console import count_versions, describe_outcome, printable
from service.cli.progress import ProgressCounter
from service.credentials.keyring import Keyring
from service.formats.game_ids import is_game_id
from service.games.inspection import Inspection, inspect
from service.runner.data_folder import DataFolder
from service.runner.embedded_store import EmbeddedStore
from service.runner.errors import StartError
from service.settings import Settings
from service.store import (
    CorruptLog,
    GameLog,
    RedisGameLog,
    StorageUnavailable,
    connect,
)
from service.store.errors import REDIS_ERRORS

NO_SECRET: Final = "0" * 32
"""Stands for unknown secrets: then encrypted seeds are not checked."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which games to inspect."""
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("game", nargs="?", metavar="GAME_ID", help="the id of a game")
    which.add_argument(
        "--all", action="store_true", help="all games; only damaged ones are printed"
    )


def run(arguments: argparse.Namespace) -> int:
    """Inspect the games."""
    if arguments.game and not is_game_id(arguments.game):
        sys.stderr.write("a game's id has 22 characters: letters, digits, - and _\n")
        return 2
    given = {name: text for name, text in os.environ.items() if text.strip()}
    settings = Settings.from_env({"SERVICE_SECRETS": NO_SECRET, **given})
    try:
        with _store(settings) as (log, secrets):
            keyring = Keyring(secrets) if secrets else None
            return _inspect(log, keyring, arguments.game)
    except StorageUnavailable as error:
        sys.stderr.write(f"the store does not answer: {printable(str(error))}\n")
        return 1


@contextmanager
def _store(settings: Settings) -> Iterator[tuple[GameLog, tuple[str, ...]]]:
    """The logs, and the secrets, empty if they are unknown."""
    secrets = () if settings.secrets == (NO_SECRET,) else settings.secrets
    if settings.redis_url:
        with connect(settings.redis_url, connections=1) as client:
            yield RedisGameLog(client), secrets
        return
    if not (settings.data_dir / "store").is_dir():
        raise StartError(f"there is no store in DATA_DIR {settings.data_dir}")
    folder = DataFolder(settings.data_dir)
    if not secrets and (folder.path / "secret").exists():
        secrets = (folder.secret(),)
    with _embedded(folder) as url, connect(url, connections=1) as client:
        yield RedisGameLog(client), secrets


@contextmanager
def _embedded(folder: DataFolder) -> Iterator[str]:
    """The URL of the folder's store if it runs, or of one that runs on a copy."""
    if socket := folder.open_socket():
        url = f"unix://{quote(str(socket))}"
        if _answers(url):
            yield url
            return
    with tempfile.TemporaryDirectory(prefix="azul-") as name:
        copy = DataFolder(Path(name))
        shutil.copytree(folder.store, copy.store, dirs_exist_ok=True)
        store = EmbeddedStore(copy, "everysec")
        process = store.spawn()
        try:
            while not store.is_ready():
                if process.poll() is not None:
                    raise StartError(f"the store cannot be read:\n{store.log_tail()}")
                time.sleep(0.05)
            yield store.url
        finally:
            store.stop(process)


def _answers(url: str) -> bool:
    with connect(url, connections=1) as client:
        try:
            return bool(client.ping())
        except REDIS_ERRORS:
            return False


def _inspect(log: GameLog, keyring: Keyring | None, game_id: str | None) -> int:
    if game_id:
        return 0 if _report(inspect(log, keyring, game_id), game_id) else 1
    game_ids = sorted(log.game_ids())
    damaged = 0
    with ProgressCounter(len(game_ids)) as counter:
        for each in game_ids:
            found = inspect(log, keyring, each)
            if found and found.damage:
                damaged += 1
                counter.print_line(_describe(found))
            counter.count()
        counter.print_line(f"{len(game_ids)} games, {damaged} damaged")
    return 1 if damaged else 0


def _report(found: Inspection | None, game_id: str) -> bool:
    """Print the result; returns whether the game is good."""
    if found is None:
        sys.stdout.write(f"{game_id}: no such game\n")
        return False
    sys.stdout.write(f"{_describe(found)}\n")
    return found.damage is None


def _describe(found: Inspection) -> str:
    """One line for a good game, three for a damaged one."""
    game = found.good
    if found.damage is None and game:
        state = f"good, {count_versions(game.version)}, {describe_outcome(game.state)}"
        return f"{printable(found.game_id)}: {printable(state)}"
    assert found.damage
    return "\n".join(
        f"{indent}{printable(line)}"
        for indent, line in (
            ("", f"{found.game_id}: damaged {_describe_damage(found.damage)}"),
            ("  ", _describe_good_part(found)),
            ("  ", found.effect),
        )
    )


def _describe_damage(damage: CorruptLog) -> str:
    place = f"at version {damage.version}" if damage.version else "as a whole"
    return f"{place}: {damage.reason}"


def _describe_good_part(found: Inspection) -> str:
    game = found.good
    if game is None:
        return f"{found.entries} entries; no version is good."
    return (
        f"{found.entries} entries; {count_versions(game.version)} good, the last of "
        f"{datetime.fromtimestamp(game.updated_at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC; "
        f"GET /v1/games/{found.game_id}?version={game.version} shows it."
    )
