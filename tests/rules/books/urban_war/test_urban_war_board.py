"""What a seat is shown of a game of Urban War, in words."""

import pytest

from tablecam.rules.books.urban_war.board import board
from tablecam.rules.books.urban_war.rules.state import Phase


def visible(phase: Phase, **more: object) -> dict[str, object]:
    return {"models": {}, "sides": ["red", "blue"], "turn": 0, "phase": phase.value, "markers": [], **more}


@pytest.mark.parametrize("phase", Phase)
def test_only_in_an_activation_may_anybody_break_in(phase: Phase) -> None:
    assert (board(visible(phase), "").interrupt is not None) == (phase is Phase.ACTIVATION)


def test_a_phase_does_not_repeat_the_name_of_its_step() -> None:
    said = {str(board(visible(phase), "").phase) for phase in (Phase.TERRAIN, Phase.SIDES, Phase.DEPLOYMENT)}
    assert said == {"before the first turn"}
    assert str(board(visible(Phase.ACTIVATION), "").phase) == "activation phase"


def test_a_tap_that_ends_an_action_says_what_becomes_of_a_model_on_overwatch() -> None:
    waiting = {"alive": True, "order": "hidden", "activated": False, "wounds": 1, "tags": []}
    models = {
        name: {**waiting, "profile": {"name": name, "side": side, "W": 1}}
        for name, side in (("ann", "red"), ("eve", "blue"))
    }
    shown = board(visible(Phase.ACTIVATION, models=models, action={"model": "ann"}), "")
    assert shown.going_on is not None
    named = shown.going_on.with_side_name("Bo")
    assert (shown.going_on.seat, shown.going_on.models) == ("blue", ("eve",))
    assert "ends the action. A model on overwatch is not activated: Bo then chooses" in str(named.note)
