"""`tablecam certify` over pictures of the gauge card on a drawn table."""

import math
import shutil

import cv2
import pytest

from tablecam.sensing.camera.synthetic.camera import choose_camera
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Spot
from tablecam.setup.table_certificate import load_certificate
from tablecam.storage.camera_yaml import write_camera
from tablecam.storage.table_folder import lens_file

pytestmark = pytest.mark.long

UP = math.pi / 2
PLACES = ((10, 10, 0.0), (40, 5, UP), (40, 43, UP), (10, 43, UP), (24, 33, UP), (24, 4, 0.0), (24, 24, UP / 2))


def test_seven_pictures_of_the_card_make_a_certificate_that_is_shown_again(drawn, command, tmp_path) -> None:
    table, cards, renderer = tmp_path / "table", tmp_path / "cards", Renderer(drawn.scene)
    shutil.copytree(drawn.folder, table)
    cards.mkdir()
    for number, (x, y, turn) in enumerate(PLACES):
        cv2.imwrite(str(cards / f"{number}.png"), renderer.picture(spots={}, gauge=Spot(x, y, 0.0, turn)))
    made = command("certify", cards, "--table", table)
    # no length that no printer made, and a camera of 1080p: not green
    assert made.status == 1
    assert "Read in 7 places" in made.out
    assert (table / "certificate.pdf").read_bytes().startswith(b"%PDF")
    again = command("certify", "--table", table, "--pdf", tmp_path / "again.pdf")
    assert again.out == made.out
    assert (tmp_path / "again.pdf").read_bytes() == (table / "certificate.pdf").read_bytes()


def test_pictures_of_two_cameras_certify_both(drawn, command, tmp_path) -> None:
    table, cards = tmp_path / "table", [tmp_path / "left", tmp_path / "right"]
    shutil.copytree(drawn.folder, table)
    for camera, folder in enumerate(cards):
        view = choose_camera(drawn.scene, camera)
        renderer = Renderer(view)
        write_camera(table / lens_file(camera), view.camera.intrinsics)
        folder.mkdir()
        for number, (x, y, turn) in enumerate(PLACES[:2]):
            cv2.imwrite(str(folder / f"{number}.png"), renderer.picture(spots={}, gauge=Spot(x, y, 0.0, turn)))
    made = command("certify", *cards, "--table", table)
    assert "Ranges: Lay the gauge card in 5 more places" in made.out
    assert "Camera 2: The tags’ white reaches" in made.out
    assert {one.camera for one in load_certificate(table).readings} == {0, 1}
    assert command("certify", "--table", table).out == made.out
    (table / lens_file(1)).unlink()
    refused = command("certify", *cards, "--table", table)
    assert refused.status == 1
    assert lens_file(1) in refused.err


def test_without_a_certificate_it_says_how_to_make_one(drawn, command, tmp_path) -> None:
    shutil.copytree(drawn.folder, tmp_path / "table")
    said = command("certify", "--table", tmp_path / "table")
    assert said.status == 1
    assert "has no certificate yet: name a camera" in said.err
