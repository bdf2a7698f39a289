"""The rulebooks that an event can play: every one of this machine, with its score card in every language.

Clause: House Evening (S6, S7).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tablecam.base.i18n import ENGLISH, Message, speaking
from tablecam.base.languages import available, translations
from tablecam.club.act import ActTable, Field, Form, reason
from tablecam.club.event.sign_up_commands import CommandPayload
from tablecam.club.tournament import event_book, warbands
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.event_book import EventBook
from tablecam.club.tournament.warbands import LONGEST_MODEL, MOST_CHANGE
from tablecam.rules.campaign import pin_counters
from tablecam.rules.event_scoring import pin
from tablecam.rules.plain import Json

if TYPE_CHECKING:
    from tablecam.rules.books.book import Book
    from tablecam.rules.books.catalogue import Catalogue


def find_event_book(books: Catalogue, name: str) -> EventBook:
    """The rulebook of a name, as an event keeps it. IllegalAnswer where there is none, or it cannot be loaded."""
    return pin_book(books.book(name))


def pin_book(book: Book) -> EventBook:
    """A rulebook as an event keeps it."""
    with speaking(ENGLISH):
        title = str(book.title)
    languages = {code: translations(code) for code in available()}
    counters = pin_counters(book.campaign.counters, languages) if book.campaign else ()
    return EventBook(book.name, title, pin(book.scoring, languages), counters)


def describe_books(books: Catalogue) -> list[Json]:
    """The rulebooks with their titles, for a form."""
    return [{"name": book.name, "title": str(book.title)} for book in books.books.values()]


BOOK_ACTS: ActTable[ClubEvent] = ActTable()
# the kind of a field for a rulebook
BOOK_KIND = "book"
BOOK_FORM = Form(
    Message("Rulebook"),
    lead=Message("The score card, its points and what breaks ties follow from it. Choose it before round 1."),
    submit=Message("Save"),
    room="entrants",
)


def _read_book(payload: CommandPayload, key: str) -> EventBook:
    if payload.books is None:
        raise payload.fault(key, "must be a rulebook of this machine, and none is known here", "")  # no text
    return find_event_book(payload.books, payload.text(key))


@BOOK_ACTS.act(form=BOOK_FORM, book=Field(read=_read_book, kind=BOOK_KIND, label=Message("Rulebook")))
def choose_book(event: ClubEvent, book: EventBook) -> ClubEvent:
    """Chooses the rulebook of the event, before round 1."""
    return event.decide(lambda state, by: event_book.choose_book(state, book, by))


WARBAND_FORM = Form(
    Message("Warband"),
    lead=Message("A game on a table with a camera enters its gains by itself. Enter those of other games here."),
    submit=Message("Save"),
    room="entrants",
)
MODEL = Field(label=Message("Model"), longest=LONGEST_MODEL, needed=True)
# the kind of a field for a counter of the campaign
COUNTER = Field(kind="counter", label=Message("Counter"))
AMOUNT = Field(kind="number", label=Message("Amount"), least=-MOST_CHANGE, most=MOST_CHANGE)
WARBAND_LOOKS = {
    "player": Field(argument="PLAYER", kind="player", label=Message("Player"), needed=True),
    "model": replace(MODEL, argument="MODEL"),
    "counter": replace(COUNTER, argument="COUNTER"),
    "amount": replace(AMOUNT, option="--change", argument="NUMBER", help="How much; negative takes away."),
    "reason": reason(Message("a game without a camera"), Message("a slip of the pen")),
}


@BOOK_ACTS.act(command="warband", form=WARBAND_FORM, **WARBAND_LOOKS)
def change_warband(
    event: ClubEvent, player: str, model: str, counter: str, amount: int = 1, reason: str = ""
) -> ClubEvent:
    """Changes COUNTER of MODEL in the warband of PLAYER, such as experience, by 1 or by --change (S7)."""
    return event.after(warbands.change_warband(event.state.event, player, model, counter, amount, reason))
