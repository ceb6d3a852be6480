"""Changes to the script with which the store appends."""

import re
from collections.abc import Iterator
from typing import Final

SCRIPT: Final = re.compile(r'(?s)_APPEND: Final = """\n(.*?)"""')

CHANGES: Final = (
    (r"==", "~="),
    (r"~=", "=="),
    (r"not ", ""),
    (r" or ", " and "),
    (r"return 0", "return 1"),
    (r"return 1", "return 0"),
    (r"(?<=ARGV\[)1", "2"),
    (r"(?<=ARGV\[)2", "3"),
    (r"(?<=ARGV\[)3", "1"),
    (r"(?<=ARGV\[)4", "1"),
    (r"(?<=last\[)1", "2"),
    (r"(?<=last\[)2", "1"),
    (r"ARGV, 5", "ARGV, 6"),
    (r"i = 1", "i = 2"),
    (r"i \+ 1", "i"),
    (r"'\+', '-'", "'-', '+'"),
    (r"XREVRANGE", "XRANGE"),
    (r"'d'", "'e'"),
    (r"''", "'0'"),
    (r"azul:moved", "azul"),
    (r"'-0'", "'-1'"),
    (r"return -1", "return 0"),
    (r"XLEN", "STRLEN"),
    (r"pcall\('PUBLISH'", "call('PUBLISH'"),
    (r"call\('XADD'", "pcall('XADD'"),
    (r"(?m)^ *(redis|if .* end$).*\n", ""),
)
"""Pattern and replacement: each place that fits is changed once."""


def changed_scripts(code: str) -> Iterator[str]:
    """The code of service/store/redis_log.py, each time with one change in its script.

    Nothing for code without such a script.
    """
    script = SCRIPT.search(code)
    if script is None:
        return
    begin, end = script.span(1)
    for pattern, instead in CHANGES:
        for found in re.compile(pattern).finditer(code, begin, end):
            yield code[: found.start()] + instead + code[found.end() :]
