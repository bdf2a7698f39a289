"""How procedures ask, tell, wait and are broken into."""

import pytest

from tablecam.rules.ask import Choose, IllegalAnswer, Option, Roll
from tablecam.rules.check import Check, Duel, DuelSide
from tablecam.rules.dice import D6
from tablecam.rules.event import Event
from tablecam.rules.plain import Json
from tablecam.rules.play import Answer, AnswerEntry, EventEntry, Misfit, Play, QuestionEntry, Waiting, instead

A_ROLL = Roll(seat="red", purpose="to hit")
AN_OFFER = Choose(seat="blue", purpose="shoot", options=(Option("bob"),))


class Bell(Event):
    pass


def play(*answers) -> Play[int]:
    """A game whose state counts its events."""
    return Play(0, lambda state, event: state + 1, answers)


def test_a_procedure_runs_from_plain_data_in_one_line() -> None:
    assert play([7]).ask(A_ROLL) == (7,)


def test_where_nobody_has_answered_it_waits_for_that_question() -> None:
    game = play()
    with pytest.raises(Waiting):
        game.ask(A_ROLL)
    assert game.questions == (A_ROLL,)


def test_a_rule_that_catches_every_exception_does_not_catch_waiting() -> None:
    assert not issubclass(Waiting, Exception)


def test_a_rule_that_goes_on_although_it_must_wait_is_found_out() -> None:
    game = play()
    with pytest.raises(Waiting):
        game.ask(A_ROLL)
    with pytest.raises(RuntimeError, match="must let Waiting pass"):
        game.tell(Bell())
    with pytest.raises(RuntimeError, match="must let Waiting pass"):
        game.ask(A_ROLL)


def test_telling_changes_the_state_at_once() -> None:
    game = play()
    game.tell(Bell())
    assert game.state == 1
    assert game.told == (Bell(),)


def test_an_offer_stands_beside_the_question_and_the_first_answer_wins() -> None:
    assert play([7]).ask_unless(A_ROLL, AN_OFFER) == (7,)
    assert play(instead("bob")).ask_unless(A_ROLL, AN_OFFER) == "bob"
    game = play()
    with pytest.raises(Waiting):
        game.ask_unless(A_ROLL, AN_OFFER)
    assert game.questions == (A_ROLL, AN_OFFER)


def test_questions_put_together_are_answered_in_any_order() -> None:
    other = Roll(seat="blue", purpose="to hit")
    assert play([1], [2]).together(A_ROLL, other) == ((1,), (2,))
    assert play(instead([2]), [1]).together(A_ROLL, other) == ((1,), (2,))
    game = play(instead([2]))
    with pytest.raises(Waiting):
        game.together(A_ROLL, other)
    assert game.questions == (A_ROLL,)
    assert play().together() == ()


def test_an_answer_goes_to_the_question_that_it_was_given_to() -> None:
    given = Answer("bob", asked=AN_OFFER.record())
    assert play(given).ask_unless(A_ROLL, AN_OFFER) == "bob"
    assert play(Answer([7], which=1, asked=A_ROLL)).ask_unless(A_ROLL, AN_OFFER) == (7,)


def test_questions_are_compared_as_they_are_written() -> None:
    """A rule that lists what another run had in a tuple asks the same."""
    listed = Choose(seat="blue", purpose="shoot", options=[Option("bob")])
    assert listed != AN_OFFER
    assert play(Answer("bob", asked=listed)).ask(AN_OFFER) == "bob"


class Unwritten(Roll):
    """A question that is told apart without its record."""

    def record(self) -> dict[str, Json]:
        raise AssertionError(f"the record of {self.purpose} is not needed")


def test_of_many_questions_at_once_only_the_one_that_could_be_meant_is_written_out() -> None:
    rolls = tuple(Unwritten(seat=seat, purpose=purpose) for seat in ("red", "blue") for purpose in ("hit", "save"))
    given = [Answer([face], asked=roll) for face, roll in enumerate(rolls, 1)]
    assert play(*reversed(given)).together(*rolls) == ((1,), (2,), (3,), (4,))
    with pytest.raises(Misfit):
        play(Answer([7], asked={"kind": "Unwritten", "seat": "red", "purpose": "wound"})).together(*rolls)
    with pytest.raises(Misfit):
        play(Answer([7], asked={"kind": "Roll", "seat": "red", "purpose": "hit"})).together(*rolls)


def test_an_answer_to_another_question_is_not_taken_for_this_one() -> None:
    with pytest.raises(Misfit) as misfit:
        play(Answer([7], asked=Roll(seat="red", purpose="damage").record())).ask(A_ROLL)
    assert misfit.value.index == 0
    with pytest.raises(Misfit):
        play(instead([7])).ask(A_ROLL)


def test_an_answer_that_cannot_stand_is_refused() -> None:
    with pytest.raises(IllegalAnswer):
        play([11]).ask(A_ROLL)


def test_it_is_fresh_once_past_the_recorded_answers() -> None:
    game = play([7], [8])
    game.ask(A_ROLL)
    assert not game.fresh
    game.ask(A_ROLL)
    assert game.fresh


def test_the_tape_has_everything_in_order() -> None:
    game = play([7])
    game.ask(A_ROLL)
    game.tell(Bell())
    assert game.tape == [QuestionEntry(A_ROLL), AnswerEntry(to=0, answer=0), EventEntry(Bell())]


def test_a_roll_against_a_check_takes_the_dice_of_the_check() -> None:
    command = Check(name="command", target=15, dice=2)
    assert play([4, 9]).roll("red", "command", check=command) == (4, 9)
    assert play([3, 3, 3]).roll("red", "three dice", die=D6, count=3) == (3, 3, 3)


def test_plain_words_are_options() -> None:
    assert play("rush").choose("red", "action", ["rush", Option("wait")]) == "rush"


def test_a_duel_is_rolled_by_both_at_once_and_again_at_a_tie() -> None:
    duel = Duel(name="fire", sides=(DuelSide("red"), DuelSide("blue")), ties="again")
    game = play([4], [4], Answer([7], which=1), Answer([2], which=0))
    assert game.duel("fire", duel) == (2, 7)
    assert [each.question.seat for each in game.tape if isinstance(each, QuestionEntry)] == [
        "red",
        "blue",
        "red",
        "blue",
    ]


def test_a_number_and_some_of_several_are_asked_in_one_line_each() -> None:
    game = play(3, ["cat", "ann"])
    assert game.count(None, "hits by magic", 5) == 3
    assert game.pick("red", "who goes", ["ann", Option("bob"), "cat"], most=2) == ("ann", "cat")
