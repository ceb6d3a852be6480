"""SVG elements; texts are made safe for XML."""

import re
from typing import Final
from xml.etree.ElementTree import Element, tostring

NAMESPACE: Final = "http://www.w3.org/2000/svg"

# JSON can hold characters that XML 1.0 cannot.
_NOT_IN_XML: Final = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


def element(tag: str, *content: Element | str, **attributes: str | float) -> Element:
    """An element with text or children; `text_anchor` becomes text-anchor, `class_`
    becomes class, and numbers are written with at most one decimal.
    """
    result = Element(tag)
    for name, value in attributes.items():
        result.set(name.rstrip("_").replace("_", "-"), _formatted(value))
    for part in content:
        if isinstance(part, str):
            result.text = clean(part)
        else:
            result.append(part)
    return result


def group(*content: Element, **attributes: str | float) -> Element:
    """`content` as one element."""
    return element("g", *content, **attributes)


def at(x: float, y: float, *content: Element, scale: float = 1) -> Element:
    """`content`, moved to (x, y) and scaled by `scale`."""
    move = f"translate({_formatted(x)} {_formatted(y)})"
    if scale != 1:
        move += f" scale({_formatted(scale)})"
    return group(*content, transform=move)


def text(content: str, x: float, y: float, size: float, **more: str | float) -> Element:
    """A line of text whose baseline begins at (x, y)."""
    return element("text", content, x=x, y=y, font_size=size, **more)


def clean(content: str) -> str:
    """`content` with U+FFFD for each character that XML cannot hold."""
    return _NOT_IN_XML.sub("\ufffd", content)


def document(root: Element) -> str:
    """`root` as an SVG document; ElementTree escapes what needs it."""
    root.set("xmlns", NAMESPACE)
    return tostring(root, encoding="unicode")


def _formatted(value: str | float) -> str:
    return clean(value) if isinstance(value, str) else f"{round(value, 1):g}"
