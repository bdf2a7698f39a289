"""Values for the fields of Urban War's events, for an umpire's corrections."""

from collections.abc import Mapping

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.event_forms import FormTexts, Takes, forms
from tablecam.rules.books.urban_war.rules.actions import DOING
from tablecam.rules.books.urban_war.rules.card import Band
from tablecam.rules.books.urban_war.rules.events import EVENTS
from tablecam.rules.books.urban_war.wording.event_texts import EVENT_TEXTS, FIELD_MEANINGS, FIELD_TITLES
from tablecam.rules.books.urban_war.wording.questions import OPTIONS
from tablecam.rules.plain import Json

MODEL, SEAT = "model", "seat"
TAKES: Mapping[str, Takes] = {
    # these are codes: of the values that a field takes, and of values in logs
    **dict.fromkeys(("model", "shooter", "target", "striker", "attacker", "defender", "enemy"), MODEL),
    **dict.fromkeys(("seat", "side", "first", "by"), SEAT),
    "winner": "winner",
    "loser": "loser",
    "RolledOff.purpose": ("table side", "first turn", "initiative"),  # no text
    "RolledOff.faces": "whole of each seat",  # no text
    "CombatDecided.hits": "whole of some models",  # no text
    "MarkerPlaced.by": MODEL,
    # an umpire types a reason
    **dict.fromkeys(("why", "marker"), "text"),
    "action": tuple(DOING),
    "band": tuple(band.value for band in Band),
    "material": ("solid", "flimsy"),
    "Moved.kind": ("move", "rush", "charge", "break off", "evade", "intercept"),  # no text
}
CHOICES: Mapping[str, Message] = {
    **OPTIONS,
    "intercept": Message("Intercept"), "shot": Message("Shot"),
    # no text
    "table side": Message("Table side"), "first turn": Message("First turn"), "initiative": Message("Initiative"),
    "contact": InContext("a band of ranges", "Contact"), "short": InContext("a band of ranges", "Short"),
    "medium": InContext("a band of ranges", "Medium"), "long": InContext("a band of ranges", "Long"),
    "extreme": InContext("a band of ranges", "Extreme"),
    "solid": InContext("a material", "Solid"), "flimsy": InContext("a material", "Flimsy"),
}  # fmt: skip
TEXTS = FormTexts(EVENT_TEXTS, FIELD_TITLES, FIELD_MEANINGS, CHOICES)
# the events that are corrected at tables, as far as we know
OFTEN = (
    "Wounded", "Removed", "Panicked", "Rallied", "Shocked", "Moved", "Engaged", "Disengaged", "ActionEnded",
    "GameEnded",
)  # fmt: skip


def urban_war_forms() -> list[dict[str, Json]]:
    """A form for every event; those that are corrected often come first."""
    return forms(EVENTS.values(), TAKES, OFTEN, TEXTS)
