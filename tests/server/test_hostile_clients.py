"""Whatever a client sends, it gets JSON or a closed connection, and only for a while
does it hold what others need."""

import json
import socket
import time
from contextlib import ExitStack
from email.utils import parsedate_to_datetime
from uuid import UUID

import pytest

from service.server.client_connection import LINGER_TIMEOUT
from testkit.running_service import Running, received
from testkit.waiting import wait_until
from tests.server.running_test_app import (
    MANY_CONNECTIONS,
    SHORT_TIMEOUTS,
    RunningTestApp,
)

pytestmark = pytest.mark.server

GET = b"GET /pid HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /body HTTP/1.1\r\nHost: x\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
LAST = b"Connection: close\r\n\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    data = tmp_path_factory.mktemp("worker") / "data"
    with RunningTestApp(
        data, CONCURRENCY="4", STREAMS="0", command=SHORT_TIMEOUTS
    ) as running:
        yield running.up()


def problem_in(answer):
    """The status, headers and problem of the one response in these bytes."""
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode("ascii").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["Connection"] == "close"
    assert parsedate_to_datetime(headers["Date"])
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert int(headers["Content-Length"]) == len(body)
    problem = json.loads(body)
    assert int(status.split()[1]) == problem["status"]
    assert problem["type"] == f"urn:azul:problem:{problem['code']}"
    assert problem["instance"].startswith("urn:uuid:")
    assert UUID(problem["instance"].removeprefix("urn:uuid:")).version == 4
    assert problem["errors"] == []
    assert problem["title"]
    return problem


BROKEN = {
    "no request at all": b"GARBAGE\r\n\r\n",
    "a TLS greeting": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "an unknown version": b"GET / HTTP/9.9\r\n\r\n",
    "a bad version": b"GET / HTTP/one\r\n\r\n",
    "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a bad method": b"G\x00T / HTTP/1.1\r\n\r\n",
    "a NUL in the address": b"GET /\x00 HTTP/1.1\r\n\r\n",
    "bytes beyond ASCII in the address": b"GET /\xff HTTP/1.1\r\n\r\n",
    "a NUL in a header": GET + b"X: a\x00b\r\n\r\n",
    "a header without a name": GET + b": x\r\n\r\n",
    "a header without a colon": GET + b"Authorization Bearer hunter2\r\n\r\n",
    "a folded header": GET + b"X: a\r\n b\r\n\r\n",
    "bare line ends": b"GET / HTTP/1.1\nHost: x\n\n",
    "a long address": b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n",
    "an endless address": b"GET /" + b"a" * 100_000,
    "a long header": GET + b"X: " + b"a" * 9000 + b"\r\n\r\n",
    "many headers": GET + b"".join(b"X%d: 1\r\n" % n for n in range(80)) + b"\r\n",
    "a flood of headers": GET + b"".join(b"X%d: 1\r\n" % n for n in range(99_999)),
    "two hosts": GET + b"Host: y\r\n\r\n",
    "a negative length": POST + b"Content-Length: -1\r\n\r\n",
    "a length in words": POST + b"Content-Length: two\r\n\r\n",
    "two lengths": POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "a length and chunks": POST
    + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "an unknown coding": POST + b"Transfer-Encoding: magic\r\n\r\n",
    "an unknown expectation": POST + b"Expect: the unexpected\r\n\r\n",
}


@pytest.mark.parametrize("request_bytes", BROKEN.values(), ids=BROKEN)
def test_a_broken_request_is_refused_in_json(service, request_bytes):
    answer = service.answer_to(request_bytes)
    problem = problem_in(answer)

    assert problem["status"] == 400
    assert problem["code"] == "malformed_request"
    assert problem["detail"].startswith("This is not a valid HTTP request: ")
    assert b"hunter2" not in answer


def test_what_broken_requests_held_is_not_logged(service):
    before = len(service.said)
    service.answer_to(BROKEN["a header without a colon"])

    assert "hunter2" not in service.said[before:]
    assert "Traceback" not in service.said[before:]


def test_a_crash_of_the_application_is_told_in_json(service):
    problem = problem_in(service.answer_to(b"GET /crash?q=hunter2 HTTP/1.1\r\n\r\n"))

    assert problem["status"] == 500
    assert problem["code"] == "internal_error"
    assert "Error in GET /crash, instance " in service.said
    assert "RuntimeError: the application crashed" in service.said
    assert "hunter2" not in service.said


def test_a_request_that_ends_halfway_closes_the_connection(service):
    with service.connected() as client:
        client.sendall(b"GET / HT")
        client.shutdown(socket.SHUT_WR)

        assert received(client) == b""


def test_a_head_that_does_not_come_to_an_end_is_given_up(service):
    assert problem_in(service.answer_to(GET + b"X: "))["detail"] == (
        "The request took too long to arrive."
    )


BEHIND = {
    "half a head": POST,
    "half a body": POST + b"Content-Length: 60\r\n\r\nhalf",
}


@pytest.mark.parametrize("half", BEHIND.values(), ids=BEHIND)
def test_half_a_request_behind_another_is_given_up_as_soon(service, half):
    answers = service.answer_to(GET + b"\r\n" + half)
    first, second = answers.split(b"HTTP/1.1 ")[1:]

    assert first.startswith(b"200 OK")
    assert problem_in(b"HTTP/1.1 " + second)["detail"] == (
        "The request took too long to arrive."
    )


HALF = {
    "a length": POST + b"Content-Length: 9\r\n\r\nhalf",
    "chunks": CHUNKED + b"9\r\nhalf",
    "a large length": POST + b"Content-Length: 100000\r\n\r\nhalf",
    "a large chunk": CHUNKED + b"fffff\r\nhalf",
}


@pytest.mark.parametrize("half", HALF.values(), ids=HALF)
def test_a_body_that_does_not_come_to_an_end_is_given_up(service, half):
    assert problem_in(service.answer_to(half))["detail"] == (
        "The request took too long to arrive."
    )


def closed_after_another_byte(client):
    try:
        client.sendall(b"x")
        return client.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_a_trickle_is_given_up_however_steady(service):
    with service.connected() as client:
        client.settimeout(0.02)
        client.sendall(POST + b"Content-Length: 100000\r\n\r\n")

        wait_until(lambda: closed_after_another_byte(client))


def test_a_large_body_that_keeps_coming_is_taken(service):
    body = b"x" * 3_000_000
    answer = service.answer_to(
        POST + b"Content-Length: %d\r\n" % len(body) + LAST + body
    )

    assert answer.endswith(body)


def test_broken_chunks_are_refused_where_the_application_reads_them(service):
    assert problem_in(service.answer_to(CHUNKED + b"not a number\r\n"))["detail"] == (
        "This is not a valid HTTP request: invalid chunk size."
    )


def test_broken_chunks_that_nobody_reads_do_not_bring_a_second_answer(service):
    request = CHUNKED.replace(b"POST /body", b"POST /pid") + b"not a number\r\n"
    answer = service.answer_to(request)

    assert problem_in(answer)["code"] == "malformed_request"
    assert answer.count(b"HTTP/1.1") == 1


def test_requests_one_after_the_other_share_a_connection(service):
    answer = service.answer_to(GET + b"\r\n" + GET + b"\r\n" + GET + LAST)

    assert answer.count(b"HTTP/1.1 200 OK") == 3


def test_an_empty_line_behind_a_body_is_skipped(service):
    body = POST + b"Content-Length: 4\r\n\r\nbody\r\n"
    answer = service.answer_to(body + GET + LAST)

    assert answer.count(b"HTTP/1.1 200 OK") == 2


@pytest.mark.parametrize("option", [b"close", b"x, Close", b"close ,keep-alive"])
def test_a_connection_is_closed_if_that_is_among_what_is_asked_for(service, option):
    answer = service.answer_to(GET + b"Connection: " + option + b"\r\n\r\n")

    assert b"Connection: close\r\n" in answer


@pytest.mark.parametrize("name", [b"SCRIPT_NAME", b"PATH_INFO", b"Script-Name"])
def test_no_header_changes_the_path(service, name):
    answer = service.answer_to(GET + name + b": /pid\r\n" + LAST)

    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert answer.partition(b"\r\n\r\n")[2].decode() == service.get("/pid")


UNFINISHED = {
    "silence": b"",
    "half an address": b"GET / HT",
    "half a head": GET,
    "half a body": POST + b"Content-Length: 9\r\n\r\nhalf",
    "half a chunk": CHUNKED + b"9\r\nhalf",
    "half a second request": GET + b"\r\n" + GET,
    "half a long body": POST + b"Content-Length: 100000\r\n\r\nhalf",
    "half a long chunk": CHUNKED + b"fffff\r\nhalf",
    "a question whether to go on": POST
    + b"Content-Length: 9\r\nExpect: 100-continue\r\n\r\n",
    "garbage, and no goodbye": BROKEN["no request at all"],
    "an endless head, and no goodbye": BROKEN["a flood of headers"],
    "a large answer that is not read": GET.replace(b"/pid", b"/large") + b"\r\n",
}


@pytest.mark.parametrize("beginning", UNFINISHED.values(), ids=UNFINISHED)
def test_clients_that_keep_us_waiting_do_not_keep_others_waiting(patient, beginning):
    """Twenty of them at a time, where there are four threads."""
    with ExitStack() as slow:
        for _ in range(20):
            client = slow.enter_context(patient.connected())
            client.sendall(beginning)
        asked = time.monotonic()

        for _ in range(10):
            assert patient.get("/pid")
        assert time.monotonic() - asked < LINGER_TIMEOUT


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """One that gives clients all the time that the real one does."""
    data = tmp_path_factory.mktemp("patient") / "data"
    with RunningTestApp(data, CONCURRENCY="4", STREAMS="0") as running:
        yield running.up()


def test_long_bodies_that_do_not_come_make_way_for_one_that_does(service):
    with ExitStack() as slow:
        for _ in range(3):
            client = slow.enter_context(service.connected())
            client.sendall(POST + b"Content-Length: 100000\r\n\r\nhalf")
        body = b"x" * 200_000

        answer = service.answer_to(
            POST + b"Content-Length: %d\r\n" % len(body) + LAST + body
        )

    assert answer.endswith(body)


def test_a_client_that_asks_whether_to_go_on_is_told_so(service):
    with service.connected() as client:
        client.sendall(POST + b"Content-Length: 4\r\nExpect: 100-continue\r\n" + LAST)
        assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(b"body")

        assert received(client).endswith(b"\r\n\r\nbody")


def test_an_answer_that_is_read_late_is_all_there(service):
    with service.connected() as client:
        client.sendall(GET.replace(b"/pid", b"/large") + b"\r\n" + GET + LAST)
        assert service.get("/pid"), "the answer waits without a thread"
        answers = received(client)

    head, _, rest = answers.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK")
    assert rest.startswith(b"x" * 20_000_000 + b"HTTP/1.1 200 OK")


@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize(
    "request_bytes",
    [GET + LAST, POST + b"Content-Length: 4\r\n" + LAST + b"body"],
    ids=["GET", "POST"],
)
def test_a_request_in_small_pieces_is_answered(service, request_bytes, size):
    with service.connected() as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for start in range(0, len(request_bytes), size):
            client.sendall(request_bytes[start : start + size])

        assert received(client).startswith(b"HTTP/1.1 200 OK")


def test_a_client_that_hangs_up_halfway_is_forgotten(service):
    for beginning in UNFINISHED.values():
        with service.connected() as client:
            client.sendall(beginning)

    assert service.get("/pid")


@pytest.fixture(
    scope="module",
    params=[SHORT_TIMEOUTS, MANY_CONNECTIONS],
    ids=["a limit of its own", "the system's limit"],
)
def short_of_files(request, tmp_path_factory):
    """One whose worker may have few files open, and knows it or not."""
    data = tmp_path_factory.mktemp("short") / "data"
    command = (*request.param, "100")
    with RunningTestApp(data, CONCURRENCY="4", STREAMS="0", command=command) as running:
        yield running.up()


def test_where_connections_run_short_idle_ones_make_way(short_of_files):
    workers = short_of_files.workers
    with ExitStack() as idle:
        first = idle.enter_context(short_of_files.connected())
        for _ in range(200):
            idle.enter_context(short_of_files.connected())

        for _ in range(5):
            assert short_of_files.get("/pid")
        assert first.recv(1) == b"", "the longest idle one went first"

    assert short_of_files.get("/pid")
    assert short_of_files.workers == workers


def test_kept_connections_make_way_too(short_of_files):
    workers = short_of_files.workers
    with ExitStack() as kept:
        for _ in range(200):
            client = kept.enter_context(short_of_files.connected())
            client.sendall(GET + b"\r\n")
            assert client.recv(9) == b"HTTP/1.1 "

    assert short_of_files.workers == workers


def test_pages_of_other_origins_are_told_only_where_they_are_welcome(data):
    with RunningTestApp(data, CORS_ORIGINS="https://a.example") as service:
        answer = service.up().answer_to(BROKEN["no version"])

    assert b"malformed_request" in answer
    assert b"Access-Control" not in answer


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    data = tmp_path_factory.mktemp("real") / "data"
    with Running(data) as running:
        yield running.up()


CREATE = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize("chunks", [b"not a number\r\n", b"5\r\nabcdefg\r\n0\r\n\r\n"])
def test_the_real_application_calls_a_broken_body_malformed(real, chunks):
    answer = real.answer_to(CREATE + b"Transfer-Encoding: chunked\r\n\r\n" + chunks)

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in answer
    assert b"malformed_request" in answer
    assert answer.count(b"HTTP/1.1") == 1


PARTS = {
    "a creation": CREATE
    + b"Content-Length: 200\r\n\r\n"
    + b'{"players": [{"name": "Ana"}, {"name": "Rui"}]}',
    "a long history": CREATE.replace(b"games", b"replays")
    + b"Content-Length: 100000\r\n\r\n[]",
}


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_the_real_application_does_not_take_a_part_of_a_body_for_all_of_it(real, part):
    with real.connected() as client:
        client.sendall(part)
        client.shutdown(socket.SHUT_WR)
        answer = received(client)

    assert answer == b"" or b"malformed_request" in answer


def test_a_history_that_is_refused_leaves_no_trace_in_the_log(real):
    head = b"POST /v1/replays HTTP/1.1\r\nContent-Type: application/json\r\n"
    answer = real.answer_to(head + b"Content-Length: 4\r\n" + LAST + b"[[]]")

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert "Traceback" not in real.said


def test_whoever_sends_too_much_is_still_told_so(real):
    size = 10_000_000
    head = CREATE + b"Content-Length: %d\r\n\r\n" % size
    answer = real.answer_to(head + b" " * size)

    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"payload_too_large" in answer
