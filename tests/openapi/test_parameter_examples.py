"""Each operation takes each of its parameters as openapi.yaml shows it."""

import pytest

from tests.api.spec import OPERATIONS, SPEC, resolve
from tests.api.support import KEY, Json, Table, body_of, order
from tests.openapi.examples.elsewhere import parameters
from tests.openapi.examples.player import best_take, play_on
from tests.openapi.examples.stage import stage

COMMANDS = {"takeTiles", "placeTile"}
EXAMPLES = parameters()


def parameters_of(operation):
    """The parameters of an operation, by the names of their components."""
    item = SPEC["paths"][operation.path]
    references = [
        *item.get("parameters", []),
        *item[operation.method].get("parameters", []),
    ]
    return {ref["$ref"].rpartition("/")[2]: resolve(ref) for ref in references}


def request_with(shown: dict[str, Json]) -> Json:
    """The keyword arguments of a request that holds these parameters' examples."""
    sent: dict[str, Json] = {"query": {}, "header": {}, "path": {}}
    for parameter in shown.values():
        sent[parameter["in"]][parameter["name"]] = parameter["example"]
    return {"query_string": sent["query"], "headers": sent["header"], **sent["path"]}


READINGS = [
    (operation.id, name)
    for operation in OPERATIONS.values()
    if operation.id not in COMMANDS
    for name in parameters_of(operation)
]


@pytest.fixture(scope="module")
def midst():
    """A service with the game of the examples, as it stands in its midst."""
    with stage("parameters") as own:
        yield own, play_to_the_midst(own, **{"Idempotency-Key": KEY})


def play_to_the_midst(own, **headers):
    client = own.start()
    created = client.post("/v1/games", json=order(), headers=headers)
    table = Table(client, body_of(created))
    while table.version < EXAMPLES["Version"]:
        play_on(table)
    return table


@pytest.mark.parametrize(("operation", "name"), READINGS)
def test_a_request_with_the_example_of_a_parameter_is_answered(midst, operation, name):
    own, table = midst
    scene = own.scene(operation)
    scene.table = table
    sent = request_with({name: parameters_of(scene.operation)[name]})
    if name == "Wait":  # for a version that is over, so nobody really waits
        sent["headers"] = {"If-None-Match": '"1"'}
    response = scene.send(**sent)
    response.close()

    assert response.status_code in (200, 201, 304), response.text


@pytest.mark.parametrize("operation", sorted(COMMANDS))
def test_a_command_with_the_examples_of_all_its_headers_is_judged(operation):
    with stage("parameters") as own:
        scene = own.scene(operation)
        scene.table = play_to_the_midst(own)
        shown = parameters_of(scene.operation)
        del shown["GameId"]  # in that game, the key belongs to its creation
        sent = request_with(shown)
        seat = scene.table.game["current_seat"]
        body = (
            best_take(scene.table.game) if scene.is_take else {"line": 0, "column": 0}
        )
        response = scene.send(json=body, seat=seat, **sent)

    expected = 200 if scene.is_take else 409  # it is not the time to place, just that
    assert response.status_code == expected, response.text
