"""What a position says of itself when something about it cannot be."""

import pytest

from tablecam.table.miniature import Circle, Ellipse, Miniature, Placed
from tablecam.table.snapshot import Snapshot


def stand(id, x, y, base=None, **pose):
    model = Miniature(id, id, "red", 1, 16.0, (0.0, -26.5), 1.2, base or Circle(25.4), 1.25)
    return Placed(model, x, y, pose.pop("z_in", 0.0), 0.0, **pose)


def faults(*models, **about):
    return tuple(map(str, Snapshot(0.0, models, **about).faults()))


def test_a_sound_position_has_no_problems():
    assert faults(stand("ann", 1, 1), stand("bob", 2, 1), stand("cas", 3, 1)) == ()
    assert faults() == ()


def test_a_model_beyond_the_edge_is_named_with_its_place():
    assert faults(stand("ann", -2, 1)) == ("ann stands off the table, at -2.00, 1.00",)
    assert faults(stand("ann", 40, 1), width_in=44.0) == ()
    assert faults(stand("ann", 46, 1), width_in=44.0) == ("ann stands off the table, at 46.00, 1.00",)


def test_all_faults_are_listed_at_once():
    found = faults(stand("ann", 1, 1), stand("bob", 1.5, 1), stand("cas", 60, 1), stand("cas", 9, 9))
    assert found == (
        "cas stands on the table 2 times",
        "cas stands off the table, at 60.00, 1.00",
        "the bases of ann and bob overlap by 0.50 in",
    )


def test_two_models_at_one_place_are_said_to_be_so():
    assert faults(stand("ann", 1, 1), stand("bob", 1.1, 1)) == ("ann and bob stand in the same place",)


def test_ovals_overlap_by_their_own_outline():
    base = Ellipse(101.6, 25.4)
    assert faults(stand("ann", 5, 5, base), stand("bob", 5, 5.9, base)) == (
        "the bases of ann and bob overlap by 0.10 in",
    )
    assert faults(stand("ann", 5, 5, base), stand("bob", 5, 6.1, base)) == ()


def test_an_overlap_within_the_uncertainty_is_forgiven():
    wide = ((0.01, 0.0, 0.0), (0.0, 0.01, 0.0), (0.0, 0.0, 0.0))
    assert faults(stand("ann", 1, 1), stand("bob", 1.98, 1)) == ()
    assert faults(stand("ann", 1, 1, covariance=wide), stand("bob", 1.7, 1)) == ()
    assert len(faults(stand("ann", 1, 1, covariance=wide), stand("bob", 1.6, 1))) == 1


def test_models_on_two_floors_may_share_a_place_in_plan():
    assert faults(stand("ann", 1, 1), stand("bob", 1, 1, z_in=3.0, stands_on="floor")) == ()


@pytest.mark.parametrize(
    ("stands_on", "sentence"),
    [
        (
            "undecided",
            (
                "the surface under ann is unclear; its height is assumed to be 3.00 in, give or take 1.50: "
                "check where it stands, or clear the camera’s view of its tag"
            ),
        ),
        ("none", "ann is 3.00 in up, where the terrain has no surface to stand on"),
    ],
)
def test_a_doubtful_height_is_said(stands_on, sentence):
    assert faults(stand("ann", 1, 1, z_in=3.0, sigma_z_in=1.5, stands_on=stands_on)) == (sentence,)


def test_an_absent_model_is_a_key_error():
    with pytest.raises(KeyError, match="bob"):
        Snapshot(0.0, (stand("ann", 1, 1),)).model("bob")


def test_the_faults_of_a_model_are_those_that_concern_it_whatever_its_name_is():
    table = Snapshot(0.0, (stand("of", -2, 1), stand("ann", 5, 5), stand("bob", 5.5, 5), stand("bases", 9, 9)))
    assert tuple(map(str, table.find_faults("of"))) == ("of stands off the table, at -2.00, 1.00",)
    assert table.find_faults("bob") == table.find_faults("ann") == table.faults()[1:]
    assert table.find_faults("bases") == ()
