"""The benchmarks still run: each with the least there is to measure."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from benchmarks import load
from benchmarks.__main__ import SUBJECTS
from benchmarks.figures import Aim, Figure, as_json, as_table
from benchmarks.timing import Effort
from testkit.http_client import request

# One connection: moves then cannot overtake each other, however few the tables.
TINY = Effort(
    rounds=1, games=1, calls=1, seconds=1, connections=1, tables=8, watchers=10
)


@pytest.mark.server
@pytest.mark.parametrize("subject", SUBJECTS)
def test_each_benchmark_runs_and_finds_something(subject):
    figures = SUBJECTS[subject](TINY)

    assert figures
    assert all(len(figure.samples) == 1 for figure in figures)
    failures = [figure.median for figure in figures if "failed" in figure.name]
    assert not any(failures)
    assert all(figure.median > 0 for figure in figures if "failed" not in figure.name)


def test_the_table_marks_a_missed_aim_and_no_other():
    missed = Figure("rules", "games/s", [3.0, 1.0, 2.0], Aim(">", 600))
    met = Figure("rules", "ms", [0.25], Aim("<", 1))

    _, subject, first, second = as_table([missed, met]).splitlines()

    assert subject == "rules"
    assert first.split() == ["games/s", ">", "600", "2!", "1", "–", "3"]
    assert second.split() == ["ms", "<", "1", "0.25", "0.25", "–", "0.25"]


def test_the_json_holds_every_sample():
    figure = Figure("rules", "games/s", [3.0, 1.0, 2.0], Aim(">", 600))

    (document,) = json.loads(as_json([figure]))

    assert document == {
        "subject": "rules",
        "name": "games/s",
        "samples": [3, 1, 2],
        "aim": ">600",
        "met": False,
        "median": 2,
        "min": 1,
        "max": 3,
    }


class Counting(BaseHTTPRequestHandler):
    """Refuses every third request."""

    protocol_version = "HTTP/1.1"
    asked = 0

    def do_POST(self):
        type(self).asked += 1
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200 if self.asked % 3 else 409)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


@pytest.mark.parametrize("wrk", ["on the path", "missing"])
def test_a_load_counts_what_is_answered_and_what_is_refused(wrk, monkeypatch):
    if wrk == "missing":
        monkeypatch.setattr(load.shutil, "which", lambda name: None)
    elif load.shutil.which("wrk") is None:
        pytest.skip("wrk is not on the path")
    monkeypatch.setattr(Counting, "asked", 0)
    with ThreadingHTTPServer(("127.0.0.1", 0), Counting) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        move = request("POST", "/", {})
        done = load.run(server.server_port, [move], seconds=1, connections=1)
        server.shutdown()

    assert Counting.asked - 1 <= done.requests <= Counting.asked
    assert done.failures == done.requests // 3
    assert 0 < done.p50_ms <= done.p99_ms
    assert done.seconds == pytest.approx(1, rel=0.5)
