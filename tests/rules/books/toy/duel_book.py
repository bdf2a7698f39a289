"""The duel as a book: all that a rulebook must hand over, and some of what it may (docs/rulebook.md)."""

from collections.abc import Mapping
from typing import Any

from duel import DUEL, EVENTS, SEATS, SETUP, SHOOTING, Conceded, State, other

from tablecam.rules.books.book import Book, ModelNames
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.glossary import GlossaryWord
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.books.views import Counter, GameBoardView, GameResultView, ModelView, ResultColumn, SideResult
from tablecam.rules.event import Event


class DuelPhrases(PlainPhrases):
    """Plain words for all questions; events have their own."""

    events = EVENTS

    def people(self, state: State) -> Mapping[str, str]:
        return {name: model.seat for name, model in state.models.items()}

    def make_concession(self, state: State, seat: str) -> Event:
        return Conceded(seat=seat)


def board(visible: Mapping[str, Any], seat: str) -> GameBoardView:
    """Wounds are counted, and an order lies face down until its model has acted."""
    return GameBoardView(turn=visible["turn"], models={name: view(each) for name, each in visible["models"].items()})


def view(model: Mapping[str, Any]) -> ModelView:
    order = model["order"]
    kind = "hidden" if order == "hidden" else "marker" if model["spent"] else "own"
    return ModelView(
        alive=model["wounds"] > 0,
        left=model["wounds"],
        of=2,
        unit="wounds",
        counters=(Counter("Order", None if kind == "hidden" else order, kind),) if order else (),
        markers=("shaken",) if model["shaken"] else (),
    )


def result(state: State, names: ModelNames) -> GameResultView:
    """The side that still stands when the other is gone, or has conceded, has won."""
    standing = [seat for seat in SEATS if state.alive(seat)]
    winner = other(state.conceded) if state.conceded else standing[0] if len(standing) == 1 else ""
    return GameResultView(
        headline=f"{names(winner)} wins" if winner else "Nobody wins",
        reason=reason(state, winner) if DUEL.next_procedure(state) is None else "",
        columns=(ResultColumn("standing", "Standing"),),
        sides=tuple(SideResult(seat, {"standing": f"{len(state.alive(seat))} of 2"}) for seat in SEATS),
        winner=winner,
    )


def reason(state: State, winner: str) -> str:
    if state.conceded:
        return "the other side has conceded"
    return "the other side is gone" if winner else "time is up"


GLOSSARY = (GlossaryWord("shaken", SHOOTING, "shaken", "A shaken model takes 2 off its dice when it shoots."),)
DUEL_BOOK = Book(
    system=DUEL,
    title="The duel",
    seats=SEATS,
    phrases=DuelPhrases(),
    board=board,
    result=result,
    glossary=GLOSSARY,
    scenarios=(Scenario("street", "A street at noon", setup={"red": ["ann", "dan"], "blue": ["bob", "cat"]}),
               Scenario("cursed", "With the cursed one", setup=SETUP)),
)  # fmt: skip
WITH_DUEL = BOOKS.with_book(DUEL_BOOK)
