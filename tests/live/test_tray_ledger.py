"""The roll in the tray that counts for a question."""

import numpy as np
import pytest

from tablecam.base.i18n import Message
from tablecam.live.tray_ledger import NOBODY_ASKED, TrayLedger
from tablecam.live.tray_match import AskedRoll, match_roll
from tablecam.rules.ask import IllegalAnswer, Roll
from tablecam.rules.dice import D6, D10, D10_FROM_0, D20, Die
from tablecam.sensing.dice.reading import DieReading
from tablecam.sensing.tray.roll_watch import TrayRoll

COCKED = Message("this die leans against something: roll it again")
SEATS = ("near", "far")


def die(
    value: int | None, x: float = 0.0, kind: str = "d10", colour: str = "green", trouble: Message | None = None
) -> DieReading:
    outline = np.array([(x, 0), (x + 60, 0), (x + 60, 60), (x, 60)])
    return DieReading(outline, kind, value, (), colour, trouble)


def dice(*values: int | None, kind: str = "d10", colour: str = "green") -> list[DieReading]:
    return [die(value, 100.0 * place, kind, colour) for place, value in enumerate(values)]


def asked(count: int = 1, sort: Die = D10, seat: str | None = "near", line: int = 7) -> AskedRoll:
    return AskedRoll((1, line), Roll(purpose="shot", die=sort, count=count), seat)


def rolled(*readings: DieReading) -> TrayRoll:
    return TrayRoll(1, readings, (True,) * len(readings))


def ledger(*questions: AskedRoll) -> TrayLedger:
    return TrayLedger(lambda: questions)


@pytest.mark.parametrize(("sort", "kind", "faces"), [
    (D10, "d10", (10, 7)), (D10_FROM_0, "d10", (0, 7)), (D6, "d6", (None, None)),
])  # fmt: skip
def test_a_printed_zero_is_ten_where_the_book_counts_from_one(sort, kind, faces) -> None:
    fit = match_roll(rolled(*dice(0, 7, kind=kind)), asked(2, sort), {})
    assert (fit.faces, fit.is_lawful) == (faces, True)


def test_a_roll_of_another_number_or_kind_of_dice_is_refused_with_a_sentence() -> None:
    assert str(match_roll(rolled(*dice(3, 4)), asked(3), {}).refusal) == "3 dice are asked for; dice rolled: 2"
    assert "other dice were rolled" in str(match_roll(rolled(*dice(3, kind="d6")), asked(), {}).refusal)
    assert "enter the d20 on the pad" in str(match_roll(rolled(*dice(3)), asked(sort=D20), {}).refusal)


def test_dice_of_the_other_side_in_the_tray_do_not_count() -> None:
    both = rolled(die(3, 0, colour="green"), die(4, 100, colour="white"), die(5, 200, colour="green"))
    colours = {"near": "green", "far": "white"}
    assert match_roll(both, asked(2), colours).faces == (3, 5)
    assert match_roll(both, asked(1, seat="far"), colours).faces == (4,)
    # nobody knows yet whose dice they are: not guessed
    assert match_roll(both, asked(2), {}).refusal is not None


def test_a_face_that_is_not_sure_is_asked_about() -> None:
    fit = match_roll(rolled(die(3), die(None, 100)), asked(2), {})
    assert (fit.faces, fit.is_lawful, fit.is_sure) == ((3, None), True, False)
    assert match_roll(rolled(*dice(3, 4)), asked(2), {}).is_sure


def test_the_kind_of_a_die_that_cannot_be_read_is_not_held_against_it() -> None:
    fit = match_roll(rolled(die(None, kind="d6"), die(4, 100)), asked(2), {})
    assert (fit.faces, fit.is_lawful, fit.is_sure) == ((None, 4), True, False)


def test_a_roll_that_nobody_asked_for_is_ignored_and_said_so() -> None:
    tray = ledger()
    assert tray.note_dice(dice(4))
    assert tray.ignored == NOBODY_ASKED
    assert tray.taken == {}


def test_dice_that_lay_there_before_the_question_do_not_answer_it() -> None:
    questions: list[AskedRoll] = []
    tray = TrayLedger(lambda: questions)
    tray.note_dice(dice(4))
    questions.append(asked())
    assert not tray.note_dice(dice(4))
    assert tray.taken == {}
    assert tray.note_dice([die(4, 300)])
    assert tray.taken[1, 7].fit.faces == (4,)


def test_the_first_lawful_roll_counts_until_both_agree_to_another() -> None:
    tray = ledger(asked())
    tray.note_dice(dice(2))
    tray.note_dice([die(9, 300)])
    taken = tray.taken[1, 7]
    assert (taken.fit.faces, taken.later.number) == ((2,), 2)
    tray.agree((1, 7), 2, ["near"], SEATS)
    assert tray.taken[1, 7].fit.faces == (2,)
    with pytest.raises(IllegalAnswer, match="no longer in the tray"):
        tray.agree((1, 7), 1, ["far"], SEATS)
    tray.agree((1, 7), 2, ["far"], SEATS)
    assert tray.taken[1, 7].fit.faces == (9,)


def test_an_agreement_is_for_one_roll_and_not_for_the_next() -> None:
    tray = ledger(asked())
    for x, value in ((0, 2), (300, 9), (600, 1)):
        tray.note_dice([die(value, x)])
        if value == 9:
            tray.agree((1, 7), 2, ["near"], SEATS)
    assert tray.taken[1, 7].agreed == ()


def test_a_cocked_die_is_thrown_again_alone() -> None:
    tray = ledger(asked(2))
    tray.note_dice([die(3), die(None, 100, trouble=COCKED)])
    assert (tray.taken, tray.ignored) == ({}, COCKED)
    tray.note_dice([die(3), die(8, 400)])
    assert tray.taken[1, 7].fit.faces == (3, 8)


def test_a_die_left_from_the_last_roll_is_not_part_of_the_next() -> None:
    tray = ledger(asked(2))
    tray.note_dice(dice(3, 8))
    tray.taken.clear()
    tray.note_dice([die(3), die(5, 400)])
    assert tray.taken == {}
    assert str(tray.ignored) == "2 dice are asked for; dice rolled: 1"


def test_dice_that_are_taken_out_are_no_roll_and_come_back_as_one() -> None:
    tray = ledger(asked(2))
    tray.note_dice(dice(3, 8))
    tray.taken.clear()
    assert not tray.note_dice(dice(3))
    assert not tray.note_dice([])
    assert tray.note_dice(dice(3, 8))
    assert tray.taken[1, 7].fit.faces == (3, 8)


def test_a_roll_that_both_sides_could_have_thrown_answers_one_question_alone() -> None:
    tray = ledger(asked(line=7), asked(seat="far", line=8))
    tray.note_dice(dice(4))
    assert (tray.is_contested((1, 7)), tray.is_contested((1, 8))) == (True, True)
    tray.use_up(tray.taken[1, 7])
    assert tray.taken == {}
    tray.colours = {"near": "green", "far": "light"}
    tray.note_dice([die(5, 0), die(6, 200, colour="light")])
    assert [taken.fit.faces for taken in tray.taken.values()] == [(5,), (6,)]
    assert not tray.is_contested((1, 7))


def test_rolls_of_answered_questions_are_handed_over_once() -> None:
    questions = [asked()]
    tray = TrayLedger(lambda: questions)
    tray.note_dice(dice(4))
    assert tray.settle() == {}
    questions.clear()
    assert [taken.fit.faces for taken in tray.settle().values()] == [(4,)]
    assert tray.settle() == {}


def test_the_colour_of_a_side_is_learnt_from_a_confirmed_roll() -> None:
    tray = ledger(asked())
    tray.note_dice(dice(4))
    taken = tray.taken[1, 7]
    tray.learn_colour("near", taken)
    # the same dice lent to the other side
    tray.learn_colour("far", taken)
    assert tray.colours == {"near": "green"}
