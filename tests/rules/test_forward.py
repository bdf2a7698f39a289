"""A game without a log has the same questions, events and states as the logged game."""

import random
from typing import Any

import pytest
from duel import DUEL, SETUP
from forward_games import build_setup, play_again, play_logged

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.forward import ForwardGame, LivePlay, RandomAnswers, ScriptedAnswer, ScriptMisfit
from tablecam.rules.frozen import copy_with


@pytest.mark.parametrize("name", BOOKS.books)
def test_a_game_without_a_log_has_the_lines_of_the_logged_game(name: str) -> None:
    book, setup = build_setup(name)
    play_again(book, setup, play_logged(book, setup, 5))


@pytest.mark.long
@pytest.mark.parametrize("name", BOOKS.books)
def test_many_games_without_a_log_have_the_lines_of_the_logged_games(name: str) -> None:
    book, setup = build_setup(name)
    for seed in range(100, 112):
        play_again(book, setup, play_logged(book, setup, seed))


def test_a_refused_answer_is_drawn_again_and_changes_nothing() -> None:
    book, setup = build_setup("urban-war")
    game: ForwardGame[Any] = ForwardGame(
        book.system, book.system.new_game(setup), RandomAnswers(random.Random(2).randrange)
    )
    game.play()
    assert game.refused > 0
    assert book.system.next_procedure(game.state) is None


def test_a_script_comes_before_the_answerer() -> None:
    options = (Option("walk"), Option("wait"))
    question = Choose(seat="red", purpose="action", options=options)
    play = LivePlay(DUEL.new_game(SETUP), DUEL.evolve, lambda *_: (0, "wait"), [ScriptedAnswer(question, "walk")])
    assert [play.ask(question), play.ask(question)] == ["walk", "wait"]


def test_a_script_for_another_question_does_not_fit() -> None:
    asked = Choose(seat="red", purpose="action", options=(Option("walk"),))
    other = Choose(seat="blue", purpose="action", options=(Option("walk"),))
    play = LivePlay(DUEL.new_game(SETUP), DUEL.evolve, lambda *_: (0, "walk"), [ScriptedAnswer(other, "walk")])
    with pytest.raises(ScriptMisfit):
        play.ask(asked)


def test_a_copy_has_the_new_values_and_no_new_fields() -> None:
    state = DUEL.new_game(SETUP)
    assert (copy_with(state, turn=4).turn, state.turn) == (4, 1)
    with pytest.raises(TypeError):
        copy_with(state, turns=4)
