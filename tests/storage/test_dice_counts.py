"""`dice.toml`: the faces that came up in the tray."""

import pytest

from tablecam.base.errors import BadFile
from tablecam.storage.dice_counts import add_rolled_faces, read_dice_counts


def test_the_faces_of_each_colour_and_kind_add_up_over_evenings(tmp_path) -> None:
    assert read_dice_counts(tmp_path) == {}
    add_rolled_faces(tmp_path, [("red", "d10", 0), ("red", "d10", 9), ("red", "d6", 6)])
    add_rolled_faces(tmp_path, [("red", "d10", 9), ("light", "d6", 1)])
    assert read_dice_counts(tmp_path) == {
        ("red", "d10"): (1, 0, 0, 0, 0, 0, 0, 0, 0, 2),
        ("red", "d6"): (0, 0, 0, 0, 0, 1),
        ("light", "d6"): (1, 0, 0, 0, 0, 0),
    }


@pytest.mark.parametrize("counts", ["[1, 2]", "[1, 1, 1, 1, 1, -1]", "6"])
def test_counts_that_fit_no_die_are_refused(tmp_path, counts) -> None:
    (tmp_path / "dice.toml").write_text(f'[[dice]]\ncolour = "red"\nkind = "d6"\ncounts = {counts}\n')
    with pytest.raises(BadFile, match="a list of 6 whole numbers"):
        read_dice_counts(tmp_path)
