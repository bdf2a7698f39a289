"""What the dice did beside what was to be expected: counted by hand on a small game."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import begun, played

from tablecam.game.dice_statistics import luck, passes
from tablecam.game.log import AnswerLine, AskLine, GameLine, GameLog
from tablecam.rules.check import Check, Duel, DuelSide, Ladder, Modifier, Natural
from tablecam.rules.dice import D10
from tablecam.rules.plain import to_plain
from tablecam.rules.roll_sum import read_check

COMMAND = Check(name="command", target=15, modifiers=(Modifier(6, "CD"),), naturals=(Natural(2, 5, False),), dice=2)
SHOOTING = Ladder(name="shooting", steps=(6, 10), modifiers=(Modifier(2, "bows"),))
SHOOTING_CHANCES = [Fraction(3, 10), Fraction(4, 10), Fraction(3, 10)]
FIRE = Duel(name="fire", sides=(DuelSide("red", (Modifier(3, "cover"),)), DuelSide("blue")))
TO_HIT = Check(name="to hit", target=10, modifiers=(Modifier(4, "SH"),))


def log_of(*rolls: tuple[str, Check | Ladder | Duel, list[int]]) -> GameLog:
    """A log with nothing in it but rolls."""
    log = GameLog()
    log.append(GameLine(game="dice", setup={}, seats=("red", "blue")))
    for seat, check, faces in rolls:
        ask = {"kind": "Roll", "seat": seat, "purpose": "x", "die": to_plain(D10), "check": check.record()}
        log.append(AskLine(ask=ask))
        log.append(AnswerLine(answer=faces, to=log.last, by=seat))
    return log


def test_every_die_that_is_held_against_a_number_is_a_roll_of_its_own() -> None:
    both, to_hit = luck(log_of(("red", TO_HIT, [6, 5, 10])))
    assert (both.name, to_hit.name) == ("all", "to hit")
    assert (to_hit.rolled, to_hit.passed, to_hit.expected) == (3, 2, Fraction(3, 2))
    assert to_hit.luck == Fraction(1, 2)


def test_dice_that_are_added_up_are_one_roll() -> None:
    _, command = luck(log_of(("red", COMMAND, [4, 5, 1, 4])))
    assert (command.rolled, command.passed, command.expected) == (2, 1, 2 * COMMAND.odds)


def test_hits_on_a_ladder_are_held_against_the_hits_to_be_expected() -> None:
    both, shooting = luck(log_of(("red", SHOOTING, [1, 8, 4]), ("red", TO_HIT, [6])))[:2]
    assert (shooting.rolled, shooting.passed, shooting.most) == (3, 3, 6)
    assert shooting.expected == 3 * (Fraction(4, 10) + 2 * Fraction(3, 10))
    assert shooting.so_good == pytest.approx(
        sum(SHOOTING_CHANCES[a] * SHOOTING_CHANCES[b] * SHOOTING_CHANCES[c]
            for a, b, c in product(range(3), repeat=3) if a + b + c >= 3)
    )  # fmt: skip
    assert (both.rolled, both.passed, both.most) == (4, 4, 7)
    assert str(shooting).startswith("shooting: 3 in 3 rolls, 3.0 expected, luck +0.0")


def test_a_duel_counts_for_both_sides_once_both_dice_have_fallen() -> None:
    assert luck(log_of(("red", FIRE, [7]))) == ()
    found = luck(log_of(("red", FIRE, [7]), ("blue", FIRE, [9]), ("blue", FIRE, [1]), ("red", FIRE, [1])))
    duels = {each.seat: (each.rolled, each.passed, each.expected) for each in found if each.name == "fire"}
    assert duels == {"red": (2, 2, 2 * FIRE.odds[0]), "blue": (2, 0, 2 * FIRE.odds[1])}


def test_a_tie_that_is_rolled_again_counts_nothing() -> None:
    again = Duel(name="fire", sides=(DuelSide("red"), DuelSide("blue")), ties="again")
    found = luck(log_of(("red", again, [7]), ("blue", again, [7]), ("red", again, [3]), ("blue", again, [5])))
    assert {each.seat: (each.rolled, each.passed) for each in found} == {"red": (1, 0), "blue": (1, 1)}


def test_seats_are_counted_apart_and_kinds_in_the_order_in_which_they_came_up() -> None:
    found = luck(log_of(("blue", COMMAND, [9, 9]), ("red", TO_HIT, [1]), ("blue", TO_HIT, [1])))
    assert [(each.seat, each.name) for each in found] == [
        ("red", "all"), ("red", "to hit"), ("blue", "all"), ("blue", "command"), ("blue", "to hit")
    ]  # fmt: skip


def test_how_likely_such_luck_is_for_equal_odds_is_the_binomial() -> None:
    _, to_hit = luck(log_of(("red", TO_HIT, [6, 7, 8, 1])))
    assert to_hit.so_good == pytest.approx(sum(comb(4, n) for n in (3, 4)) / 16)
    assert to_hit.so_bad == pytest.approx(sum(comb(4, n) for n in (0, 1, 2, 3)) / 16)


@pytest.mark.slow
@given(st.lists(st.fractions(0, 1), max_size=12))
def test_the_chances_of_so_many_passes_add_up_and_have_the_mean_of_the_odds(odds: list[Fraction]) -> None:
    chances = passes(odds)
    assert len(chances) == len(odds) + 1
    assert sum(chances) == pytest.approx(1)
    assert sum(n * chance for n, chance in enumerate(chances)) == pytest.approx(float(sum(odds)))


@pytest.mark.slow
@given(st.integers(1, 3), st.integers(2, 20), st.lists(st.integers(-5, 5), max_size=3), st.booleans())
def test_a_check_read_back_from_the_log_judges_as_it_did(dice: int, target: int, amounts: list[int], odd: bool) -> None:
    naturals = (Natural(dice, dice + 1, False), Natural(10 * dice, 10 * dice, True)) if odd else ()
    modifiers = tuple(Modifier(amount, "x") for amount in amounts)
    check = Check(name="x", target=target, modifiers=modifiers, naturals=naturals, dice=dice)
    back = read_check(check.record(), check.die)
    assert (back.lowest_pass, back.odds) == (check.lowest_pass, check.odds)


def test_rolls_that_were_taken_back_do_not_count() -> None:
    game = begun("red assign *=walk", "blue assign *=wait", "red choose ann", "move 3", "ranges bob=5 cat=5")
    for typed in ("choose bob", "roll 9"):
        question = game.open[0]
        game.answer(question.ask.parse_text(typed.partition(" ")[2]), question=question.line, by="red")
    assert luck(game.log)[0].rolled == 1
    game.undo()
    assert luck(game.log) == ()


def test_a_game_at_random_has_as_many_rolls_as_its_log() -> None:
    game = played(3)
    rolls = [number for number in game.log.live if isinstance(game.log[number], AnswerLine)]
    checked = [n for n in rolls if "check" in game.log.question(n)]
    assert sum(each.rolled for each in luck(game.log) if each.name == "all") == len(checked)
