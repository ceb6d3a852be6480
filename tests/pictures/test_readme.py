"""The picture in the documents is the one that the code draws."""

import runpy
from pathlib import Path

from service.pictures import picture

IMAGES = Path(__file__).parents[2] / "docs" / "images"


def test_the_picture_in_the_readme_is_up_to_date():
    script = runpy.run_path(str(IMAGES / "draw.py"))
    drawn = picture(script["game"](script["MOVES"]))

    committed = (IMAGES / "board.svg").read_text("utf-8")
    assert committed == f"{drawn}\n", "run `python docs/images/draw.py`"
