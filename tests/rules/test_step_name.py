"""Steps that are declared once: their names in logs, and their headings."""

from types import ModuleType

import pytest

from tablecam.base.i18n import Message
from tablecam.game.change_plan import make_boundary_line
from tablecam.game.log import BoundaryLine, read, write
from tablecam.rules.step_name import StepName, StepPattern, collect_step_patterns, title_step

ORDERS = StepPattern("orders", "orders of turn {turn}", Message("Orders of turn {turn}"))
LOST = StepPattern("lost", "casualties: {models}", Message("Casualties: {models}"))
SIDE = StepPattern("side", "activation by {side}")
PATTERNS = {pattern.code: pattern for pattern in (ORDERS, LOST, SIDE)}
NAMES = {"ann": "Ann", "bob": "Bob", "red": "Red", "orders": "?"}


def title(step: str) -> str | None:
    return title_step(PATTERNS, step, lambda model: NAMES.get(model, model))


@pytest.mark.parametrize(
    ("step", "written", "heading"),
    [
        (ORDERS(turn=3), "orders of turn 3", "Orders of turn 3"),
        (LOST(models=("ann", "bob")), "casualties: ann, bob", "Casualties: Ann and Bob"),
        (SIDE(side="red"), "activation by red", "Red"),
    ],
)
def test_a_step_has_its_heading_by_its_code_and_in_an_old_log_by_its_name(
    step: StepName, written: str, heading: str
) -> None:
    assert step == written
    assert title(step) == title(written) == heading


def test_the_log_keeps_the_code_of_a_step_and_its_values() -> None:
    text = write(make_boundary_line(LOST(models=("ann", "bob"))))
    assert text == '{"boundary":"casualties: ann, bob","code":"lost","values":{"models":["ann","bob"]}}'
    line = read(text, 2)
    assert isinstance(line, BoundaryLine)
    assert title(line.name) == "Casualties: Ann and Bob"


def test_a_code_decides_where_the_name_says_something_else() -> None:
    assert title(StepName("renamed since", "orders", {"turn": 2})) == "Orders of turn 2"
    assert title(StepName("orders of turn 2", "a newer code")) is None


def test_a_name_without_a_pattern_has_no_heading() -> None:
    assert title("shooting") is None


def test_two_steps_with_one_code_are_refused() -> None:
    module = ModuleType("steps")
    module.ORDERS, module.LATER = ORDERS, {1: StepPattern("orders", "orders again")}  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="two steps have the code orders"):
        collect_step_patterns(module)
