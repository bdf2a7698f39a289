"""Procedures played out over classes of dice, against every face and against counting."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import alley
import pytest
from alley import ALLEY, State
from every_face import every_face
from hypothesis import given, settings
from hypothesis import strategies as st
from second_alley import SECOND_ALLEY

from tablecam.rules.ask import Ask, Choose, Roll
from tablecam.rules.check import Check, Duel, DuelSide, Ladder, Modifier, Natural
from tablecam.rules.dice import D6, D10
from tablecam.rules.dice_classes import list_classes
from tablecam.rules.event import Event
from tablecam.rules.facts import Sight
from tablecam.rules.outlook import leave_open, play_out
from tablecam.rules.piles import Draw, Pile, draw_items
from tablecam.rules.play import Play
from tablecam.rules.pool import Pool, PoolDice, Throw
from tablecam.rules.steps import Steps, replaceable


@dataclass(frozen=True)
class Score:
    points: int = 0
    rolled: int = 0


@dataclass(frozen=True, kw_only=True)
class Scored(Event):
    points: int

    def apply(self, state: Score) -> Score:
        return Score(state.points + self.points, state.rolled + 1)


EVOLVE = ALLEY.evolve
ON_FOUR = Check(name="on four", target=4, die=D6)


@replaceable
def score(game: Play[Score], check: Check, dice: int) -> int:
    """Points for dice that pass."""
    faces = game.roll("red", "score", check=check, count=dice)
    passed = sum(check.passes((face,)) for face in faces)
    game.tell(Scored(points=passed))
    return passed


def score_again(game: Play[Score]) -> None:
    """As many dice more as have passed, twice."""
    dice = 3
    for _round in range(2):
        dice = score(game, ON_FOUR, dice)


def points(end: Any) -> int:
    return int(end.state.points)


def test_a_procedure_played_out_has_the_chances_of_every_face() -> None:
    outlook = play_out(EVOLVE, Score(), score_again)
    ended = every_face(Score(), EVOLVE, score_again, lambda ask: leave_open(ask, None))
    assert outlook.spread(points).chances == ended.by(lambda game: game.state.points)
    # equal states are one ending
    assert len(outlook.endings) == len({(end.state, end.value) for end, _chance in outlook.endings})


def test_a_step_that_is_replaced_changes_the_odds() -> None:
    def half(game: Play[Score], check: Check, dice: int) -> int:
        return int(score.original(game, check, dice // 2))

    steps: Steps = {"score": half}
    outlook = play_out(EVOLVE, Score(), score_again, steps=steps)
    assert outlook.spread(points).chances == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert play_out(EVOLVE, Score(), score_again).chance(lambda end: points(end) > 1) > 0


def test_a_book_that_replaces_a_step_of_another_has_odds_of_its_own() -> None:
    """The second edition has a third gun."""

    def answer(question: Ask[Any], _state: State) -> Any:
        if isinstance(question, Sight):
            return dict.fromkeys(question.targets, 1.0)
        return "bea" if isinstance(question, Choose) else None

    state = State({"ann": "red", "bea": "blue"})
    out = [
        play_out(
            book.evolve, state, lambda game: alley.shoot(game, "red", "ann"), answer=answer, steps=book.steps
        ).chance(lambda end: "bea" not in end.state.models)
        for book in (ALLEY, SECOND_ALLEY)
    ]
    hits = [Pool(name="fire", dice=(PoolDice(alley.GUN, guns),)).spread("hit") for guns in (2, 3)]
    assert out == [spread.chance(lambda n: n >= alley.NEEDED) for spread in hits]


def test_an_ending_has_the_question_that_nobody_answers() -> None:
    def ask(game: Play[Score]) -> None:
        if score(game, ON_FOUR, 1):
            game.choose("red", "which", ("one", "two"))

    outlook = play_out(EVOLVE, Score(), ask)
    assert outlook.chance(lambda end: isinstance(end.question, Choose)) == Fraction(1, 2)


def test_marks_tell_of_events() -> None:
    outlook = play_out(
        EVOLVE, Score(), score_again, watch=lambda event: "all" if getattr(event, "points", 0) == 3 else None
    )
    assert outlook.chance(lambda end: "all" in end.marks) == Fraction(1, 8)


def test_an_attempt_without_a_result_is_made_again() -> None:
    def roll_off(game: Play[Score]) -> str:
        def roll_once() -> str | None:
            (red,), (blue,) = (game.roll(seat, "roll off", die=D6) for seat in ("red", "blue"))
            return None if red == blue else "red" if red > blue + 1 else "blue"

        return game.repeat(roll_once)

    # of the 36 throws six are ties
    assert play_out(EVOLVE, Score(), roll_off).spread(lambda end: end.value).chances == {
        "red": Fraction(1, 3), "blue": Fraction(2, 3),
    }  # fmt: skip
    with pytest.raises(RuntimeError, match="without end"):
        play_out(EVOLVE, Score(), lambda game: game.repeat(lambda: None))


def test_attempts_are_counted_whatever_their_order() -> None:
    def duels(game: Play[Score]) -> tuple[int, int]:
        def one_duel() -> str:
            score(game, ON_FOUR, 1)
            (red,), (blue,) = (game.roll(seat, "duel", die=D6) for seat in ("red", "blue"))
            return "red" if red > blue else "blue"

        won = game.count_results(2, one_duel)
        return won.get("red", 0), won.get("blue", 0)

    outlook = play_out(EVOLVE, Score(), duels)
    chances = outlook.spread(lambda end: (end.value, points(end))).chances
    won = Fraction(15, 36)
    assert chances[(2, 0), 1] == won**2 / 2
    assert chances[(1, 1), 0] == 2 * won * (1 - won) / 4
    assert len(outlook.endings) == len(chances) == 9


@pytest.mark.parametrize("ties", ["neither", "first", "again"])
@pytest.mark.parametrize("more", [0, 2])
def test_a_duel_has_the_chances_of_its_sides(ties: Any, more: int) -> None:
    sides = (DuelSide("red", (Modifier(more, "more"),)), DuelSide("blue"))
    duel = Duel(name="duel", sides=sides, ties=ties, die=D6)
    outlook = play_out(EVOLVE, Score(), lambda game: duel.winner(*game.duel("duel", duel)))
    chances = outlook.spread(lambda end: end.value).chances
    assert tuple(chances.get(winner, 0) for winner in (0, 1, None)) == duel.odds


few = settings(max_examples=8)


@few
@given(st.integers(1, 20), st.integers(-3, 3), st.integers(1, 2), st.integers(1, 2), st.integers(1, 6))
def test_the_classes_of_a_check_are_those_of_all_its_throws(
    target: int, more: int, dice: int, rolls: int, natural: int
) -> None:
    naturals = (Natural(natural, natural, natural > 3),)
    check = Check(name="any", target=target, modifiers=(Modifier(more, "any"),), naturals=naturals, die=D6, dice=dice)

    def count(faces: tuple[int, ...]) -> int:
        return sum(check.passes(faces[start : start + dice]) for start in range(0, len(faces), dice))

    roll = Roll(seat="red", purpose="any", die=D6, count=dice * rolls, check=check)
    assert_classes(roll, count, list(product(D6.faces, repeat=dice * rolls)))


@few
@given(st.integers(-8, 8), st.integers(1, 3))
def test_the_classes_of_a_ladder_are_those_of_all_its_throws(more: int, rolls: int) -> None:
    ladder = Ladder(name="any", steps=(4, 8), modifiers=(Modifier(more, "any"),), die=D6)
    roll = Roll(seat="red", purpose="any", die=D6, count=rolls, check=ladder)
    throws = list(product(D6.faces, repeat=rolls))
    assert_classes(roll, lambda faces: tuple(sorted(ladder.hits((face,)) for face in faces)), throws)


def assert_classes(question: Ask[Any], read: Any, throws: list[Any]) -> None:
    """The classes have the chances of all throws, and no two mean the same."""
    classes = list_classes(question)
    assert classes
    counted = Counter(map(read, throws))
    assert {read(answer): chance for answer, chance in classes} == {
        value: Fraction(count, len(throws)) for value, count in counted.items()
    }
    assert len(classes) == len(counted)


def test_the_classes_of_a_pool_are_those_of_all_its_throws() -> None:
    pool = Pool(name="fire", dice=(PoolDice(alley.GUN, 2), PoolDice(alley.LUCKY)))
    faces = [[face.label for face in die.faces] for die in pool.each]
    throw = Throw(seat="red", purpose="fire", pool=pool)
    throws = [throw.parse_json(list(labels)) for labels in product(*faces)]
    assert_classes(throw, lambda thrown: (*sorted(thrown.labels[:2]), thrown.labels[2]), throws)


def test_the_classes_of_a_draw_are_those_of_all_items() -> None:
    pile = Pile(inside=("king",) * 2 + ("ace",) * 3)
    draw = Draw(seat=None, purpose="draw", pile="deck", items=pile.count_possible(""), inside=pile.inside, count=2)
    assert_classes(draw, lambda items: tuple(sorted(items)), list(combinations(pile.inside, 2)))


def test_a_draw_changes_what_can_be_drawn_next() -> None:
    state = replace(State({"ann": "red"}), piles={"bag": Pile(inside=("a", "a", "b"))})

    def draw_twice(game: Play[State]) -> tuple[str, ...]:
        return (*draw_items(game, None, "first", "bag"), *draw_items(game, None, "second", "bag"))

    chances = play_out(EVOLVE, state, draw_twice).spread(lambda end: end.value).chances
    assert chances == dict.fromkeys((("a", "a"), ("a", "b"), ("b", "a")), Fraction(1, 3))


def test_dice_without_a_check_have_a_class_for_every_throw() -> None:
    classes = list_classes(Roll(seat="red", purpose="any", die=D10, count=2))
    assert classes
    assert len(classes) == 100
    assert {chance for _faces, chance in classes} == {Fraction(1, 100)}


def test_rules_that_go_in_circles_are_named() -> None:
    def circle(game: Play[Score]) -> None:
        while True:
            game.tell(Scored(points=0))
            game.roll("red", "circle", check=Check(name="never", target=9, die=D6))

    with pytest.raises(RuntimeError, match="circles"):
        play_out(EVOLVE, Score(), circle)
