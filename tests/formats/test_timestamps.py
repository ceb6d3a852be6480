"""Times have one form, in both directions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.formats.timestamps import MAX_TIMESTAMP, format_timestamp, parse_timestamp


@given(st.integers(0, MAX_TIMESTAMP))
def test_every_time_comes_back(at):
    assert parse_timestamp(format_timestamp(at)) == at


def test_the_form_is_rfc_3339_in_utc_with_milliseconds():
    assert format_timestamp(0) == "1970-01-01T00:00:00.000Z"
    assert format_timestamp(1_790_000_000_123) == "2026-09-21T14:13:20.123Z"
    assert format_timestamp(MAX_TIMESTAMP) == "9999-12-31T23:59:59.999Z"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-01-31",
        "2026-01-31T18:30:00Z",
        "2026-01-31T18:30:00.000",
        "2026-01-31T18:30:00.000+00:00",
        "2026-01-31t18:30:00.000z",
        "2026-02-30T18:30:00.000Z",
        "2026-01-31T24:30:00.000Z",
        "2026-01-31T18:30:60.000Z",
        "1969-12-31T23:59:59.999Z",
        "٢٠٢٦-01-31T18:30:00.000Z",
    ],
)
def test_any_other_form_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 -- the calendar has its own words
        parse_timestamp(text)
