"""The enumerator itself, on procedures small enough to be counted by hand."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from every_face import every_face

from tablecam.rules.check import Check, Duel, DuelSide, Modifier
from tablecam.rules.dice import D6, D10
from tablecam.rules.event import Event
from tablecam.rules.play import Play


@dataclass(frozen=True, kw_only=True)
class Counted(Event):
    what: int
    faces: tuple[int, ...] = ()


def unchanged(state: int, event: Event) -> int:
    return state + event.what if isinstance(event, Counted) else state


def nobody_asked(question: object) -> object:
    raise AssertionError(question)


def ends(procedure: object, merge: bool = True) -> dict[int, Fraction]:
    found = every_face(0, unchanged, procedure, nobody_asked, merge=merge)  # type: ignore[arg-type]
    return found.by(lambda game: game.state)


def pool(game: Play[int]) -> None:
    faces = game.roll("red", "dice", die=D6, count=3)
    game.tell(Counted(what=sum(face >= 5 for face in faces), faces=faces))
    more = game.roll("red", "more", die=D6, count=game.state) if game.state else ()
    game.tell(Counted(what=sum(face == 6 for face in more), faces=more))


def kept_to_itself(game: Play[int]) -> None:
    (one,), (two,) = game.roll("red", "first", die=D6), game.roll("red", "second", die=D6)
    game.tell(Counted(what=max(one, two)))


@pytest.mark.parametrize("merge", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_dice_on_dice(merge: bool) -> None:
    """Three dice, 5 or 6 each, and for every one of them a further one that must show a 6."""
    assert ends(pool, merge)[0] == Fraction(8, 27)
    assert ends(pool, merge)[6] == Fraction(1, 27) * Fraction(1, 216)
    assert ends(pool, merge)[1] == 3 * Fraction(1, 3) * Fraction(4, 9) * Fraction(5, 6)


def test_faces_that_the_rules_keep_to_themselves_are_told_apart() -> None:
    assert ends(kept_to_itself) == {most: Fraction(2 * most - 1, 36) for most in range(1, 7)}


@pytest.mark.parametrize("amount", [0, -1, 3])
def test_a_tie_that_is_rolled_again(amount: int) -> None:
    sides = (DuelSide("red", (Modifier(amount, "so"),)), DuelSide("blue"))
    duel = Duel(name="duel", sides=sides, ties="again", die=D10)

    def procedure(game: Play[int]) -> None:
        one, two = game.duel("duel", duel)
        game.tell(Counted(what=1 if duel.winner(one, two) == 0 else 2))

    found = ends(procedure)
    assert (found[1], found[2], 0) == duel.odds


def test_a_check() -> None:
    check = Check(name="check", target=9, modifiers=(Modifier(1, "so"),), dice=2)

    def procedure(game: Play[int]) -> None:
        game.tell(Counted(what=int(check.passes(game.roll("red", "check", check=check)))))

    assert ends(procedure)[1] == check.odds
