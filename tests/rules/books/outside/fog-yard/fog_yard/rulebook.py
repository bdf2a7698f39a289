"""Fog yard as tablecam takes it: words, board and scenarios."""

from collections.abc import Mapping
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.books.book import Book
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.books.views import Counter, GameBoardView, ModelView
from tablecam.rules.event import Event

from .rules import EVENTS, RULES, Conceded, Reason, State

GANGS = {"red": ["ash", "asp", "axel"], "blue": ["bee", "boz", "bram"], "green": ["gig", "gray", "gus"]}


class Phrases(PlainPhrases):
    """Words by the ids of options, steps, dice and templates, and by the actions of questions."""

    events = EVENTS
    reasons = Reason
    words = {
        "run": Message("run"), "smoke": Message("smoke"), "fire": Message("fire"), "wait": Message("wait"),
        "nobody": Message("nobody"), "hit": Message("hit"), "pistol": Message("pistol"), "bag": Message("the bag"),
        "end": Message("end of turn"), "end-of-turn": Message("end of turn"), "activation": Message("activation"),
    }  # fmt: skip
    questions = {
        "acts": Message("{seat}: which model acts?"),
        "deed": Message("What does {model} do?"),
        "target": Message("Which model does {model} fire at?"),
        "fire": Message("{model} fires at {other}"),
    }

    def people(self, state: State) -> Mapping[str, str]:
        """The seat of every model."""
        return {name: model.seat for name, model in state.models.items()}

    def make_concession(self, state: State, seat: str) -> Event:
        """The event of a seat that concedes."""
        return Conceded(seat=seat)


def draw_board(visible: Mapping[str, Any], seat: str) -> GameBoardView:
    """The board: a counter beside each model that has acted."""
    models = {
        name: ModelView(alive=model["alive"], counters=(Counter(Message("acted")),) if model["acted"] else ())
        for name, model in visible["models"].items()
    }
    return GameBoardView(turn=visible["turn"], models=models)


PAIR = {seat: GANGS[seat] for seat in ("red", "blue")}
BOOK = Book(
    system=RULES,
    title=Message("Fog yard"),
    seats=tuple(GANGS),
    phrases=Phrases(),
    board=draw_board,
    hidden_title="",
    scenarios=(
        Scenario("brawl", Message("Two gangs"), setup={"sides": PAIR}, seats=("red", "blue")),
        Scenario("riot", Message("Three gangs"), setup={"sides": GANGS}, seats=tuple(GANGS)),
    ),
)
