"""The vocabulary of the fields of Urban Operations' events, for an umpire's corrections."""

from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.rules.books.event_forms import FieldWords
from tablecam.rules.event import Takes

MODEL, SEAT, TEXT = "model", "seat", "text"
TAKES: Mapping[str, Takes] = {
    **dict.fromkeys(("block", "target", "by", "carrier", "vehicle", "partner", "to"), MODEL),
    **dict.fromkeys(("seat", "first"), SEAT),
    **dict.fromkeys(("token", "id", "what", "why", "cause", "impulse", "key", "value", "loser"), TEXT),
    "winner": "winner",
}
TITLES: Mapping[str, Message] = {
    "action": Message("action"),
    "band": Message("band"),
    "block": Message("block"),
    "blocks": Message("blocks"),
    "by": Message("by"),
    "carrier": Message("carrier"),
    "cause": Message("cause"),
    "change": Message("change"),
    "direction": Message("direction"),
    "effect": Message("effect"),
    "ep": Message("EP"),
    "explodes": Message("explodes"),
    "face_down": Message("face down"),
    "faces": Message("faces"),
    "first": Message("first"),
    "forced": Message("forced"),
    "how": Message("kind of movement"),
    "id": Message("3D action"),
    "impulse": Message("impulse"),
    "key": Message("key"),
    "kind": Message("kind"),
    "leaves": Message("leaves"),
    "left": Message("MP left"),
    "limit": Message("limit"),
    "loser": Message("loser"),
    "loss": Message("loss"),
    "mp": Message("MP"),
    "next": Message("next step"),
    "osl": Message("OSL"),
    "partner": Message("partner"),
    "proposals": Message("proposals"),
    "revealed": Message("revealed"),
    "riding": Message("riding"),
    "rows": Message("rows"),
    "rule": Message("rule"),
    "seat": Message("side"),
    "shielded": Message("shielded"),
    "stage": Message("stage"),
    "target": Message("target"),
    "targets": Message("targets"),
    "title": Message("title"),
    "to": Message("to"),
    "token": Message("token"),
    "totals": Message("totals"),
    "turn": Message("turn"),
    "value": Message("value"),
    "vehicle": Message("vehicle"),
    "weapon": Message("weapon"),
    "what": Message("completed item"),
    "why": Message("reason"),
    "winner": Message("winner"),
}
OFTEN = (
    "OslLost", "OslGained", "Revealed", "Hidden", "BlockMoved", "TokenRevealed", "TokenRemoved", "TokenPlaced",
    "ParameterSet", "ImpulseEnded", "TurnClosed",
)  # fmt: skip
FIELDS = FieldWords(TAKES, TITLES, often=OFTEN)
