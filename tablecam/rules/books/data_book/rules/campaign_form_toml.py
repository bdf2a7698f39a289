"""The form of the table [campaign] of a data book: what models carry on from game to game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from tablecam.rules.books.data_book.rules.form_toml import Bounds, Words

# besides the numbers of profiles, what a campaign may change
WOUNDS = "wounds"


@dataclass(frozen=True)
class GainForm:
    """A gain, or an injury: what a game changes of every model that it is about."""

    counter: Annotated[str, "The counter that changes."]
    when: Annotated[
        Literal["played", "stands", "falls", "wins"],
        "played: every model of the game; stands: one that is still in at the end; falls: one that is out; wins: one of"
        " the side that has won.",
    ]
    gives: Annotated[int, Bounds(-100, 100), "What it adds; negative takes away."] = 1


@dataclass(frozen=True)
class AdvanceForm:
    """A change of a model's card in the next game, made by a counter. A model keeps one wound at least."""

    counter: Annotated[str, "The counter that the model has."]
    number: Annotated[str, "What changes: a number of its profile, or `wounds`."]
    gives: Annotated[int, Bounds(-100, 100), "What each step adds; negative takes away."] = 1
    each: Annotated[int, Bounds(1, 100), "How much of the counter is a step."] = 1
    most: Annotated[int, Bounds(1, 100), "The most steps that count."] = 100


@dataclass(frozen=True)
class CampaignForm:
    """The counters that models of a warband keep from game to game. Without counters the book has no campaign."""

    counters: Annotated[Mapping[str, Words], "The counters of a model, with their names."] = field(default_factory=dict)
    gains: Annotated[tuple[GainForm, ...], "What a game changes."] = ()
    advances: Annotated[tuple[AdvanceForm, ...], "What the counters change in the next game."] = ()


def add_advances(form: CampaignForm, counters: Mapping[str, int]) -> dict[str, int]:
    """The changes of a model's numbers, by their names, from the counters that it brings along."""
    changes: dict[str, int] = {}
    for row in form.advances:
        steps = min(max(0, counters.get(row.counter, 0)) // row.each, row.most)
        if steps:
            changes[row.number] = changes.get(row.number, 0) + steps * row.gives
    return changes
