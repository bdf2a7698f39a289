"""A whole evening of each rulebook over HTTP: one table has a camera, the others' players fill in cards by hand."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from club_desk import Desk
from evening import Asking
from fake_table import roster
from hosting import FORCES

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.hall_event import Bound, fill_in, finished, tags_of
from tablecam.club.event.umpired_games import LATEST
from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.registry import find_books
from tablecam.storage.game_store import GameStore
from webui import create_app
from webui.club import cards
from webui.server.dependencies import Dependencies

FOUR_GATES = Path(__file__).resolve().parents[2] / "rules" / "books" / "outside" / "four-gates"
PLAYERS = ("Ann Archer", "Bob Brook", "Cat Crane", "Dan Drake", "Eve East")
Json = dict[str, Any]


class BookEvening(Desk):
    """A club room whose database has an event of a rulebook, and a table with a camera."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(folder)
        catalogue = find_books([FOUR_GATES]) if name == "four-gates" else BOOKS
        self.book: Book = catalogue.book(name)
        self.app = create_app(Dependencies(None, roster, access=self.access, club=self.house, books=catalogue))
        self.client = self.of("table")
        self.host = GameHost(GameStore(self.house.store.engine), GameSetups(catalogue), dict, None)
        self.seats = self.begin_game({})
        self.models = {seat: score.models for seat, score in self.score().items()}
        assert self.post("/new", title="Friday", book=name) == {"event": 1}
        for player in PLAYERS:
            self.act("enter", name=player, faction="", models=max(self.models.values()) or 3)
        self.act("tables", tables=[1, 2, 3])

    @property
    def club(self) -> StoredEvent:
        return self.house.stored_event("1")

    def begin_game(self, tags: dict[str, str], warbands: Json | None = None) -> tuple[str, ...]:
        forces = {"forces": FORCES} if self.book.name == "urban-war" else {}
        self.host.begin({"book": self.book.name, "tags": tags, "instead": True, "warbands": warbands or {}, **forces})
        with self.host.reading() as open_game:
            assert open_game
            return tuple(open_game.game.seats)

    def wounds(self) -> dict[str, int]:
        """The wounds of each model, by its name."""
        game = self.host.view_for("spectator")["game"]
        return {game["names"][model]["name"]: it["left"] for model, it in game["state"]["models"].items()}

    def score(self) -> Any:
        with self.host.reading() as open_game:
            assert open_game
            return self.book.score_game(open_game.game.state)

    def play_with_camera(self, number: int, pair: tuple[str, str]) -> None:
        """The pairing's game on the table with the camera, which the first side gives up."""
        self.begin_game(tags_of(Bound(1, number, dict(zip(self.seats, pair, strict=True)))))
        self.host.do(commands.concede, self.seats[0], {})
        over = finished(self.host)
        assert over
        fill_in(self.house, over)

    def phone(self, player: str) -> Asking:
        with self.app.test_request_context():
            code = f"1.{cards.code_of(self.club, player)}"
        phone = Asking(self.app.test_client())
        phone.post("/api/card/open", card=code)
        return phone

    def report(self, player: str, own: Json, theirs: Json) -> Json:
        phone = self.phone(player)
        game = phone.card["game"]
        said = {"round": game["round"], "opponent": game["opponent"], "own": own, "theirs": theirs}
        return phone.post("/api/card/report", **said)["card"]


def half(fields: list[Json], value: int, mark: bool) -> Json:
    """A half as a phone sends it: every number has a value, and every mark is set or not."""
    values = {field["key"]: int(mark) if field["kind"] == "mark" else value for field in fields}
    lost, withdrew = values.pop("lost", 0), values.pop("withdrew", 0)
    return {"lost": lost, "withdrew": bool(withdrew), "values": values}


@pytest.fixture(params=[*BOOKS.books, "four-gates"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BookEvening]:
    made = BookEvening(tmp_path, request.param)
    yield made
    made.host.close()


@pytest.mark.slow
def test_a_whole_evening_is_played_with_cards_points_and_places_of_the_book(evening: BookEvening) -> None:
    evening.act("draft")
    evening.act("publish")
    scoring = evening.night()["scoring"]
    assert (scoring["book"], scoring["bye"]) == (evening.book.name, evening.book.scoring.bye_points)
    assert [field["key"] for field in scoring["fields"]] == [field.key for field in evening.book.scoring.fields]
    camera, by_hand = (game.pair for game in evening.club.state.event.games)
    # the table with the camera fills its card in, and both players confirm what they read
    evening.play_with_camera(1, camera)
    for player in camera:
        stands = evening.phone(player).card["game"]["stands"]
        game = evening.phone(player).card["game"]
        said = {key: {**stands[key]} for key in ("own", "theirs")}
        evening.phone(player).post("/api/card/confirm", round=1, opponent=game["opponent"], **said)
    # at the other one, the players fill the card in by hand
    better, worse = half(scoring["fields"], 2, mark=True), half(scoring["fields"], 1, mark=False)
    one, other = by_hand
    assert evening.report(one, better, worse)["game"]["waits_for"] == "opponent"
    closed = evening.report(other, worse, better)["game"]["result"]
    assert {*closed} >= {"own", "theirs"}
    check_points(evening)
    check_papers(evening, one)
    # what is exported is decided again, and gives the same places
    exported = evening.client.get("/api/club/1/export/json").text
    assert evening.post("/import", text=exported) == {"event": 2}
    assert evening.house.stored_event("2").state.standings() == evening.club.state.standings()


def check_points(evening: BookEvening) -> None:
    """The points of each game are those of a step of the book, and the bye has the best."""
    state, scoring = evening.club.state.event, evening.book.scoring
    steps = {(step.ahead, step.behind) for step in scoring.steps}
    given = [state.game_points(game) for game in state.games]
    assert all(points in steps or points[::-1] in steps for points in given)
    (bye,) = state.drawn[0].byes
    assert state.scores()[bye] == scoring.bye_points
    assert sum(state.scores().values()) == sum(map(sum, given)) + scoring.bye_points
    # the side that gave the game up is behind
    assert given[0][0] < given[0][1]


def check_papers(evening: BookEvening, player: str) -> None:
    """The log, the table for a spreadsheet and the printed card have the fields of the book."""
    scoring, night = evening.book.scoring, evening.night()
    (line,) = [act["sentence"] for act in night["audit"] if act["by"] == player]
    for field in scoring.fields:
        if field.key not in ("lost", "withdrew"):
            assert str(field.title) in line
    rows = list(csv.DictReader(io.StringIO(evening.client.get("/api/club/1/export/pairings.csv").text)))
    (row,) = [row for row in rows if row["player"] == player and row["kind"] == "game"]
    assert all(field.key in row for field in scoring.fields)
    paper = evening.client.get("/api/club/1/paper").json
    assert paper
    assert [field["title"] for field in paper["scoring"]["fields"]] == [str(field.title) for field in scoring.fields]


def test_a_game_of_another_book_fills_no_card(tmp_path: Path) -> None:
    evening = BookEvening(tmp_path, "urr")
    evening.act("draft")
    evening.act("publish")
    player = evening.club.state.event.games[0].pair[0]
    evening.host.begin({"book": "brass-orchard", "instead": True})
    games = evening.client.get("/api/club/1/games").json
    assert games
    listed = [(game["book"], {side["side"] for side in game["sides"]}) for game in games["games"]]
    assert listed[:1] == [("brass-orchard", {"red", "blue"})]
    assert len(listed) <= LATEST
    says = evening.says("fill", player=player, game=games["games"][0]["game"], side="red")
    assert says.startswith("The game is of Brass Orchard, and the event plays Urr, combat and siege")
    evening.host.close()


def test_what_a_card_has_no_room_for_is_refused(tmp_path: Path) -> None:
    evening = BookEvening(tmp_path, "urr")
    evening.act("draft")
    evening.act("publish")
    one, other = evening.club.state.event.games[0].pair
    sides = [{"player": player, "lost": 1, "values": {"won": 1}} for player in (one, other)]
    assert evening.says("report", sides=sides).startswith("Only one of the two players can have “Won the game”")
    sides[1] = {"player": other, "lost": 1, "values": {"flags": 2}}
    assert evening.says("report", sides=sides).startswith("The score cards of this event have no field flags")
    sides[1] = {"player": other, "lost": 100}
    assert "“Units lost”: it goes from 0 to 99" in evening.says("report", sides=sides)
    assert evening.says("choose_book", book="urban-war").startswith("Choose the rulebook before round 1 is drawn")
    evening.host.close()


def test_a_campaign_carries_gains_from_game_to_game_to_the_page_of_a_warband(tmp_path: Path) -> None:
    evening = BookEvening(tmp_path, "brass-orchard")
    evening.act("draft")
    evening.act("publish")
    one, other = evening.club.state.event.games[0].pair
    evening.play_with_camera(1, (one, other))
    carried = evening.club.state.warbands.of(other)
    # the other side gave up: everybody played, and everybody won
    assert {model.counters["polish"] for model in carried.values()} == {2}
    assert {model.counters["polish"] for model in evening.club.state.warbands.of(one).values()} == {1}
    # a card that is filled in again enters the game once
    number = evening.host.list_games()[-1]["id"]
    evening.act("fill", player=one, game=number, side=evening.seats[0])
    assert evening.club.state.warbands.of(other) == carried
    # the next game is offered what each warband brings along, and shows it at its models
    brought = evening.client.get("/api/club/1/warbands").json
    assert brought
    assert set(brought["warbands"]) == {one, other}
    winner, loser = evening.seats[1], evening.seats[0]
    worn = next(iter(carried.values())).name
    evening.act("change_warband", player=other, model=worn, counter="dents", amount=2)
    brought = evening.client.get("/api/club/1/warbands").json
    assert brought
    tags, counters = {f"{winner.capitalize()} warband": brought["warbands"][other]}, brought["counters"][other]
    fresh = evening.wounds()
    evening.begin_game(tags, {winner: counters})
    # the rules of the book apply it, and a rematch, which is no game of the campaign, does not
    assert {name: fresh[name] - left for name, left in evening.wounds().items() if left != fresh[name]} == {worn: 1}
    evening.host.begin({"rematch": evening.host.list_games()[0]["id"], "instead": True})
    assert evening.wounds() == fresh
    evening.post("/1/undo", line=evening.night()["undo"]["line"])
    evening.begin_game(tags, {winner: counters})
    game = evening.host.view_for("spectator")["game"]
    seen = {game["names"][model]["side"]: it["markers"] for model, it in game["state"]["models"].items()}
    assert "Polish 2" in seen[winner]
    assert "Polish 2" not in seen[loser]
    # by hand, an injury, which the desk takes back
    name = next(iter(carried.values())).name
    evening.act("change_warband", player=other, model=name.upper(), counter="dents", amount=2)
    page = evening.client.get(f"/campaign/1/{evening.club.state.number(other)}").text
    assert f'<td class="person">{name}</td><td class="number">2</td><td class="number">2</td>' in page
    evening.post("/1/undo", line=evening.night()["undo"]["line"])
    assert evening.club.state.warbands.of(other) == carried
    assert f"/campaign/1/{evening.club.state.number(one)}" in evening.client.get("/campaign/1").text
    german = evening.client.get("/campaign/1", headers={"Accept-Language": "de"}).text
    assert "Politur" in german
    assert "Beulen" in german
    # nobody is named who has not agreed
    assert not [player for player in PLAYERS if player in page or player in german]
    # an export has the warbands, and what no rulebook has is refused
    assert evening.post("/import", text=evening.client.get("/api/club/1/export/json").text) == {"event": 2}
    assert evening.house.stored_event("2").state.warbands == evening.club.state.warbands
    assert "no counter luck" in evening.says("change_warband", player=one, model="Tock", counter="luck", amount=1)
    assert evening.client.get("/campaign/9").status_code == 404
    evening.host.close()


def test_a_book_without_a_campaign_has_no_warbands(tmp_path: Path) -> None:
    evening = BookEvening(tmp_path, "urr")
    says = evening.says("change_warband", player="ann", model="Tock", counter="dents", amount=1)
    assert says.startswith("The rulebook of this event has no campaign")
    assert evening.client.get("/campaign/1").status_code == 404
    evening.host.close()
