"""How the bench counts readings of dice."""

from collections import Counter

import pytest

from tools.bench.dice import add_outcomes, get_share, list_unfair_faces
from tools.dice.judge import RIGHT, WRONG, Tally


def tally_of(*rows: tuple[str, int, int, int]) -> Tally:
    """A tally by shape and face of how many were read right, and how many as something else."""
    tally = Tally()
    for shape, face, right, wrong in rows:
        for _die in range(right):
            tally.add(shape, face, f"d6 {face}", RIGHT)
        for _die in range(wrong):
            tally.add(shape, face, f"d6 {face + 1}", WRONG)
    return tally


def test_shares_are_of_all_dice_whose_shape_begins_so() -> None:
    tally = tally_of(("pips of one", 1, 3, 1), ("pips of two", 2, 4, 0), ("d10 of one", 3, 0, 2))
    assert add_outcomes(tally, "pips") == Counter({RIGHT: 7, WRONG: 1})
    assert get_share(add_outcomes(tally, ""), WRONG) == pytest.approx(0.3)


def test_a_face_is_unfair_where_the_sample_cannot_explain_it() -> None:
    fair = [("pips", face, 95, 5) for face in range(1, 6)]
    assert list_unfair_faces(tally_of(*fair, ("pips", 6, 92, 8))) == []
    assert list_unfair_faces(tally_of(*fair, ("pips", 6, 70, 30))) == ["pips 6"]
