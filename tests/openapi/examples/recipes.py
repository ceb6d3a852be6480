"""Every example of openapi.yaml as the service gives it."""

from functools import cache
from hashlib import sha256
from typing import Any

from service.api import sse
from tests.openapi.examples import colored_game, gray_game, service_pages
from tests.openapi.examples.answers import Answers
from tests.openapi.examples.document import Place, places
from tests.openapi.examples.refusals import REFUSALS, problem
from tests.openapi.examples.stage import stage

GRAY_SEED = sha256(b"gray").hexdigest()
FIRST_ERROR = "400"
QUIET = 0.05
"""Seconds after which a stream without news sends a comment."""


@cache
def successes() -> Answers:
    """What is shown of requests that succeed, and of their bodies."""
    answers = Answers()
    with stage("colored") as own:
        own.monkeypatch.setattr(sse, "KEEP_ALIVE_INTERVAL", QUIET)
        table = colored_game.create(own.start(), answers)
        colored_game.show_the_beginning(table, answers)
        colored_game.show_the_midst(table, answers)
        colored_game.show_the_end(table, answers)
    with stage("gray", GRAY_SEED) as own:
        gray_game.show(own.start(), answers)
    for show in (
        service_pages.show_health,
        service_pages.show_metrics,
        service_pages.show_documents,
    ):
        with stage(show.__name__) as own:
            show(own, answers)
    return answers


def is_problem(place: Place) -> bool:
    """Whether `place` shows an error."""
    return place.status.isdecimal() and place.status >= FIRST_ERROR


def answer(place: Place, component: str) -> Any:
    """What `place` must show by the example `component`.

    Raises `AssertionError` if there is no recipe, or it led to another status.
    """
    if is_problem(place):
        assert component in REFUSALS, f"no recipe leads to the problem {component}"
        return problem(place, component)
    assert place in successes(), f"no recipe leads to {place}"
    return successes()[place]


def answers_by_component() -> dict[str, Any]:
    """What every example must show. Raises what `answer` raises, and `AssertionError`
    if places that share an example got different answers.
    """
    found: dict[str, Any] = {}
    for place, component in places().items():
        value = answer(place, component)
        assert found.setdefault(component, value) == value, (
            f"{place} cannot show {component}: it is answered by {value}"
        )
    return found


def recipes() -> tuple[set[Place], set[str]]:
    """What there are recipes for: places of successes, and names of problems."""
    return set(successes()), set(REFUSALS)
