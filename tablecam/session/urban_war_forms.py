"""What the fields of Urban War's events are filled in with, for an umpire's corrections."""

from collections.abc import Mapping

from tablecam.rules.plain import Json
from tablecam.rules.urban_war.actions import DOING
from tablecam.rules.urban_war.card import Band
from tablecam.rules.urban_war.events import EVENTS
from tablecam.session.event_forms import Takes, forms
from tablecam.session.urban_war_words import ROLL_OFFS

MODEL, SEAT = "model", "seat"
TAKES: Mapping[str, Takes] = {
    **dict.fromkeys(("model", "shooter", "target", "striker", "attacker", "defender", "enemy"), MODEL),
    **dict.fromkeys(("seat", "side", "first", "by"), SEAT),
    "winner": "winner",
    "loser": "loser",
    "RolledOff.purpose": tuple(ROLL_OFFS),
    "RolledOff.faces": "whole of each seat",
    "CombatDecided.hits": "whole of some models",
    "MarkerPlaced.by": MODEL,
    "action": tuple(DOING),
    "band": tuple(each.value for each in Band),
    "material": ("solid", "flimsy"),
    "Moved.kind": ("move", "rush", "charge", "break off", "evade", "intercept"),
}
# what is put right at a table, as far as we know
OFTEN = (
    "Wounded", "Removed", "Panicked", "Rallied", "Shocked", "Moved", "Engaged", "Disengaged", "ActionEnded",
    "GameEnded",
)  # fmt: skip


def urban_war_forms() -> list[dict[str, Json]]:
    """A form for everything that can happen, what is put right often first."""
    return forms(EVENTS.values(), TAKES, OFTEN)
