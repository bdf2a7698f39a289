"""Urr in the players' words, as the host of a game needs them."""

from collections.abc import Mapping
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.books.event_forms import FieldWords
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.urr.rules.events import EVENTS
from tablecam.rules.books.urr.rules.reasons import because
from tablecam.rules.books.urr.rules.siege_events import PlayEnded
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.wording import names, questions, steps
from tablecam.rules.books.urr.wording.names import UrrNames
from tablecam.rules.books.urr.wording.sums import SUMS
from tablecam.rules.event import Event, Takes
from tablecam.rules.plain import Json

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


class UrrPhrases(PlainPhrases):
    """Questions, answers and events of Urr in words."""

    events = EVENTS
    fields = FIELDS
    sums = SUMS

    def people(self, state: UrrState) -> Mapping[str, str]:
        """The side of every unit."""
        return {name: unit.side for name, unit in state.units.items()}

    def build_names(self, state: UrrState, called: Mapping[str, str]) -> UrrNames:
        """Names from the roster, else from counters and force files."""
        return names.build_names(state, called)

    def describe_question(self, ask: Mapping[str, Json], names: Any) -> str:
        """A question as one line."""
        return questions.describe_question(ask, names)

    def describe_answer(self, ask: Mapping[str, Json], raw: Json, by: str, names: Any) -> str:
        """An answer as one line."""
        return questions.describe_answer(ask, raw, by, names, self.describe_sum(ask, raw, names))

    def title_step(self, step: str, names: Any) -> str:
        """A procedure as a heading."""
        return steps.title_step(step, names)

    def make_concession(self, state: UrrState, seat: str) -> Event:
        """The event of a side that concedes: the other side wins."""
        return PlayEnded(winner=state.other(seat), why=because("concedes", side=seat))
