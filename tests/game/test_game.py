"""A game in progress: who is asked, whose answer stands, and what is written when."""

import json
import random

import pytest
from duel import DUEL, SETUP, Missed, Wounded
from playing import WALK_AND_WAIT, begun, lines, one_step

from tablecam.game.change_plan import fold
from tablecam.game.game import Game
from tablecam.game.log import AnswerLine, EventLine, InMemory
from tablecam.rules.ask import IllegalAnswer

TO_THE_SHOT = (*WALK_AND_WAIT, "choose ann", "blue choose bob", "halted 3")
TO_THE_NERVE = (*TO_THE_SHOT, "roll 6")


def asked(game, seat):
    return [(each.ask.verb, each.ask.seat) for each in game.waiting_for(seat)]


def line_of(game, kind, **fields) -> int:
    """The last line of a kind that counts and has these fields."""
    found = [n for n in game.log.live if isinstance(game.log[n], kind)]
    return [n for n in found if all(getattr(game.log[n], key) == value for key, value in fields.items())][-1]


def test_each_seat_waits_for_its_own_questions_and_the_table_for_its() -> None:
    game = begun()
    assert asked(game, "red") == [("assign", "red")]
    assert asked(game, "blue") == [("assign", "blue")]
    assert asked(game, None) == []
    game = begun(*WALK_AND_WAIT, "choose ann")
    assert asked(game, None) == [("move", None)]
    assert asked(game, "red") == [("move", None)]
    assert asked(game, "blue") == [("move", None), ("choose", "blue")]


def test_an_answer_leads_on_and_says_what_it_led_to() -> None:
    game = begun(*TO_THE_SHOT)
    (question,) = game.open
    new = game.answer([6], question=question.line, by="blue", source="dice pad", position="model ann red 30mm at 1,1")
    assert new[0] == AnswerLine(
        answer=[6], to=question.line, by="blue", source="dice pad", position="model ann red 30mm at 1,1"
    )
    assert new[1] == EventLine(event=Wounded(model="ann", faces=(6,)).record())
    assert game.state.models["ann"].wounds == 1


def test_a_tap_that_comes_late_is_refused_and_not_taken_for_the_next_question() -> None:
    game = begun(*TO_THE_SHOT)
    (question,) = game.open
    game.answer([6], question=question.line, by="blue")
    before = [*lines(game)]
    with pytest.raises(IllegalAnswer, match=f"the question of line {question.line} is no longer open"):
        game.answer([6], question=question.line, by="blue")
    assert lines(game) == before


def test_the_side_whose_offer_came_too_late_is_told_so() -> None:
    game = begun(*WALK_AND_WAIT, "choose ann")
    move, offer = game.open
    game.answer({"length_in": 2}, question=move.line, by="table")
    with pytest.raises(IllegalAnswer, match="no longer open"):
        game.answer("bob", question=offer.line, by="blue")


def test_nobody_answers_for_the_other_side() -> None:
    game = begun(*TO_THE_SHOT)
    (question,) = game.open
    with pytest.raises(IllegalAnswer, match="is for blue to answer, not for red"):
        game.answer([6], question=question.line, by="red")
    game.answer([6], question=question.line, by="umpire")


def test_any_player_may_answer_for_the_table() -> None:
    game = begun(*WALK_AND_WAIT, "choose ann")
    game.answer(2.0, question=game.open[0].line, by="red", source="tape measure")
    assert game.log[line_of(game, AnswerLine)].source == "tape measure"


def test_a_refused_answer_leaves_no_trace_and_the_question_open() -> None:
    game = begun(*TO_THE_SHOT)
    before, state = [*lines(game)], game.state
    with pytest.raises(IllegalAnswer, match="a d10 shows 1 to 10, not 11"):
        game.answer([11], question=game.open[0].line, by="blue")
    assert (lines(game), game.state) == (before, state)
    game.answer([6], question=game.open[0].line, by="blue")


def test_answer_and_events_are_written_as_one_before_anybody_is_told() -> None:
    batches: list[tuple[int, list[str]]] = []

    class Watching(InMemory):
        def append(self, new) -> None:
            batches.append((len(game.log.lines) if game else 0, [*new]))
            super().append(new)

    game = None
    game = Game.begin(DUEL, SETUP, Watching())
    batches.clear()
    length = game.log.last
    game.answer({"ann": "walk", "cursed": "wait"}, question=game.open[0].line, by="red")
    game.answer({"bob": "walk", "cat": "wait"}, question=game.open[0].line, by="blue")
    assert [next(iter(json.loads(line))) for line in batches[1][1]] == ["answer", "event", "event", "boundary", "ask"]
    assert [known for known, _ in batches] == [length, length + 1]


def test_a_disk_that_is_full_leaves_the_game_as_it_was() -> None:
    class Full(InMemory):
        full = False

        def append(self, new) -> None:
            if self.full:
                raise OSError("no space left on device")
            super().append(new)

    sink = Full()
    game = Game.begin(DUEL, SETUP, sink)
    sink.full = True
    state, last, question = game.state, game.log.last, game.open[0]
    with pytest.raises(OSError, match="no space"):
        game.answer({"ann": "walk", "cursed": "wait"}, question=question.line, by="red")
    assert (game.state, game.log.last, game.open[0]) == (state, last, question)
    sink.full = False
    game.answer({"ann": "walk", "cursed": "wait"}, question=question.line, by="red")


def test_overruling_keeps_the_later_answers_that_still_fit() -> None:
    game = begun(*TO_THE_NERVE, "roll 2 2", "move 3", "ranges bob=9 cat=30", "choose nobody")
    game.overrule(line_of(game, AnswerLine, answer=[6]), [7], "it was a seven")
    assert game.state.models["ann"].wounds == 1
    assert game.state.models["cursed"].shaken
    kept = [line.answer for line in game.log.lines if isinstance(line, AnswerLine) and line.again]
    assert kept == [[2, 2], {"length_in": 3.0}, {"bob": 9.0, "cat": 30.0}, "nobody"]


def test_overruling_drops_what_nobody_asks_for_any_more_and_keeps_the_rest() -> None:
    game = begun(*TO_THE_NERVE, "roll 2 2", "move 3", "ranges bob=9 cat=30", "choose nobody")
    game.overrule(line_of(game, AnswerLine, answer=[6]), [2], "the die was cocked", by="red")
    assert game.state.models["ann"].wounds == 2
    assert not game.state.models["cursed"].shaken
    assert game.open[0].ask.purpose == "activate"
    overruling = game.log[line_of(game, AnswerLine, answer=[2])]
    assert (overruling.by, overruling.why) == ("red", "the die was cocked")
    assert game.log[overruling.overrules].answer == [6]


def test_an_answer_of_a_finished_action_can_be_overruled_too() -> None:
    game = begun(*TO_THE_NERVE, "roll 9 9", "move 3", "ranges bob=9 cat=30", "choose bob", "roll 6", "roll 9 9")
    assert game.state.models["bob"].wounds == 1
    game.overrule(line_of(game, AnswerLine, to=line_of(game, AnswerLine, answer=[6]) - 1), [5], "a five")
    assert game.state.models["bob"].wounds == 2
    assert game.state == fold(DUEL, game.log)


@pytest.mark.parametrize(("raw", "why", "sentence"), [([11], "x", "1 to 10"), ([5], "", "say why")])
def test_overruling_with_what_cannot_stand_changes_nothing(raw, why: str, sentence: str) -> None:
    game = begun(*TO_THE_NERVE)
    before = [*lines(game)]
    with pytest.raises(IllegalAnswer, match=sentence):
        game.overrule(line_of(game, AnswerLine), raw, why)
    with pytest.raises(IllegalAnswer, match="is not an answer that counts"):
        game.overrule(2, [5], "no answer stands there")
    assert lines(game) == before


def test_a_correction_counts_from_the_start_of_the_action_which_goes_on() -> None:
    game = begun(*TO_THE_SHOT)
    game.correct(Wounded(model="cat", faces=()), "forgotten last turn")
    assert game.state.models["cat"].wounds == 1
    assert game.open[0].ask.purpose == "bob to hit ann"
    assert game.state == fold(DUEL, game.log)


def test_a_correction_that_changes_who_can_act_drops_the_answers_that_no_longer_fit() -> None:
    game = begun(*TO_THE_SHOT)
    for _ in range(2):
        game.correct(Wounded(model="ann", faces=()), "ann was dead")
    assert [each.id for each in game.open[0].ask.options] == ["cursed"]


def test_a_correction_says_why() -> None:
    with pytest.raises(IllegalAnswer, match="say why"):
        begun().correct(Missed(model="ann", faces=()), "")


def test_an_abandoned_action_keeps_what_it_has_told() -> None:
    game = begun(*TO_THE_NERVE)
    game.abandon("the hall closes")
    assert game.state.models["ann"].wounds == 1
    assert game.state.models["ann"].spent
    assert game.open[0].ask.purpose == "activate"


def test_a_game_that_is_over_asks_nothing_and_can_still_be_corrected() -> None:
    game = begun(setup={"red": ["ann"], "blue": []})
    assert game.over
    assert game.open == ()
    with pytest.raises(IllegalAnswer, match="nothing in progress to abandon"):
        game.abandon("why not")
    game.correct(Wounded(model="ann", faces=()), "for the record")
    assert game.state.models["ann"].wounds == 1


def test_the_first_line_names_the_game_its_setup_its_seats_and_its_tags() -> None:
    sink = InMemory()
    Game.begin(DUEL, SETUP, sink, tags={"Red": "Anna"})
    assert json.loads(sink.lines[0]) == {
        "game": "duel",
        "setup": SETUP,
        "seats": ["red", "blue"],
        "tags": {"Red": "Anna"},
    }


def finish(game: Game) -> None:
    """Play to the end, with the same answers each time."""
    chance = random.Random(5)
    while not game.over:
        one_step(game, chance)


def test_a_fork_goes_on_as_the_game_does_and_leaves_it_alone() -> None:
    game = begun(*WALK_AND_WAIT)
    seen = [*game.visible_lines("red")]
    fork, before = game.fork(), (lines(game)[:], game.log.last, game.state, game.open)
    assert (fork.state, fork.open, fork.visible_lines("red")) == (game.state, game.open, seen)
    finish(fork)
    assert (lines(game), game.log.last, game.state, game.open) == before
    assert game.visible_lines("red") == seen
    finish(game)
    assert (game.log.lines, game.state) == (fork.log.lines, fork.state)
    assert game.visible_lines("red") == fork.visible_lines("red")
    fork.undo()
    assert game.over
    assert not fork.over
