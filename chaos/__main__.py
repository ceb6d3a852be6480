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
from chaos.concurrent_players import ConcurrentPlayers
from chaos.crashes import SETTLING, Pace, run_kills
from chaos.outages import OUTAGES, run_outage
from chaos.races import race
from chaos.refusal_check import false_refusals
from chaos.service_under_test import DURABLE, EMBEDDED, EXTERNAL, ServiceUnderTest
from chaos.slow_clients import BEHAVIORS, client_count, run_slow_clients
from testkit.store_proxy import Proxy
from testkit.store_servers import default_server, running

GAMES = 50
SLOW_CLIENTS = 1000


class Effort(NamedTuple):
    """How much is done: raced `commands`, `rounds` of kills with `interval` seconds
    between them, and outages that last `seconds`.
    """

    commands: int
    rounds: int
    interval: float
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
    """Many clients send commands for the same turn."""
    with _folder() as folder, ServiceUnderTest(folder, WORKERS="4") as service:
        begin = time.monotonic()
        results = race(service.port, tables=6, commands=effort.commands)
        took = time.monotonic() - begin
        report.say(results, good=not results.faults)
        report.say(f"in {took:.0f} s, by 48 clients over 4 workers")
        false = list(false_refusals(service.log(), results.refusals))
        count = f"false refusals: {len(false)} of {len(results.refusals):,}"
        report.say("\n".join([count, *false[:5]]), good=not false)
        report.logs(check(service.log(), results.games))


def crashes(effort: Effort, report: Report) -> None:
    """Every process is killed, with an embedded store and with an external one."""
    for external, targets in ((False, EMBEDDED), (True, EXTERNAL)):
        kind = "a store beside it" if external else "its embedded store"
        report.say(f"{GAMES} games, {kind}, appendfsync {DURABLE}")
        with (
            _folder() as folder,
            ServiceUnderTest(folder, external=external) as service,
        ):
            with ConcurrentPlayers(service.port, GAMES) as players:
                players.all_answered_since(time.monotonic())
                pace = Pace(effort.rounds, effort.interval, SETTLING)
                recovery_times = run_kills(service, players, targets, pace)
            players.check()
            for each in recovery_times:
                report.say(f"  {each}")
            report.logs(check(service.log(), players.games))


def outages(effort: Effort, report: Report) -> None:
    """The store cannot do what it is asked to, for each of the reasons in `OUTAGES`."""
    with ExitStack() as opened:
        folder = opened.enter_context(_folder())
        binary = default_server()
        server = opened.enter_context(running(binary, "--appendfsync", DURABLE))
        proxy = opened.enter_context(Proxy(server.socket))
        service = opened.enter_context(ServiceUnderTest(folder, REDIS_URL=proxy.url))
        with ConcurrentPlayers(service.port, GAMES) as players:
            players.all_answered_since(time.monotonic())
            for outage in OUTAGES:
                result = run_outage(server, proxy, players, outage, effort.seconds)
                report.say(result, good=result.good)
        players.check()
        report.logs(check(service.log(), players.games))


def slow(effort: Effort, report: Report) -> None:
    """Hundreds of slow clients, of all kinds; the others do not notice."""
    with _folder() as folder, ServiceUnderTest(folder) as service:
        for behavior in BEHAVIORS:
            clients = client_count(behavior, SLOW_CLIENTS)
            response_times = run_slow_clients(
                service.port, behavior, clients, effort.seconds
            )
            report.say(response_times, good=response_times.good)


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
        "--interval", type=float, default=4.0, help="seconds between kills"
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="of each outage")
    arguments = parser.parse_args(words)
    if unknown := set(arguments.subjects) - set(SUBJECTS):
        parser.error(f"no such subject: {', '.join(sorted(unknown))}")
    effort = Effort(
        arguments.commands, arguments.rounds, arguments.interval, arguments.seconds
    )
    report = Report()
    for subject in arguments.subjects or SUBJECTS:
        report.say(f"== {subject}")
        SUBJECTS[subject](effort, report)
    report.say("All promises were kept." if report.good else "A PROMISE WAS BROKEN.")
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
