"""A file is about one thing, and short enough to be read in one go."""

from pathlib import Path

SERVICE = Path(__file__).parents[2] / "service"
LINES = 300


def test_no_file_of_the_service_is_longer_than_300_lines():
    lengths = {
        path.relative_to(SERVICE).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in SERVICE.rglob("*.py")
    }

    assert lengths, "the service has files"
    assert {name: length for name, length in lengths.items() if length > LINES} == {}
