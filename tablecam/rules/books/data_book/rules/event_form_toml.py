"""The form of the table [event] of a data book: the score card of a game in a club event, and its points."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from tablecam.rules.books.data_book.rules.form_toml import COUNT, Bounds, Title
from tablecam.rules.event_scoring import MOST

POINTS = Bounds(0, MOST)


@dataclass(frozen=True)
class ScoreLevelForm:
    """A level of a field, such as heavy losses."""

    title: Title
    per_cent: Annotated[int, Bounds(0, 100), "The percentage of the force from which it holds, fractions up."]


@dataclass(frozen=True)
class ScoreFieldForm:
    """A field of the score card, about one player."""

    title: Title
    kind: Annotated[Literal["number", "mark"], "A number from 0, or a mark to set."] = "number"
    counts: Annotated[
        Literal["by_hand", "won", "points", "lost", "left"],
        "What an umpired game enters: whether the side has won, its victory points, the models that it has lost, or"
        " has left; by_hand: nothing.",
    ] = "by_hand"
    worth: Annotated[int, Bounds(-100, 100), "What one of it adds to the player's sum; negative counts against."] = 0
    most: Annotated[int, Bounds(1, MOST), "The largest number."] = MOST
    of_force: Annotated[bool, "Whether the largest number is that of the models in the force."] = False
    levels: Annotated[
        tuple[ScoreLevelForm, ...], "Levels, the lightest first; `worth` is then of a level, not of one."
    ] = ()
    tops: Annotated[str, "For a mark: the field that counts at its worst."] = ""
    alone: Annotated[bool, "For a mark: only one of the two players can have it."] = False
    tie_break: Annotated[bool, "Whether the sum over a player's games may break ties."] = False


@dataclass(frozen=True)
class ScoreStepForm:
    """The points of a game from a lead on: the difference of the two players' sums."""

    lead: Annotated[int, Bounds(0), "The lead from which it holds; the first is 0, a draw."]
    ahead: Annotated[int, POINTS, "The points of the player who leads."]
    behind: Annotated[int, POINTS, "The points of the other one."]


@dataclass(frozen=True)
class EventForm:
    """The score card of a game in a club event. Without this table it says who has won, and how many models fell."""

    fields: Annotated[Mapping[str, ScoreFieldForm], "The fields of the card, in their order."] = field(
        default_factory=dict
    )
    steps: Annotated[tuple[ScoreStepForm, ...], "The points, by the lead."] = (
        ScoreStepForm(0, 1, 1),
        ScoreStepForm(1, 3, 0),
    )
    concession: Annotated[int | None, COUNT, "The lead that a concession gives at least; without it a narrow win."] = (
        None
    )
    bye: Annotated[int | None, POINTS, "The points of a bye; without it the best of all."] = None
