"""The form of the table [campaign] of a data book: what models carry on from game to game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from tablecam.rules.books.data_book.rules.form_toml import Bounds, Words


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
class CampaignForm:
    """The counters that models of a warband keep from game to game. Without counters the book has no campaign."""

    counters: Annotated[Mapping[str, Words], "The counters of a model, with their names."] = field(default_factory=dict)
    gains: Annotated[tuple[GainForm, ...], "What a game changes."] = ()
