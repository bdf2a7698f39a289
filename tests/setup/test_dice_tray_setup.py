"""The camera over the dice tray: chosen, judged, kept in the table folder, and removed."""

from pathlib import Path

import pytest

from tablecam.base.errors import CameraUnavailable
from tablecam.sensing.camera.camera_list import Offer
from tablecam.sensing.camera.synthetic.drawn_tray import DrawnTray
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.dice_tray import TrayCamera, TrayStep, judge_die, judge_sheet
from tablecam.setup.finding import BAD, FAIR, GOOD
from tablecam.storage.table_toml import read_tray_source

DRAWN = ((Offer("drawn", "drawn dice tray"), DrawnTray),)


def refuse(source: str) -> None:
    raise CameraUnavailable(f"{source} cannot be opened")


def test_a_chosen_camera_is_read_kept_and_removed_again(tmp_path: Path) -> None:
    with TrayCamera(tmp_path, more=DRAWN) as tray:
        assert (tray.is_there, tray.throw, tray.trouble, tray.see().result) == (False, None, "", None)
        tray.choose("drawn", refuse)
        assert tray.is_there
        assert tray.throw is not None
        assert isinstance(tray.frames.wait(-1, 30), Frame)
        assert (tray.named, read_tray_source(tmp_path)) == ("drawn", "drawn")
        tray.remove()
        assert (tray.is_there, tray.throw, tray.trouble, read_tray_source(tmp_path)) == (False, None, "", "")


def test_a_camera_that_does_not_open_leaves_the_one_before(tmp_path: Path) -> None:
    with TrayCamera(tmp_path, DrawnTray(), "drawn") as tray:
        with pytest.raises(CameraUnavailable, match="cannot be opened"):
            tray.choose("9", refuse)
        assert (tray.is_there, tray.named) == (True, "drawn")


def test_the_image_of_the_tray_is_judged() -> None:
    seen = TrayStep().look(DrawnTray(fps=1e6).read())
    assert [finding.verdict for finding in (seen.sheet, seen.dice, seen.focus, seen.light)] == [GOOD] * 4
    assert seen.dice.value == pytest.approx(16 * 4.2, rel=0.05)


def test_a_hidden_tag_and_small_dice_are_reported() -> None:
    assert judge_sheet({56, 57, 58}).verdict == FAIR
    assert str(judge_sheet({56}).says).startswith("1 of the four tags of the tray is in the image")
    assert [judge_die(px).verdict for px in (40.0, 30.0, 20.0)] == [GOOD, FAIR, BAD]
