"""Overruling in two steps."""

import pytest
from playing import WALK_AND_WAIT, begun, lines

from tablecam.game.log import AnswerLine
from tablecam.game.overrule_preview import accept, propose
from tablecam.rules.ask import IllegalAnswer

SHOT = (*WALK_AND_WAIT, "choose ann", "blue choose bob", "halted 3", "roll 6", "roll 2 2", "move 3")


def shot(game) -> int:
    return next(n for n in game.log.live if isinstance(game.log[n], AnswerLine) and game.log[n].answer == [6])


def test_the_first_step_shows_what_would_change_and_changes_nothing() -> None:
    game = begun(*SHOT)
    before = [*lines(game)]
    proposal = propose(game, shot(game), [2], "the die was cocked", by="red")
    assert lines(game) == before
    assert [game.log[line].answer for line in proposal.lost] == [[2, 2]]
    assert proposal.kept == 1
    assert [event["name"] for event in proposal.undone] == ["Wounded", "Shaken"]
    assert [event["name"] for event in proposal.brought] == ["Missed"]


def test_the_second_step_does_it() -> None:
    game = begun(*SHOT)
    accept(game, propose(game, shot(game), [2], "the die was cocked", by="red"))
    assert game.state.models["ann"].wounds == 2
    assert not game.state.models["cursed"].shaken


def test_a_proposal_is_void_once_the_game_has_gone_on() -> None:
    game = begun(*SHOT)
    proposal = propose(game, shot(game), [2], "the die was cocked")
    game.undo()
    with pytest.raises(IllegalAnswer, match="has moved on"):
        accept(game, proposal)


def test_a_proposal_needs_a_reason() -> None:
    game = begun(*SHOT)
    with pytest.raises(IllegalAnswer, match="say why"):
        propose(game, shot(game), [2], "")
