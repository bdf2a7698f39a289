"""How Urban War reads sight: who blocks, when a quarter is enough, and what gives cover."""

import numpy as np
import pytest

from tablecam.rules.books.urban_war.measurements import SightSwitches, blocking, cover, has_cover, is_in_sight
from tablecam.rules.books.urban_war.rules.rulebook import new_game
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.sight import sighting
from tablecam.table.notation import parse

PAIR = "model ann red 25.4mm at 10,10\nmodel bob blue 25.4mm at 20,10{}\n"


def see(text: str, error: str = ""):
    snapshot = parse(PAIR.format(error) + text)
    return sighting(snapshot, "ann", "bob", blocking(snapshot))


def wall(x, left, right, name="wall", material="solid", top=9) -> str:
    return f"terrain {name} {material} 0 to {top} at {x},{left} {x + 0.2},{left} {x + 0.2},{right} {x},{right}\n"


@pytest.mark.parametrize(("x", "blocks"), [(12.9, False), (13.0, False), (13.02, True)])
def test_friends_within_two_inches_of_the_shooter_do_not_block(x, blocks):
    assert see(f"model cid red 25.4mm at {x},10\n").visible == pytest.approx(0 if blocks else 1)


def test_enemies_block_however_near_they_are():
    assert see("model cid blue 25.4mm at 11.1,10\n").visible == 0


def test_a_friend_two_floors_up_is_not_within_two_inches():
    snapshot = parse(PAIR.format("") + "model cid red 25.4mm at 11.5,10 z 3\n")
    assert blocking(snapshot)[0, 0, 2]


def test_friends_are_near_as_the_houses_rules_say():
    snapshot = parse(PAIR.format("") + "model cid red 25.4mm at 12,10\n")
    card = {"weapons": [{"name": "rifle", "short": {"strength": 5}}]}
    sides = {"red": [{"id": "ann", "card": "c"}, {"id": "cid", "card": "c"}], "blue": [{"id": "bob", "card": "c"}]}
    strict = new_game({"cards": {"c": card}, "sides": sides, "deployed": True, "friend_block_radius": 0.5})
    assert not blocking(snapshot)[0, 0, 2]
    assert blocking(snapshot, strict)[0, 0, 2]


def test_who_is_known_to_be_transparent_needs_no_measuring():
    snapshot = parse(PAIR.format("") + "model cid red 25.4mm at 12,10\n")
    assert blocking(snapshot, transparent=())[0, 0, 2]
    assert not blocking(snapshot, transparent=("cid",))[0, 0, 2]


def test_friendship_is_the_viewers_own_affair():
    snapshot = parse(PAIR.format("") + "model cid red 25.4mm at 12,10\n")
    blocks = np.broadcast_to(blocking(snapshot), (3, 3, 3))
    assert not blocks[0, 1, 2]
    assert blocks[1, 0, 2]


def test_a_quarter_in_view_is_sight_and_the_switch_moves_it():
    assert is_in_sight(see(wall(19, 9.7, 12))) is Verdict.NO
    found = see(wall(19, 9.8, 12))
    assert is_in_sight(found) is Verdict.YES
    assert is_in_sight(found, SightSwitches(visible=0.4)) is Verdict.NO


def test_exactly_a_quarter_is_enough():
    # the near edge of a wall half way, 0.125 in aside, throws its shadow 0.25 in aside
    found = see("terrain wall solid 0 to 9 at 15,9.875 15.1,9.875 15.1,12 15,12\n")
    assert found.visible == pytest.approx(0.25, abs=1e-12)
    assert is_in_sight(found) is Verdict.YES


def test_terrain_beyond_an_inch_gives_cover_and_at_an_inch_does_not():
    assert has_cover(see(wall(11.6, 10, 12))) is Verdict.YES
    assert has_cover(see(wall(11.5, 10, 12))) is Verdict.NO
    assert cover(see(wall(11.6, 10, 12))).name == "wall"


def test_what_hides_half_a_per_cent_or_less_is_no_cover():
    # its far corner, at 15.2 of 10 in, throws its shadow to 0.5 - 0.004 of an inch
    sliver = wall(15, 10 + (0.5 - 0.004) * 0.52, 12)
    assert cover(see(sliver)) is None
    assert cover(see(sliver), SightSwitches(hidden=0.001)) is not None


def test_models_never_give_cover():
    found = see("model cid blue 25.4mm at 15,10.4\n")
    assert 0 < found.visible < 1
    assert has_cover(found) is Verdict.NO


def test_the_best_save_counts_however_little_it_hides():
    text = wall(15, 9.9, 12, "hedge", "flimsy") + wall(17, 10.2, 12, "stone", "solid")
    assert cover(see(text)).name == "stone"


def test_cover_that_turns_within_the_error_is_too_close():
    assert has_cover(see(wall(15, 10.26, 12), " sigma 0.02")) is Verdict.TOO_CLOSE
    assert has_cover(see(wall(15, 10.1, 12), " sigma 0.02")) is Verdict.YES
    assert has_cover(see(wall(15, 11, 12), " sigma 0.02")) is Verdict.NO
