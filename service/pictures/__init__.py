"""The table as a picture: SVG from a state of the rules, and nothing else."""

from service.pictures.picture import (
    STYLE,
    picture,
    style,
    symbol_sheet,
    wall_picture,
)

__all__ = ["STYLE", "picture", "style", "symbol_sheet", "wall_picture"]
