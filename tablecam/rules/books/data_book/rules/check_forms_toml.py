"""The kinds of checks of a data book, by the value of `kind`.

A new kind is a class here, a row in `CHECK_FORMS`, and its play in `rules/check_kinds.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal

from tablecam.rules.books.data_book.rules.amounts_toml import Amount
from tablecam.rules.books.data_book.rules.form_toml import ZERO, Bounds, CheckForm

DICE = Bounds(1, 10)


@dataclass(frozen=True, kw_only=True)
class TargetCheckForm(CheckForm):
    """Dice plus what is added: `needs` or more is a success."""

    kind: Annotated[Literal["target"], "A check against a number."] = "target"
    needs: Annotated[Amount, "The number to reach."]
    dice: Annotated[int, DICE, "Dice that are added up."] = 1
    always_passes: Annotated[tuple[int, ...], "Sums of the bare dice that succeed whatever is added."] = ()
    always_fails: Annotated[tuple[int, ...], "Sums of the bare dice that fail whatever is added."] = ()


@dataclass(frozen=True, kw_only=True)
class LadderCheckForm(CheckForm):
    """Dice plus what is added: a success for each step that is reached, a failure for none."""

    kind: Annotated[Literal["ladder"], "A check against several numbers."] = "ladder"
    steps: Annotated[tuple[int, ...], "The numbers, from the lowest."]
    dice: Annotated[int, DICE, "Dice that are added up."] = 1


@dataclass(frozen=True, kw_only=True)
class DuelCheckForm(CheckForm):
    """A die of the actor against a die of the target: a success if the actor is higher, a failure if the target is."""

    kind: Annotated[Literal["duel"], "A check of two dice against each other."] = "duel"
    against: Annotated[Amount, "Added to the target's die; write `target.` before numbers of its card."] = ZERO
    ties: Annotated[
        Literal["actor", "target", "again", "neither"], "Who wins equal totals; again: both roll again."
    ] = "neither"


CHECK_FORMS: Mapping[str, type[CheckForm]] = MappingProxyType(
    {"target": TargetCheckForm, "ladder": LadderCheckForm, "duel": DuelCheckForm}
)
