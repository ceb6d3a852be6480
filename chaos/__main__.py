"""The command line: `python -m chaos [races] [crashes] [outages] [slow]`."""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from chaos.checker import Findings, check
from chaos.concurrent_games import Crowd
from chaos.crashes import SETTLING, Pace, strike
from chaos.outages import OUTAGES, endure
from chaos.races import race
from chaos.refusal_check import lies
from chaos.service_under_test import DURABLE, EMBEDDED, EXTERNAL, Site
from chaos.slow_clients import HABITS, number_of, suffer
from testkit.store_proxy import Proxy
from testkit.store_servers import default_server, running

GAMES = 50
SLOW_CLIENTS = 1000


class Effort(NamedTuple):
    """How much is done: raced `commands`, `rounds` of kills with `breath` seconds in
    between, outages of so many `seconds`.
    """

    commands: int
    rounds: int
    breath: float
    seconds: float


class Report:
    """Lines as they come, and whether all promises were kept."""

    def __init__(self) -> None:
        self.good = True

    def say(self, line: object, *, good: bool = True) -> None:
        """Write a line; one that is not `good` says that a promise was broken."""
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
        self.good = self.good and good

    def logs(self, findings: Findings) -> None:
        self.say(f"logs: {findings}", good=findings.good)


def races(effort: Effort, report: Report) -> None:
    """Many clients, one turn."""
    with _folder() as folder, Site(folder, WORKERS="4") as site:
        begin = time.monotonic()
        results = race(site.port, tables=6, commands=effort.commands)
        took = time.monotonic() - begin
        report.say(results, good=not results.faults)
        report.say(f"in {took:.0f} s, by 48 clients over 4 workers")
        told = list(lies(site.log(), results.refusals))
        report.say(
            "\n".join(
                [
                    f"untrue refusals: {len(told)} of {len(results.refusals):,}",
                    *told[:5],
                ]
            ),
            good=not told,
        )
        report.logs(check(site.log(), results.stories))


def crashes(effort: Effort, report: Report) -> None:
    """Everything is killed, with an embedded store and with one beside the service."""
    for external, victims in ((False, EMBEDDED), (True, EXTERNAL)):
        kind = "a store beside it" if external else "its embedded store"
        report.say(f"{GAMES} games, {kind}, appendfsync {DURABLE}")
        with _folder() as folder, Site(folder, external=external) as site:
            with Crowd(site.port, GAMES) as crowd:
                crowd.all_answered_since(time.monotonic())
                pace = Pace(effort.rounds, effort.breath, SETTLING)
                blows = strike(site, crowd, victims, pace)
            crowd.check()
            for each in blows:
                report.say(f"  {each}")
            report.logs(check(site.log(), crowd.stories))


def outages(effort: Effort, report: Report) -> None:
    """The store cannot do what is asked, in all ways there are."""
    with ExitStack() as opened:
        folder = opened.enter_context(_folder())
        binary = default_server()
        server = opened.enter_context(running(binary, "--appendfsync", DURABLE))
        proxy = opened.enter_context(Proxy(server.socket))
        site = opened.enter_context(Site(folder, REDIS_URL=proxy.url))
        with Crowd(site.port, GAMES) as crowd:
            crowd.all_answered_since(time.monotonic())
            for outage in OUTAGES:
                endured = endure(server, proxy, crowd, outage, effort.seconds)
                report.say(endured, good=endured.good)
        crowd.check()
        report.logs(check(site.log(), crowd.stories))


def slow(effort: Effort, report: Report) -> None:
    """Hundreds of slow clients, of all kinds; the others do not notice."""
    with _folder() as folder, Site(folder) as site:
        for habit in HABITS:
            clients = number_of(habit, SLOW_CLIENTS)
            noticed = suffer(site.port, habit, clients, effort.seconds)
            report.say(noticed, good=noticed.good)


SUBJECTS: dict[str, Callable[[Effort, Report], None]] = {
    "races": races,
    "crashes": crashes,
    "outages": outages,
    "slow": slow,
}


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="azul-chaos-") as name:
        yield Path(name)


def main(words: Sequence[str]) -> int:
    """Do what `words` ask for; 1 if anything that is promised did not hold."""
    parser = argparse.ArgumentParser(prog="python -m chaos")
    parser.add_argument(
        "subjects", nargs="*", metavar="SUBJECT", help=", ".join(SUBJECTS)
    )
    parser.add_argument("--commands", type=int, default=10_000, help="to be raced")
    parser.add_argument("--rounds", type=int, default=10, help="of kills")
    parser.add_argument(
        "--breath", type=float, default=4.0, help="seconds between kills"
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="of each outage")
    arguments = parser.parse_args(words)
    if unknown := set(arguments.subjects) - set(SUBJECTS):
        parser.error(f"no such subject: {', '.join(sorted(unknown))}")
    effort = Effort(
        arguments.commands, arguments.rounds, arguments.breath, arguments.seconds
    )
    report = Report()
    for subject in arguments.subjects or SUBJECTS:
        report.say(f"== {subject}")
        SUBJECTS[subject](effort, report)
    report.say("All promises were kept." if report.good else "A PROMISE WAS BROKEN.")
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
