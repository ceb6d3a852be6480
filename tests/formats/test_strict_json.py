"""JSON that is read without forgiving anything, and without taking its time."""

import pytest

from service.formats.strict_json import MAX_DEPTH, InvalidJson, parse


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'{"a": [1, -2, 0.5, 1e3, null, true, "\\u00e9\\ud83d\\ude00"]}',
         {"a": [1, -2, 0.5, 1000.0, None, True, "é😀"]}),
        (b" [] \r\n\t", []),
        (b"7", 7),
    ],
)  # fmt: skip
def test_json_is_read(body, value):
    assert parse(body) == value


def test_json_may_be_nested_for_some_levels():
    text = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH

    assert str(parse(text)).encode() == text


@pytest.mark.parametrize(
    ("body", "path", "words"),
    [
        (b"", "", "not valid JSON at character 0"),
        (b"{} x", "", "not valid JSON at character 3"),
        (b"{'a': 1}", "", "not valid JSON"),
        (b"\xef\xbb\xbf{}", "", "not valid JSON"),
        (b'"\xff"', "", "not valid UTF-8 at byte 1"),
        (b'"\xed\xa0\x80"', "", "not valid UTF-8"),
        (b'{"a": [1, NaN]}', "a.1", "not a number"),
        (b"[-Infinity]", "0", "not a number"),
        (b"[1e999]", "0", "too large"),
        (b'{"a": {"b": ' + b"9" * 21 + b"}}", "a.b", "too large"),
        (b'[0, {"a": 1, "b": 2, "a": 3}]', "1.a", "twice"),
        (b'{"\\u0061": 1, "a": 1}', "a", "twice"),
        (b'[{"a": "\\ud800"}]', "0.a", "half of a surrogate pair"),
        (b'[{"\\udc00": 1}]', "0.?", "half of a surrogate pair"),
        (
            b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1),
            ".".join("0" * MAX_DEPTH),
            "deeply",
        ),
        (b"[" * 100_000, "", "deeply"),
    ],
)
def test_what_is_not_json_is_refused_and_the_place_named(body, path, words):
    with pytest.raises(InvalidJson, match=words) as refused:
        parse(body)

    assert refused.value.path == path


def test_the_first_of_very_many_repeated_keys_is_found():
    """Within the time limit of a test, which a look at each pair would exceed."""
    keys = b",".join(b'"%d":0' % number for number in range(300_000))

    with pytest.raises(InvalidJson) as refused:
        parse(b"{" + keys + b',"299999":0}')

    assert refused.value.path == "299999"
