"""Pictures: a state of the rules as SVG."""

from service.pictures.picture import (
    STYLE,
    picture,
    style,
    symbol_sheet,
    wall_picture,
)

__all__ = ["STYLE", "picture", "style", "symbol_sheet", "wall_picture"]
