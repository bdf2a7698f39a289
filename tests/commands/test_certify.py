"""`tablecam certify` over pictures of the gauge card on a drawn table."""

import math
import shutil

import cv2
import pytest

from tablecam.camera.synthetic.render import Renderer
from tablecam.camera.synthetic.scene import Spot

pytestmark = pytest.mark.slow

PLACES = ((10, 10, 0.0), (40, 5, math.pi / 2), (40, 43, math.pi / 2), (10, 43, math.pi / 2), (24, 33, math.pi / 2))


def test_five_pictures_of_the_card_make_a_certificate_that_is_shown_again(drawn, command, tmp_path) -> None:
    table, cards, renderer = tmp_path / "table", tmp_path / "cards", Renderer(drawn.scene)
    shutil.copytree(drawn.folder, table)
    cards.mkdir()
    for number, (x, y, turn) in enumerate(PLACES):
        cv2.imwrite(str(cards / f"{number}.png"), renderer.picture(spots={}, gauge=Spot(x, y, 0.0, turn)))
    made = command("certify", cards, "--table", table)
    # no length that no printer made, and a camera of 1080p: not green
    assert made.status == 1
    assert "Read in 5 places" in made.out
    assert (table / "certificate.pdf").read_bytes().startswith(b"%PDF")
    again = command("certify", "--table", table, "--pdf", tmp_path / "again.pdf")
    assert again.out == made.out
    assert (tmp_path / "again.pdf").read_bytes() == (table / "certificate.pdf").read_bytes()


def test_without_a_certificate_it_says_how_to_make_one(drawn, command, tmp_path) -> None:
    shutil.copytree(drawn.folder, tmp_path / "table")
    said = command("certify", "--table", tmp_path / "table")
    assert said.status == 1
    assert "has no certificate yet: name a camera" in said.err
