"""The vocabulary of the fields of Urr's events, for an umpire's corrections."""

from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.rules.books.event_forms import FieldWords
from tablecam.rules.event import Takes

MODEL, MODELS, SEAT = "model", "models", "seat"
TAKES: Mapping[str, Takes] = {
    **dict.fromkeys(("unit", "raiders", "shooter", "fighter", "builder", "target"), MODEL),
    **dict.fromkeys(("units", "builders"), MODELS),
    **dict.fromkeys(("seat", "side", "party", "by", "against"), SEAT),
    "winner": "winner",
    "why": "text",
}
TITLES: Mapping[str, Message] = {
    "unit": Message("unit"), "units": Message("units"), "party": Message("side"), "side": Message("side"),
    "seat": Message("side"), "by": Message("attacker"), "against": Message("defender"), "place": Message("place"),
    "section": Message("section"), "steps": Message("steps"), "hits": Message("hits"), "why": Message("why"),
    "winner": Message("winner"), "engine": Message("engine"), "quarter": Message("quarter"),
}  # fmt: skip
OFTEN = ("HitTaken", "UnitEliminated", "StepsRestored", "WallSapped", "WorkDestroyed", "CombatEnded", "PlayEnded")
FIELDS = FieldWords(TAKES, TITLES, often=OFTEN)
