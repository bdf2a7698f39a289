"""The kinds of values that the fields of Urban Operations' events take, for an umpire's corrections."""

from collections.abc import Mapping

from tablecam.rules.books.event_forms import FormTexts, Takes, forms
from tablecam.rules.books.urban_operations.rules.events import EVENTS
from tablecam.rules.books.urban_operations.rules.state import STAGES
from tablecam.rules.books.urban_operations.rules.tokens import KINDS
from tablecam.rules.books.urban_operations.wording.event_texts import EVENT_TEXTS, FIELD_TITLES
from tablecam.rules.plain import Json

MODEL, SEAT, TEXT = "model", "seat", "text"
TAKES: Mapping[str, Takes] = {
    **dict.fromkeys(("block", "target", "by", "carrier", "vehicle", "partner", "to"), MODEL),
    **dict.fromkeys(("seat", "first"), SEAT),
    **dict.fromkeys(("token", "id", "what", "why", "cause", "impulse", "key", "value", "loser"), TEXT),
    "winner": "winner",
    "StageReached.stage": tuple(each.value for each in STAGES),
    "TokenPlaced.kind": KINDS,
    "TokenRevealed.kind": KINDS,
    "TokenPlaced.by": TEXT,
    "PopulationMoved.by": TEXT,
    "ActionRequested.by": TEXT,
    "ActionUnavailable.by": TEXT,
    "ActionCancelled.by": TEXT,
    "InitiativeRolled.faces": "whole of each seat",  # no text
    "EventDrawn.title": ("none", "red", "black"),
    "CoverGiven.effect": ("joins", "takes", "fires"),
    "FireAnnounced.kind": ("fire", "suppress", "opportunity", "assault"),
    "Reacted.kind": ("withdrawal", "opportunity", "cover", "suppressed"),
}
OFTEN = (
    "OslLost", "OslGained", "Revealed", "Hidden", "BlockMoved", "TokenRevealed", "TokenRemoved", "TokenPlaced",
    "ParameterSet", "ImpulseEnded", "TurnClosed",
)  # fmt: skip


def urban_operations_forms() -> list[dict[str, Json]]:
    """A form for every event, the most frequent corrections first."""
    return forms(EVENTS.values(), TAKES, OFTEN, FormTexts(EVENT_TEXTS, FIELD_TITLES))
