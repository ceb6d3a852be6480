"""The command line: `python -m fuzz [--requests N] [--seconds S] [--seed SEED]`.

Malformed requests go to a service in this process, and each response is checked: no
server error, no HTML, no entry without a command. Prints how often each status came;
exit code 1 if an invariant was violated.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

from fuzz.malformed_requests import RequestMutator
from fuzz.target import FuzzTarget, InvariantViolated


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
    except InvariantViolated as error:
        sys.stdout.write(f"seed {wanted.seed}: VIOLATED: {error}\n")
        return 1
    for status, number in sorted(statuses.items()):
        sys.stdout.write(f"{status}  {number:>9,}\n")
    took = time.monotonic() - start
    sys.stdout.write(
        f"{statuses.total():,} requests, seed {wanted.seed}, {took:.0f} s\n"
    )
    return 0


def run(seed: int, requests: int) -> Iterator[int]:
    """Send `requests` requests, a fifth of them unchanged; yields each status.

    Raises `InvariantViolated`.
    """
    target, mutator = FuzzTarget(seed), RequestMutator(seed)
    for _ in range(requests):
        request = target.valid_request()
        if mutator.randomness.random() > 0.2:
            request = mutator.mutate(request)
        yield target.send(request)


if __name__ == "__main__":
    sys.exit(main())
