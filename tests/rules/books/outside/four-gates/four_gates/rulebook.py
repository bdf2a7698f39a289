"""Four gates as tablecam takes it: the board, the result, the scenarios, and the `Book` that the entry point names."""

from collections.abc import Mapping
from typing import Any

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.book import Book
from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.books.views import Counter, GameBoardView, GameResultView, ModelView, ResultColumn, SideResult
from tablecam.rules.sentence import ModelNames

from .rules import RULES, State
from .words import HIDDEN, Phrases

SEATS = ("north", "east", "south", "west")
SIDES = {"north": ["nan", "ned"], "east": ["eli", "eve"], "south": ["sam", "sue"], "west": ["wes", "wyn"]}
TITLES = {
    "north": Message("North gate"),
    "east": Message("East gate"),
    "south": Message("South gate"),
    "west": Message("West gate"),
}
WORDS = Phrases.words


def draw_board(visible: Mapping[str, Any], seat: str) -> GameBoardView:
    """The board of a seat, made of its visible state alone."""
    return GameBoardView(turn=visible["turn"], models={name: view(model) for name, model in visible["models"].items()})


def view(model: Mapping[str, Any]) -> ModelView:
    """A model: its order lies face down until it has acted."""
    secret, order = model["order"] == "secret", model["order"]
    counter = Counter(Message("Order"), None if secret else WORDS.get(order), "hidden" if secret else "own")
    return ModelView(alive=model["alive"], counters=(counter,) if order else ())


def get_result(state: State, names: ModelNames) -> GameResultView:
    """The side with the most models wins."""
    standing = {seat: len(state.list_standing(seat)) for seat in state.seats}
    best = [seat for seat in state.seats if standing[seat] == max(standing.values())]
    winner = best[0] if len(best) == 1 else ""
    return GameResultView(
        headline=_("{side} wins", side=names(winner)) if winner else _("Nobody wins"),
        reason=_("the game is over") if RULES.next_procedure(state) is None else "",
        columns=(ResultColumn("standing", Message("Standing")),),
        sides=tuple(SideResult(seat, {"standing": str(count)}) for seat, count in standing.items()),
        winner=winner,
    )


def make_scenario(id: str, title: Message, seats: tuple[str, ...]) -> Scenario:
    """A scenario for these seats."""
    return Scenario(id, title, setup={"sides": {seat: SIDES[seat] for seat in seats}}, seats=seats)


BOOK = Book(
    system=RULES,
    title=Message("Four gates"),
    seats=SEATS,
    seat_titles=TITLES,
    phrases=Phrases(),
    board=draw_board,
    result=get_result,
    glossary=(HIDDEN,),
    scenarios=(
        make_scenario("duel", Message("Two gates"), SEATS[:2]),
        make_scenario("siege", Message("All four gates"), SEATS),
    ),
)
