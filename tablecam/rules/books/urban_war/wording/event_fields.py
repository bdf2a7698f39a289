"""The vocabulary of the fields of Urban War's events, for an umpire's corrections."""

from collections.abc import Mapping

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.event_forms import FieldWords
from tablecam.rules.books.urban_war.rules.actions import DOING
from tablecam.rules.books.urban_war.rules.card import Band
from tablecam.rules.books.urban_war.rules.materials import MATERIALS
from tablecam.rules.books.urban_war.wording.questions import OPTIONS
from tablecam.rules.event import Takes

MODEL, SEAT = "model", "seat"
TAKES: Mapping[str, Takes] = {
    # these are codes: of the values that a field takes, and of values in logs
    **dict.fromkeys(("model", "shooter", "target", "striker", "attacker", "defender", "enemy"), MODEL),
    **dict.fromkeys(("seat", "side", "first", "by"), SEAT),
    "winner": "winner",
    "loser": "loser",
    # an umpire types a reason
    **dict.fromkeys(("why", "marker"), "text"),
    "action": tuple(DOING),
    "band": tuple(band.value for band in Band),
    "material": tuple(MATERIALS),
}
TITLES: Mapping[str, Message] = {
    "action": Message("action"),
    "at_once": Message("at once"),
    "attacker": Message("attacker"),
    "band": Message("range band"),
    "by": Message("by"),
    "complete": Message("complete"),
    "defender": Message("defender"),
    "depth_in": Message("depth in inches"),
    "edge": Message("edge"),
    "end": Message("end"),
    "enemies": Message("enemies"),
    "enemy": Message("enemy"),
    "faces": Message("faces"),
    "fights_back": Message("fights back"),
    "first": Message("first"),
    "game": Message("game"),
    "hits": Message("hits"),
    "intercepted": Message("intercepted"),
    "kind": Message("kind"),
    "length_in": Message("length in inches"),
    "loser": Message("loser"),
    "marker": Message("marker"),
    "material": Message("material"),
    "model": Message("model"),
    "models": Message("models"),
    "modifiers": Message("modifiers"),
    "opened": Message("opened"),
    "orders": Message("orders"),
    "passed": Message("passed"),
    "piece": Message("piece"),
    "purpose": Message("purpose"),
    "saved": Message("saved"),
    "seat": Message("side"),
    "shooter": Message("shooter"),
    "side": Message("side"),
    "speculative": Message("speculative"),
    "stopped": Message("stopped"),
    "striker": Message("striker"),
    "target": Message("target"),
    "total": Message("total"),
    "turn": Message("turn"),
    "weapon": Message("weapon"),
    "why": Message("reason"),
    "winner": Message("winner"),
    "withdraws": Message("withdraws"),
    "wounds": Message("wounds"),
}
CHOICES: Mapping[str, Message] = {
    **OPTIONS,
    "intercept": Message("Intercept"), "shot": Message("Shot"),
    # no text
    "table side": Message("Table side"), "first turn": Message("First turn"), "initiative": Message("Initiative"),
    "contact": InContext("a band of ranges", "Contact"), "short": InContext("a band of ranges", "Short"),
    "medium": InContext("a band of ranges", "Medium"), "long": InContext("a band of ranges", "Long"),
    "extreme": InContext("a band of ranges", "Extreme"),
    **{id: material.title for id, material in MATERIALS.items()},
}  # fmt: skip
# the events that are corrected at tables, as far as we know
OFTEN = (
    "Wounded", "Removed", "Panicked", "Rallied", "Shocked", "Moved", "Engaged", "Disengaged", "ActionEnded",
    "GameEnded",
)  # fmt: skip
FIELDS = FieldWords(TAKES, TITLES, CHOICES, OFTEN)
