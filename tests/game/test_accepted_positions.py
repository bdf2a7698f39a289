"""Positions that both sides accept while a question waits: they count from there on, in every way a log is read."""

import random

import pytest
from duel import DUEL, SETUP
from hosting import STANDING
from playing import WALK_AND_WAIT, begun, lines, one_step, resumed

from tablecam.game.change_plan import fold
from tablecam.game.game import Game, find_accepted_places
from tablecam.game.log import AnswerLine, EventLine, InMemory, StruckLine
from tablecam.game.transcript import transcript
from tablecam.game.verify import verify
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.event import PositionsAccepted

HERE = PositionsAccepted(at={"bob": (14.0, 30.0, 0.0)}, moved_in={"bob": 13.0})
THERE = PositionsAccepted(at={"bob": (9.0, 9.0, 0.0), "ann": (3.0, 3.0, 0.0)}, moved_in={"bob": 2.0, "ann": 0.5})
TO_THE_SHOT = (*WALK_AND_WAIT, "choose ann", "blue choose bob", "halted 3")


def asked(game: Game) -> list:
    return [(question.line, question.ask) for question in game.open]


def urban_war() -> Game:
    book, setup, tags = GameSetups(BOOKS).setup(STANDING)
    return Game.begin(book.system, setup, InMemory(), tags)


def test_an_accepted_position_is_one_line_and_takes_nothing_back() -> None:
    game = begun(*TO_THE_SHOT)
    before, questions = game.log.last, asked(game)
    game.interject(HERE, "red")
    assert game.log.lines[before:] == [EventLine(event=HERE.record(), by="red")]
    assert asked(game) == questions
    assert find_accepted_places(game.log) == {"bob": (14.0, 30.0, 0.0)}


def test_the_question_that_waited_is_answered_afterwards() -> None:
    game = begun(*TO_THE_SHOT)
    game.interject(HERE, "red")
    (question,) = game.open
    game.answer([6], question=question.line, by="blue")
    assert game.state.models["ann"].wounds == 1
    assert find_accepted_places(game.log) == HERE.at
    assert game.state == fold(DUEL, game.log)


def test_it_changes_where_urban_war_has_the_model_at_once() -> None:
    game = urban_war()
    game.interject(PositionsAccepted(at={"pit": (14.0, 30.0, 1.0)}, moved_in={"pit": 13.0}), "red")
    assert game.state["pit"].place == (14.0, 30.0, 1.0)
    assert Game.resume(game.system, lines(game), InMemory()).state == game.state


def test_undo_takes_back_the_acceptance_alone_and_redo_gives_it_again() -> None:
    game = begun(*TO_THE_SHOT)
    game.interject(HERE, "red")
    questions = asked(game)
    game.interject(THERE, "blue")
    game.undo()
    assert find_accepted_places(game.log) == HERE.at
    assert asked(game) == questions
    game.redo()
    assert find_accepted_places(game.log) == THERE.at
    game.undo()
    game.undo()
    assert find_accepted_places(game.log) == {}
    assert asked(game) == questions


def test_an_acceptance_after_an_undo_brings_nothing_back_when_it_is_taken_back() -> None:
    game = begun(*TO_THE_SHOT, "roll 6")
    game.undo()
    questions = asked(game)
    game.interject(HERE, "red")
    game.undo()
    assert asked(game) == questions
    assert game.state.models["ann"].wounds == 2


def test_overruling_an_earlier_answer_keeps_what_was_accepted_since() -> None:
    game = begun(*TO_THE_SHOT)
    answer = next(n for n in reversed(game.log.live) if isinstance(game.log[n], AnswerLine))
    game.interject(HERE, "red")
    game.overrule(answer, {"length_in": 2.0}, "it was two")
    assert find_accepted_places(game.log) == HERE.at
    assert verify(DUEL, game.log) is None


def test_a_correction_by_the_umpire_keeps_what_was_accepted() -> None:
    game = begun(*TO_THE_SHOT)
    game.interject(HERE, "red")
    game.correct(game.system.event({"name": "Shaken", "model": "bob"}), "we forgot")
    assert find_accepted_places(game.log) == HERE.at
    game.undo()
    assert find_accepted_places(game.log) == HERE.at
    assert not game.state.models["bob"].shaken


def test_the_umpire_can_set_positions_right_as_any_other_event() -> None:
    game = begun(*TO_THE_SHOT)
    game.correct(game.system.event(HERE.record()), "the cat", "umpire")
    assert not any(isinstance(line, StruckLine) for line in game.log.lines)
    assert find_accepted_places(game.log) == HERE.at
    assert "umpire accepts: bob moved 13.0 in" in transcript(DUEL, game.log)


def test_a_log_with_accepted_positions_reads_back_verifies_and_tells_of_them() -> None:
    game, chance = begun(setup=SETUP), random.Random(5)
    for turn in range(60):
        if game.over:
            break
        if turn % 3 == 0:
            game.interject(THERE if turn % 2 else HERE, "red")
        one_step(game, chance)
    assert verify(DUEL, game.log) is None
    again = resumed([*lines(game)])
    assert again.difference is None
    assert (again.state, asked(again), lines(again)) == (game.state, asked(game), lines(game))
    told = transcript(DUEL, game.log)
    assert "Both sides accept: bob moved 13.0 in" in told
    assert "Both sides accept: bob moved 2.0 in and ann moved 0.5 in" in told


def test_nothing_is_accepted_where_nothing_is_asked() -> None:
    game, chance = begun(), random.Random(3)
    while not game.over:
        one_step(game, chance)
    with pytest.raises(IllegalAnswer, match="no question is open"):
        game.interject(HERE, "red")
