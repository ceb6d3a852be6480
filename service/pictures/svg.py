"""Elements of a drawing, with everything from outside made safe for XML."""

import re
from typing import Final
from xml.etree.ElementTree import Element, tostring

NAMESPACE: Final = "http://www.w3.org/2000/svg"

# JSON can hold characters that XML 1.0 has no way to write.
_NOT_IN_XML: Final = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


def element(tag: str, *content: Element | str, **attributes: str | float) -> Element:
    """An element with text or children; `text_anchor` becomes text-anchor, `class_`
    becomes class, and numbers are written with at most one decimal.
    """
    made = Element(tag)
    for name, value in attributes.items():
        made.set(name.rstrip("_").replace("_", "-"), _written(value))
    for part in content:
        if isinstance(part, str):
            made.text = clean(part)
        else:
            made.append(part)
    return made


def group(*content: Element, **attributes: str | float) -> Element:
    """`content` as one element."""
    return element("g", *content, **attributes)


def at(x: float, y: float, *content: Element, scale: float = 1) -> Element:
    """`content`, drawn as if (x, y) were its origin, and `scale` times as large."""
    move = f"translate({_written(x)} {_written(y)})"
    if scale != 1:
        move += f" scale({_written(scale)})"
    return group(*content, transform=move)


def text(words: str, x: float, y: float, size: float, **more: str | float) -> Element:
    """A line of text whose baseline begins at (x, y)."""
    return element("text", words, x=x, y=y, font_size=size, **more)


def clean(words: str) -> str:
    """`words` without what XML cannot hold."""
    return _NOT_IN_XML.sub("\ufffd", words)


def document(root: Element) -> str:
    """The drawing as a file of its own; ElementTree escapes what needs it."""
    root.set("xmlns", NAMESPACE)
    return tostring(root, encoding="unicode")


def _written(value: str | float) -> str:
    return clean(value) if isinstance(value, str) else f"{round(value, 1):g}"
