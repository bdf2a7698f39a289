"""Rulings made again: as they were, under an edited log, and under another house rule."""

import pytest
from duel import DUEL, Wounded
from playing import WALK_AND_WAIT, begun, lines, played

from tablecam.game.log import EventLine, read_log
from tablecam.game.verify import differences, verify, what_if

SHOT = (*WALK_AND_WAIT, "choose ann", "blue choose bob", "halted 3", "roll 6", "roll 9 9")


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 20))])
def test_a_log_is_what_its_rulebook_would_write_again(seed: int) -> None:
    assert verify(DUEL, played(seed).log) is None


def test_what_the_umpire_did_is_taken_as_said() -> None:
    game = begun(*SHOT)
    game.correct(Wounded(model="cat", faces=()), "forgotten")
    game.abandon("late")
    shot = next(n for n in game.log.live if getattr(game.log[n], "answer", None) == [6])
    game.overrule(shot, [8], "misread")
    game.undo()
    assert verify(DUEL, game.log) is None


def test_a_die_edited_in_the_log_is_found_at_the_ruling_that_no_longer_follows() -> None:
    texts = [line.replace('"answer":[6]', '"answer":[5]') for line in lines(begun(*SHOT))]
    log = read_log(texts)
    difference = verify(DUEL, log)
    assert isinstance(log[difference.line], EventLine)
    assert difference.logged["event"]["name"] == "Wounded"
    assert difference.now["event"]["name"] == "Missed"
    assert str(difference).startswith(f"line {difference.line} of the log says")


def test_another_house_rule_shows_the_rulings_that_it_would_have_changed() -> None:
    game = begun(*SHOT)
    assert what_if(DUEL, game.log, {"needed": 6}) == ()
    (changed,) = what_if(DUEL, game.log, {"needed": 7})
    assert changed.logged["ask"]["check"]["needed"] == 6
    assert changed.now["ask"]["check"]["needed"] == 7


def test_stretches_that_end_before_a_line_are_not_made_again() -> None:
    log = played(3).log
    every = [difference.line for difference in what_if(DUEL, log, {"needed": 8})]
    other = {**log.header.setup, "needed": 8}
    assert [difference.line for difference in differences(DUEL, log, other, since=every[1])] == every[1:]
    assert verify(DUEL, log, since=every[1]) is None


def test_each_stretch_is_judged_by_itself() -> None:
    game = played(3)
    changed = what_if(DUEL, game.log, {"needed": 8})
    boundaries = [n for n in game.log.live if "boundary" in vars(game.log[n])]
    stretches = [sum(n <= each.line for n in boundaries) for each in changed]
    assert len(changed) > 2
    assert len(set(stretches)) == len(stretches)
