"""The players' words. Every text is marked, so that the catalogues can translate it."""

from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.rules.books.glossary import GlossaryWord
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.event import Event

from .rules import EVENTS, SHOOTING, Conceded, Reason, State

HIDDEN = GlossaryWord("hidden", SHOOTING, Message("hide|hidden"), Message("A hidden model is harder to hit by 1."))


class Phrases(PlainPhrases):
    """Words by the ids of options, steps, checks and modifiers, and by the actions of questions."""

    events = EVENTS
    reasons = Reason
    words = {
        "advance": Message("advance"),
        "watch": Message("watch"),
        "hide": Message("hide"),
        "nobody": Message("nobody"),
        "hidden": Message("hidden"),
        "to-hit": Message("to hit"),
        "orders": Message("orders"),
        "activation": Message("activation"),
        "end-of-turn": Message("end of the turn"),
    }
    questions = {
        "break-in": Message("Which model shoots at {model} on its way?"),
        "orders": Message("{seat}: what do your models do?"),
        "target": Message("Which model does {model} shoot at?"),
        "hit": Message("{model} shoots at {other}"),
    }

    def people(self, state: State) -> Mapping[str, str]:
        """The seat of every model."""
        return {name: model.seat for name, model in state.models.items()}

    def make_concession(self, state: State, seat: str) -> Event:
        """The event of a seat that concedes."""
        return Conceded(seat=seat)
