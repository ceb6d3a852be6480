"""The command line: `python -m fuzz [--requests N] [--seconds S] [--seed SEED]`.

Requests that are nearly right go to a service in this process, and each answer is
looked at: no fault of the service, no HTML, no entry that was not asked for. Prints
what came back and how often; exit code 1 if a promise was broken.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

from fuzz.malformed_requests import Spoiler
from fuzz.target import BrokenPromise, House


def main() -> int:
    """Fuzz as long as was asked for."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=200_000)
    parser.add_argument("--seconds", type=int, default=1500, help="stop then at latest")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    wanted = parser.parse_args()
    statuses: Counter[int] = Counter()
    start = time.monotonic()
    try:
        for status in run(wanted.seed, wanted.requests):
            statuses[status] += 1
            if time.monotonic() - start > wanted.seconds:
                break
    except BrokenPromise as broken:
        sys.stdout.write(f"seed {wanted.seed}: BROKEN: {broken}\n")
        return 1
    for status, number in sorted(statuses.items()):
        sys.stdout.write(f"{status}  {number:>9,}\n")
    took = time.monotonic() - start
    sys.stdout.write(
        f"{statuses.total():,} requests, seed {wanted.seed}, {took:.0f} s\n"
    )
    return 0


def run(seed: int, requests: int) -> Iterator[int]:
    """Send `requests` requests, a fifth of them unspoilt; yields each status.

    Raises `BrokenPromise`.
    """
    house, spoiler = House(seed), Spoiler(seed)
    for _ in range(requests):
        wish = house.wish()
        if spoiler.randomness.random() > 0.2:
            wish = spoiler.spoil(wish)
        yield house.send(wish)


if __name__ == "__main__":
    sys.exit(main())
