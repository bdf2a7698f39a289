"""The duel as a book: all that a rulebook must hand over, and two things that it may."""

from collections.abc import Mapping
from typing import Any

from duel import DUEL, EVENTS, SEATS, SETUP, State

from tablecam.rulebooks.book import Book, ModelNames
from tablecam.rulebooks.catalogue import BOOKS
from tablecam.rulebooks.plain_phrases import PlainPhrases
from tablecam.rulebooks.setup_views import Scenario
from tablecam.rulebooks.views import Counter, GameBoardView, GameResultView, ModelView, ResultColumn, SideResult


class DuelPhrases(PlainPhrases):
    """Plain words for everything."""

    events = tuple(EVENTS.values())

    def people(self, state: State) -> Mapping[str, str]:
        return {name: model.seat for name, model in state.models.items()}


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
    """Who still stands when the other side is gone has won."""
    standing = [seat for seat in SEATS if state.alive(seat)]
    over = DUEL.next_procedure(state) is None
    winner = standing[0] if len(standing) == 1 else ""
    return GameResultView(
        headline=f"{names(winner)} wins" if winner else "Nobody wins",
        reason=("the other side is gone" if winner else "time is up") if over else "",
        columns=(ResultColumn("standing", "Standing"),),
        sides=tuple(SideResult(seat, {"standing": f"{len(state.alive(seat))} of 2"}, "") for seat in SEATS),
        winner=winner if over else "",
    )


DUEL_BOOK = Book(
    system=DUEL,
    title="The duel",
    seats=SEATS,
    phrases=DuelPhrases(),
    board=board,
    result=result,
    scenarios=(Scenario("street", "A street at noon", setup={"red": ["ann", "dan"], "blue": ["bob", "cat"]}),
               Scenario("cursed", "With the cursed one", setup=SETUP)),
)  # fmt: skip
WITH_DUEL = BOOKS.with_book(DUEL_BOOK)
