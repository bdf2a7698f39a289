"""The odds that the screen shows, against all dice enumerated: exactly."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from every_face import every_face
from siege import ARCHERS, INFANTRY, MILITIA, fighting, in_melee, setup, units, wall

from tablecam.rules.ask import Ask
from tablecam.rules.books.urr.rules.combat_events import UnitRolled
from tablecam.rules.books.urr.rules.rounds import build_ladder, roll, to_roll
from tablecam.rules.books.urr.rules.rulebook import URR_RULES
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.odds import add_distributions, certainly
from tablecam.rules.play import Play

FACES = range(1, 7)
PRINCE = [*units(INFANTRY, "m1", "m2", "m3"), *units(ARCHERS, "r1")]
URR = [*units(MILITIA, "wd"), *units(INFANTRY, "u1")]


def hits_of(total: int) -> int:
    """As the page has it."""
    return 3 if total >= 14 else 2 if total >= 10 else 1 if total >= 6 else 0


@pytest.mark.parametrize("modifier", range(-8, 16))
def test_a_ladder_has_the_chances_of_all_six_faces(modifier: int) -> None:
    state = in_melee(fighting(setup(units(INFANTRY, "a1"), units(INFANTRY, "b1")), ["a1"], ["b1"]))
    ladder = build_ladder(state, "a1", "melee", modifier)
    counted = Counter(hits_of(face + modifier) for face in FACES)
    assert ladder.chances == tuple(Fraction(counted[hits], 6) for hits in range(4))
    assert [ladder.hits((face,)) for face in FACES] == [hits_of(face + modifier) for face in FACES]


def ladders(state: UrrState, party: str, phase: str) -> list:
    assert state.combat
    mine = [unit for unit in to_roll(state) if unit in state.combat.parties[party]]
    scores = {unit: state[unit].profile.ranged if phase == "ranged" else state[unit].profile.melee for unit in mine}
    return [build_ladder(state, unit, phase, scores[unit]) for unit in mine]


@pytest.mark.parametrize("strength", [1, 2, 3, 4])
def test_the_hits_of_a_side_over_a_round_have_the_chances_of_all_dice_thrown(strength: int) -> None:
    """The storm of the worked example on walls of every strength: ranged phase and melee phase together."""
    said = setup(PRINCE, URR, **wall(strength))
    ranged = fighting(said, ["m1", "m2", "m3", "r1"], ["wd", "u1"], "storm")
    melee = in_melee(ranged)
    for party in ("red", "blue"):
        rolls = [*ladders(ranged, party, "ranged"), *ladders(melee, party, "melee")]
        total = certainly(0)
        for each in rolls:
            total = add_distributions(total, each.spread)
        thrown = Counter(
            sum(hits_of(face + each.modifier) for face, each in zip(faces, rolls, strict=True))
            for faces in product(FACES, repeat=len(rolls))
        )
        expected = {hits: Fraction(count, 6 ** len(rolls)) for hits, count in thrown.items()}
        assert dict(total.chances) == expected


@pytest.mark.slow
@pytest.mark.parametrize("melee", [False, True])
def test_a_phase_played_with_every_face_has_the_hits_of_its_ladders(melee: bool) -> None:
    ranged = fighting(setup(PRINCE, URR, **wall(2)), ["m1", "r1"], ["wd", "u1"], "storm")
    state = in_melee(ranged) if melee else ranged
    ended = every_face(state, URR_RULES.evolve, roll, nobody_asked)
    for party in ("red", "blue"):
        total = certainly(0)
        for each in ladders(state, party, "melee" if melee else "ranged"):
            total = add_distributions(total, each.spread)
        assert ended.by(lambda game, party=party: hits_rolled(game, state, party)) == dict(total.chances)


def nobody_asked(question: Ask[Any]) -> Any:
    raise AssertionError(question)


def hits_rolled(game: Play[UrrState], state: UrrState, party: str) -> int:
    assert state.combat
    mine = state.combat.parties[party]
    return sum(event.hits for event in game.told if isinstance(event, UnitRolled) and event.unit in mine)


def test_the_odds_of_the_worked_example_are_what_the_page_implies() -> None:
    """Militia on a wall of 2 defends with 4: 2 or more is a hit, 6 is two."""
    state = in_melee(fighting(setup(PRINCE, URR, **wall(2)), ["m1", "r1"], ["wd", "u1"], "storm"))
    assert build_ladder(state, "wd", "melee", 2).chances == (Fraction(1, 6), Fraction(2, 3), Fraction(1, 6), 0)
    assert build_ladder(state, "u1", "melee", 4).chances == (0, Fraction(1, 2), Fraction(1, 2), 0)
    assert build_ladder(state, "m1", "melee", 4).chances == (Fraction(1, 2), Fraction(1, 2), 0, 0)
    assert URR_RULES.seats(state) == ("red", "blue")
