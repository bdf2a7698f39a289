"""A rulebook on the page: a game that browsers of all seats play over HTTP, from nothing but what they are sent."""

import random
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tablecam.base.languages import INSTALLED
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.playthrough import anything
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.setup_views import Scenario
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import Snapshot

ANSWERS = 300
# the fields by which the page finds the form of a question, see question_shape.ts
SHAPES = (
    {"die"}, {"pool"}, {"pile"}, {"options"}, {"least", "most"}, {"feature", "models"}, {"limit", "value"},
    {"allowance_in"}, {"targets"}, {"others"}, {"piece", "shape"},
)  # fmt: skip
FIT, STALE = 200, 409


class EmptyTable(LiveLoop):
    """A table without a camera, on which nothing stands."""

    def __init__(self) -> None:
        super().__init__(capture=None, reader=None)  # type: ignore[arg-type]
        self._publish(PublishedFrame(1, Snapshot(0.0, ())))


class PagePlayers:
    """Browsers of a game: one for each seat, which answer its questions, and one of a spectator."""

    def __init__(self, book: Book, folder: Path) -> None:
        from webui import create_app
        from webui.entrance.access import alone
        from webui.server.dependencies import Dependencies

        books = Catalogue.from_books(book)
        self.host = GameHost(GameStore(open_database(str(folder / "games.db"))), GameSetups(books), dict)
        self.access = alone(book.seats)
        self.app = create_app(
            Dependencies(EmptyTable(), lambda: Roster(()), host=self.host, access=self.access, books=books)
        )

    def open_browser(self, role: str, language: str = "en") -> Any:
        """A client of a role that reads a language."""
        from webui.entrance.access import COOKIE

        client = self.app.test_client()
        client.set_cookie(COOKIE, self.access.token(role))
        client.set_cookie("language", language)
        return client

    def post(self, browser: Any, path: str, body: dict[str, Any], number: int) -> Any:
        """The answer to a POST, which has an id of its own."""
        return browser.post(path, json={**body, "id": f"{number:024d}"}, headers={"X-Tablecam": "page"})


def check_page(book: Book, scenarios: Sequence[Scenario | None]) -> Iterator[str]:
    """The faults of a game of each scenario on the page, with the browsers of its seats in every language."""
    for scenario in scenarios:
        with tempfile.TemporaryDirectory(prefix="tablecam-") as folder, ExitStack() as stack:
            players = PagePlayers(book, Path(folder))
            stack.callback(players.host.close)
            try:
                yield from _play_on_page(players, book, scenario)
            except Exception as failure:  # noqa: BLE001 a rulebook may fail with anything
                yield f"the page fails: {type(failure).__name__}: {failure}"


def name_forces(book: Book, scenario: Scenario | None) -> dict[str, str]:
    """The force of each seat: that of the scenario, else one of those that the book brings."""
    if not book.forces:
        return {}
    if scenario and scenario.forces:
        return dict(scenario.forces)
    starters = list(book.forces.starters())
    seats = (scenario and scenario.seats) or book.seats
    return {seat: starters[number % len(starters)] for number, seat in enumerate(seats)}


def _play_on_page(players: PagePlayers, book: Book, scenario: Scenario | None) -> Iterator[str]:
    chosen = {"scenario": scenario.id, "forces": name_forces(book, scenario)} if scenario else {}
    begun = players.post(players.open_browser("table"), "/api/game/new", {"book": book.name, **chosen}, 1)
    if begun.status_code != FIT:
        yield f"the game does not begin: {begun.text}"
        return
    with players.host.reading() as open_game:
        assert open_game
        seats = open_game.game.seats
    chance, languages = random.Random(3), INSTALLED.available()
    for number in range(2, ANSWERS):
        language = languages[number % len(languages)]
        asked = _find_question(players, seats, language)
        if asked is None:
            break
        browser, question = asked
        if fault := _find_form_fault(question):
            yield fault
            return
        typed = {"raw": _draw_answer(players, question["key"], chance), "source": "keypad"}
        body = {"key": question["key"], **({"app_dice": True} if question["ask"].get("by_app") else typed)}
        answer = players.post(browser, "/api/game/answer", body, number)
        if answer.status_code not in (FIT, STALE):
            yield f"the page's answer to {question['ask']} is refused: {answer.text}"
            return
    yield from _check_readers(players, seats, languages)


def _find_question(players: PagePlayers, seats: Sequence[str], language: str) -> tuple[Any, dict[str, Any]] | None:
    """A browser with the first question that it may answer; None if the game waits for no seat."""
    for seat in seats:
        browser = players.open_browser(seat, language)
        game = browser.get("/api/game").json["game"]
        for question in game["questions"]:
            if question["mine"]:
                return browser, question
    return None


def _find_form_fault(question: dict[str, Any]) -> str:
    """Why the page has no form for a question; empty if it has one."""
    ask = question["ask"]
    if ask["kind"] == "Confirm" or any(shape <= ask.keys() for shape in SHAPES):
        return ""
    return f"the page has no form for a {ask['kind']}, only a line to type into"


def _draw_answer(players: PagePlayers, key: str, chance: random.Random) -> Any:
    """A random answer to the question of a key."""
    with players.host.reading() as open_game:
        assert open_game
        for question in open_game.game.open:
            seats = [seat for seat in open_game.game.seats if question.ask.is_visible(seat)]
            if key in {open_game.key(question, seat) for seat in seats}:
                return anything(question.ask, chance.randrange)
    return None


def _check_readers(players: PagePlayers, seats: Sequence[str], languages: Sequence[str]) -> Iterator[str]:
    """Everybody reads the game, its log, the umpire's forms and the glossary in every language."""
    for role in ("table", *seats, "umpire", "spectator"):
        for language in languages:
            browser = players.open_browser(role, language)
            for path in ("/api/game", "/api/game/log", "/api/game/events", "/api/game/setups", "/"):
                answer = browser.get(path)
                if answer.status_code != FIT:
                    yield f"{path} fails for {role} in {language}: {answer.status_code}"
