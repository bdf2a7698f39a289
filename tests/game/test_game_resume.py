"""A game cut off anywhere goes on as if it had not been."""

import pickle
import random

import pytest
from duel import DUEL, SETUP, Duel, Wounded
from playing import WALK_AND_WAIT, begun, counting, lines, one_step, played, resumed

from tablecam.game.change_plan import fold
from tablecam.game.game import Game
from tablecam.game.log import AnswerLine, BadLog, BoundaryLine, InMemory, read_log
from tablecam.rules.ask import IllegalAnswer


class Batches(InMemory):
    """A sink that remembers where each batch ended."""

    def append(self, new) -> None:
        super().append(new)
        self.ends = [*getattr(self, "ends", []), len(self.lines)]


def standing(game):
    return game.state, [each.ask.record() for each in game.open], counting(game)


def eventful(seed: int):
    """A random game with undoing, overruling, correcting and abandoning in it, and how it stood after each batch."""
    chance = random.Random(seed)
    game = Game.begin(DUEL, SETUP, Batches())
    stood = dict.fromkeys(game.sink.ends, standing(game))
    while not game.over:
        try:
            something(game, chance)
        except IllegalAnswer:
            continue
        stood[game.log.last] = standing(game)
    return game, stood


def something(game, chance: random.Random) -> None:
    dice = chance.randrange(40)
    if dice == 0:
        game.undo()
    elif dice == 1:
        game.redo()
    elif dice == 2:
        game.abandon("the phone rings")
    elif dice == 3:
        game.correct(Wounded(model=chance.choice(["ann", "bob"]), faces=()), "forgotten")
    elif dice < 8 and (rolls := [n for n in game.log.live if isinstance(game.log[n].__dict__.get("answer"), list)]):
        line = chance.choice(rolls[-3:])
        game.overrule(line, [chance.randint(4, 10) for _ in game.log[line].answer], "misread")
    else:
        one_step(game, chance)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_a_game_read_back_after_any_line_stands_as_it_stood(seed: int) -> None:
    game, stood = eventful(seed)
    written, first = lines(game), 1
    for end in game.sink.ends:
        for cut in range(first, end + 1):
            again = resumed(written[:cut])
            assert again.state == fold(DUEL, again.log)
            if end in stood and (cut == end or isinstance(game.log[first], AnswerLine)):
                assert standing(again) == stood[end]
        first = end + 1


@pytest.mark.slow
def test_a_game_cut_off_anywhere_goes_on_to_the_same_end() -> None:
    game = played(11)
    whole = lines(game)
    for cut in range(1, len(whole)):
        again = resumed(whole[:cut])
        for answer in answers_of(game)[len(answers_of(again)) :]:
            question = next(each for each in again.open if each.line == answer.to)
            again.answer(answer.answer, question=question.line, by=answer.by)
        assert lines(again) == [line for number, line in enumerate(whole, 1) if number in game.log.live]


def answers_of(game):
    return [game.log[number] for number in game.log.live if isinstance(game.log[number], AnswerLine)]


def test_a_game_in_progress_can_be_copied() -> None:
    game = begun(*WALK_AND_WAIT, "choose ann")
    copy = pickle.loads(pickle.dumps(game))
    copy.answer("bob", question=copy.open[1].line, by="blue")
    assert copy.log.last > game.log.last
    assert standing(copy) != standing(game)


def test_what_a_resumed_game_writes_follows_the_log() -> None:
    game = begun(*WALK_AND_WAIT)
    sink = InMemory()
    again = Game.resume(DUEL, lines(game)[:-1], sink)
    assert sink.lines == lines(game)[-1:]
    assert again.difference is None


def test_the_state_at_every_boundary_is_the_fold_of_the_lines_before_it() -> None:
    game = played(5)
    for number in game.log.live:
        if isinstance(game.log[number], BoundaryLine):
            assert fold(DUEL, game.log, number) == fold(DUEL, read_log(lines(game)[: number - 1]))


def test_another_game_s_log_is_refused() -> None:
    with pytest.raises(IllegalAnswer, match="this log belongs to duel, not to chess"):
        Game.resume(Duel(name="chess"), lines(begun()), InMemory())


def test_changed_rules_are_reported_and_only_the_action_in_progress_is_played_again() -> None:
    game = begun(
        "red assign *=walk", "blue assign *=wait", "choose ann", "blue choose bob", "halted 3", "roll 6", "roll 9 9"
    )
    wounded = next(n for n, line in enumerate(lines(game), 1) if "Wounded" in line)
    old = [line.replace('"setup":{', '"setup":{"needed":8,') for line in lines(game)]
    again = Game.resume(DUEL, old, InMemory([*old]))
    assert again.difference is not None
    assert "to hit" in str(again.difference)
    assert again.difference.line < wounded
    assert again.open[0].ask.check.target == 8
    assert again.state.models["ann"].wounds == 2
    assert again.state == fold(DUEL, again.log)


def test_changed_rules_leave_finished_actions_as_they_were() -> None:
    game = played(11)
    old = [line.replace('"setup":{', '"setup":{"needed":9,') for line in lines(game)]
    again = Game.resume(DUEL, old, InMemory([*old]))
    assert again.difference is None
    assert again.state.models == game.state.models


def test_rules_that_begin_with_another_procedure_play_that_one() -> None:
    old = [line.replace("orders of turn 1", "counting of turn 1") for line in lines(begun("red assign *=walk"))]
    again = Game.resume(DUEL, old, InMemory([*old]))
    assert again.difference is not None
    assert (again.difference.line, again.difference.now) == (2, {"boundary": "orders of turn 1"})
    assert [each.ask.seat for each in again.open] == ["blue"]


def test_rules_that_tell_where_they_asked_are_found_out() -> None:
    class Announcing(Duel):
        def next_procedure(self, state):
            step = super().next_procedure(state)
            return step._replace(procedure=lambda game: (game.tell(Wounded(model="", faces=())), step.procedure(game)))

    again = Game.resume(Announcing(), lines(begun("red assign *=walk")), InMemory())
    assert again.difference.line == 3
    assert again.difference.now["event"]["name"] == "Wounded"
    assert [each.ask.seat for each in again.open] == ["blue"]


def test_rules_that_no_longer_ask_say_that_there_is_nothing_now() -> None:
    game = begun()
    old = [line.replace('"blue":["bob","cat"]', '"blue":[]') for line in lines(game)]
    again = Game.resume(DUEL, old, InMemory([*old]))
    assert str(again.difference).endswith("the rules now say nothing")
    assert again.over


def test_a_log_with_an_event_that_no_rulebook_knows_names_its_line() -> None:
    old = [line.replace("OrdersGiven", "OrdersSung") for line in lines(played(11))]
    with pytest.raises(BadLog, match=r"line 7 of the log: .*OrdersSung.* is no event of this rulebook"):
        Game.resume(DUEL, old, InMemory())


def test_a_log_with_an_event_that_the_rulebook_breaks_over_names_its_line() -> None:
    class Fragile(Duel):
        def evolve(self, state, event):
            raise KeyError("no such model")

    with pytest.raises(BadLog, match="line 7 of the log: the rulebook breaks over"):
        Game.resume(Fragile(), lines(played(11)), InMemory())
