"""An event is one class: it is logged, read back, worded, hidden, cited and offered as a form without any other row."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.clause import Clause
from tablecam.base.i18n import Message
from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.playthrough import do_typed
from tablecam.game.transcript import transcript
from tablecam.game.verify import verify
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.dice import D6
from tablecam.rules.event import Event, collect_events
from tablecam.rules.play import Play
from tablecam.rules.sentence import ModelNames, Sentence
from tablecam.rules.system import EventSystem, Step


@dataclass(frozen=True)
class Tower:
    strokes: int = 0


@dataclass(frozen=True, kw_only=True)
class BellStruck(Event):
    """The whole definition of a new event; `ring` is its producer."""

    form = (Message("Bell struck"), Message("Somebody has rung the bell."))
    rests_on = Clause("TOWER", "Bells", "T-1")
    takes = {"ringer": "model"}
    titles = {"ringer": Message("who rings")}
    meanings = {"strokes": Message("as many as the die shows")}

    ringer: str
    strokes: int = 1

    def apply(self, state: Tower) -> Tower:
        return replace(state, strokes=state.strokes + self.strokes)

    def get_visible_event(self, seat: str) -> "BellStruck":
        return self if seat == "red" else replace(self, ringer="")

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.ringer), f"strikes the bell {self.strokes} times")


def ring(game: Play[Tower]) -> None:
    (strokes,) = game.roll("red", "strokes", die=D6)
    game.tell(BellStruck(ringer="ann", strokes=strokes))


EVENTS = collect_events(sys.modules[__name__])


@dataclass(frozen=True)
class Belfry(EventSystem):
    events = EVENTS
    name: str = "belfry"

    def new_game(self, setup: Mapping[str, Any]) -> Tower:
        return Tower()

    def seats(self, state: Tower) -> tuple[str, ...]:
        return ("red", "blue")

    def next_procedure(self, state: Tower) -> Step | None:
        return None if state.strokes else Step("ringing", ring)

    def get_visible_state(self, state: Tower, seat: str) -> Any:
        return {"strokes": state.strokes}


class BelfryPhrases(PlainPhrases):
    events = EVENTS

    def people(self, state: Tower) -> Mapping[str, str]:
        return {"ann": "red"}


BOOK = Book(system=Belfry(), title="The belfry", seats=("red", "blue"), phrases=BelfryPhrases())


def rung() -> tuple[Game[Tower], list[str]]:
    sink = InMemory()
    game = Game.begin(BOOK.system, {"bells": 1}, sink)
    do_typed(game, "red roll 5")
    return game, sink.lines


def test_the_only_row_of_a_new_event_is_its_class() -> None:
    assert {"BellStruck": BellStruck} == EVENTS


def test_it_is_logged_folded_and_read_back() -> None:
    game, lines = rung()
    assert game.over
    assert game.state == Tower(strokes=5)
    assert any(json.loads(line).get("event") == BellStruck(ringer="ann", strokes=5).record() for line in lines)
    again = Game.resume(BOOK.system, lines, InMemory())
    assert again.state == game.state
    assert verify(BOOK.system, again.log) is None


def test_it_is_worded_and_hidden_and_rests_on_its_clause() -> None:
    game, _lines = rung()
    assert "Ann strikes the bell 5 times" in transcript(BOOK.system, game.log, BOOK.wording(game.state))
    event = BellStruck(ringer="ann", strokes=5)
    assert BOOK.system.visible_event(event, "blue") == BellStruck(ringer="", strokes=5)
    assert BOOK.phrases.get_clause(event.record()) == "TOWER Bells (T-1)"


def test_an_umpire_gets_a_form_for_it_and_may_add_it() -> None:
    (form,) = BOOK.phrases.list_forms()
    assert form == {
        "name": "BellStruck", "title": "Bell struck", "says": "Somebody has rung the bell.", "often": False,
        "fields": [
            {"name": "ringer", "takes": "model", "needed": True, "title": "who rings"},
            {"name": "strokes", "takes": "whole", "needed": False, "usual": 1, "title": "strokes",
             "says": "as many as the die shows"},
        ],
    }  # fmt: skip
    game = Game.begin(BOOK.system, {"bells": 1}, InMemory())
    game.correct(BellStruck(ringer="ann"), "we heard it")
    assert game.state == Tower(strokes=1)


def test_every_event_of_every_book_has_its_words_and_its_form_in_its_class() -> None:
    for book in BOOKS.books.values():
        kinds = dict(book.phrases.events)
        assert len(kinds) >= 10
        assert [name for name, kind in kinds.items() if "sentence" not in vars(kind) or "form" not in vars(kind)] == []
