"""Steps of procedures that another book replaces by name."""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from tablecam.rules.play import Play
from tablecam.rules.steps import collect_steps, replace_steps, replaceable


@replaceable
def count_dice(game: Play[int], skill: int) -> int:
    return game.state + skill


@replaceable
def shoot(game: Play[int], skill: int) -> str:
    return "bang " * count_dice(game, skill)


STEPS = collect_steps(sys.modules[__name__])


def begin(*replacements: Callable[..., Any]) -> Play[int]:
    return Play(1, lambda state, _event: state, steps=replace_steps(STEPS, *replacements))


class SecondEdition:
    """The functions of another book, which have the same names."""

    @staticmethod
    def count_dice(game: Play[int], skill: int) -> int:
        return 3 * skill

    @staticmethod
    def shoot(game: Play[int], skill: int) -> str:
        return shoot.original(game, skill) + "click"

    @staticmethod
    def shot(game: Play[int], skill: int) -> str:
        return "click"


def test_a_step_runs_as_it_is_unless_the_book_that_is_played_replaces_it() -> None:
    assert shoot(begin(), 1) == "bang bang "
    assert shoot(begin(SecondEdition.count_dice), 1) == "bang bang bang "


def test_a_replacement_may_call_the_step_that_it_replaces() -> None:
    assert shoot(begin(SecondEdition.shoot), 0) == "bang click"
    # and the step that it calls is replaced too
    assert shoot(begin(SecondEdition.shoot, SecondEdition.count_dice), 1) == "bang bang bang click"


def test_a_replacement_may_be_replaceable_itself() -> None:
    assert shoot(begin(replaceable(SecondEdition.count_dice)), 1) == "bang bang bang "


def test_a_name_that_is_no_step_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no step 'shot' to replace, only count_dice, shoot"):
        begin(SecondEdition.shot)


def test_two_steps_of_one_name_are_refused() -> None:
    other = ModuleType("other")
    other.shoot = replaceable(shoot.original)  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="two steps share a name"):
        collect_steps(sys.modules[__name__], other)
