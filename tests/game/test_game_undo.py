"""Taking back and doing again."""

import random

import pytest
from duel import DUEL, Wounded
from playing import WALK_AND_WAIT, begun, counting, lines, one_step, resumed

from tablecam.game.change_plan import fold
from tablecam.game.log import StruckLine
from tablecam.rules.ask import IllegalAnswer

TO_THE_NERVE = (*WALK_AND_WAIT, "choose ann", "blue choose bob", "halted 3", "roll 6")


def standing(game):
    """All that a player can tell apart."""
    return game.state, [(each.ask, each.which) for each in game.open], counting(game)


def test_what_was_done_last_is_taken_back_and_leaves_a_struck_trace() -> None:
    game = begun(*TO_THE_NERVE)
    before = standing(begun(*TO_THE_NERVE[:-1]))
    game.undo()
    assert standing(game) == before
    assert isinstance(game.log.lines[-1], StruckLine)
    assert any('"answer":[6]' in line for line in lines(game))


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 20))])
def test_taken_back_and_done_again_is_as_if_nothing_had_been(seed: int) -> None:
    game, chance = begun(), random.Random(seed)
    while not game.over:
        if one_step(game, chance):
            was = standing(game)
            game.undo()
            game.redo()
            assert standing(game) == was
            assert game.state == fold(DUEL, game.log)


@pytest.mark.parametrize("seed", [*range(1), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5))])
def test_a_whole_game_can_be_taken_back_and_done_again(seed: int) -> None:
    game, chance = begun(), random.Random(seed)
    stood = [standing(game)]
    while not game.over:
        if one_step(game, chance):
            stood.append(standing(game))
    for was in reversed(stood[:-1]):
        game.undo()
        assert standing(game) == was
    with pytest.raises(IllegalAnswer, match="nothing to take back"):
        game.undo()
    for was in stood[1:]:
        game.redo()
        assert standing(game) == was
    with pytest.raises(IllegalAnswer, match="nothing to redo"):
        game.redo()


def test_whoever_does_something_else_can_no_longer_do_the_old_again() -> None:
    game = begun(*TO_THE_NERVE)
    game.undo()
    game.answer([5], question=game.open[0].line, by="blue")
    with pytest.raises(IllegalAnswer, match="nothing to redo"):
        game.redo()


def test_any_answer_of_the_game_can_be_taken_back_with_all_that_came_of_it() -> None:
    game = begun(*TO_THE_NERVE, "roll 9 9")
    choosing = next(n for n in game.log.live if '"answer":"ann"' in lines(game)[n - 1])
    game.retract(choosing, "we meant the other one")
    assert standing(game) == standing(begun(*WALK_AND_WAIT))
    for _ in range(4):
        game.redo()
    assert standing(game) == standing(begun(*TO_THE_NERVE))


def test_only_what_somebody_did_can_be_taken_back() -> None:
    game = begun(*TO_THE_NERVE)
    with pytest.raises(IllegalAnswer, match="line 2 has no action"):
        game.retract(2, "why not")


def test_corrections_and_abandoned_actions_are_taken_back_and_done_again_too() -> None:
    game = begun(*TO_THE_NERVE)
    game.abandon("the hall closes")
    abandoned = standing(game)
    game.correct(Wounded(model="cat", faces=()), "forgotten")
    corrected = standing(game)
    game.undo()
    assert game.state == abandoned[0]
    game.undo()
    assert standing(game) == standing(begun(*TO_THE_NERVE))
    game.redo()
    assert standing(game) == abandoned
    game.redo()
    assert standing(game) == corrected


def shot(game) -> int:
    return next(n for n in game.log.live if getattr(game.log[n], "answer", None) == [6])


def test_an_overruling_is_taken_back_as_one_and_what_it_had_struck_is_done_again() -> None:
    game = begun(*TO_THE_NERVE, "roll 2 2", "move 2", "ranges bob=9 cat=9")
    was = standing(game)
    game.overrule(shot(game), [2], "the die was cocked")
    overruled = standing(game)
    for _ in range(3):
        game.undo()
        assert standing(game) == was
        game.redo()
        assert standing(game) == overruled
    game.undo()
    game.undo()
    assert standing(game) == standing(begun(*TO_THE_NERVE, "roll 2 2", "move 2"))


def test_a_correction_is_taken_back_as_one_and_the_action_in_progress_stays() -> None:
    game = begun(*TO_THE_NERVE)
    was = standing(game)
    game.correct(Wounded(model="cat", faces=()), "forgotten")
    corrected = standing(game)
    again = resumed([*lines(game)])
    for _ in range(3):
        again.undo()
        assert standing(again) == was
        again.redo()
        assert standing(again) == corrected


def test_of_two_corrections_after_the_end_the_last_is_taken_back() -> None:
    game = begun(setup={"red": ["ann"], "blue": []})
    game.correct(Wounded(model="ann", faces=()), "for the record")
    was = standing(game)
    game.correct(Wounded(model="ann", faces=()), "twice")
    game.undo()
    assert standing(game) == was
    assert game.state.models["ann"].wounds == 1


def test_an_answer_that_an_overruling_kept_can_still_be_taken_back_alone() -> None:
    game = begun(*TO_THE_NERVE, "roll 2 2", "move 2")
    game.overrule(shot(game), [2], "the die was cocked")
    moved = next(n for n in game.log.live if getattr(game.log[n], "answer", None) == {"length_in": 2.0})
    overruled = standing(game)
    game.retract(moved, "it moves elsewhere")
    assert game.open[0].ask.verb == "move"
    game.redo()
    assert standing(game) == overruled


def test_what_no_longer_fits_is_not_done_again() -> None:
    game = begun(*TO_THE_NERVE)
    game.undo()
    old = [line.replace('"setup":{', '"setup":{"needed":8,') for line in lines(game)]
    again = resumed(old)
    with pytest.raises(IllegalAnswer, match="does not fit what is asked now"):
        again.redo()
    assert again.open[0].ask.check.target == 8


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_whatever_was_done_is_taken_back_and_done_again(seed: int) -> None:
    game, chance = begun(), random.Random(seed)
    while not game.over:
        was, last = standing(game), game.log.last
        try:
            something(game, chance)
        except IllegalAnswer:
            continue
        if game.log.last > last and standing(game) != was:
            now = standing(game)
            game.undo()
            assert standing(game) == was
            game.redo()
            assert standing(game) == now


def something(game, chance: random.Random) -> None:
    """Anything but undoing."""
    dice = chance.randrange(30)
    rolls = [n for n in game.log.live if isinstance(getattr(game.log[n], "answer", None), list)]
    if dice == 0:
        game.abandon("the phone rings")
    elif dice == 1:
        game.correct(Wounded(model=chance.choice(["ann", "bob"]), faces=()), "forgotten")
    elif dice < 6 and rolls:
        line = chance.choice(rolls[-4:])
        game.overrule(line, [chance.randint(4, 10) for _ in game.log[line].answer], "misread")
    else:
        one_step(game, chance)


def test_what_was_taken_back_before_the_lights_went_out_can_be_done_again_after() -> None:
    game = begun(*TO_THE_NERVE)
    game.undo()
    game.undo()
    again = resumed([*lines(game)])
    again.redo()
    again.redo()
    assert standing(again) == standing(begun(*TO_THE_NERVE))
