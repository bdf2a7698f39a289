"""A game at a tracked table that is a pairing of the club night: begun as such, played, and on both score cards."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import Asking
from hosting import FORCES, watched
from playwright.sync_api import expect
from screens import SIZES, Axe, Opened
from serving import served

from tablecam.club.event.event_forces import EventForces
from tablecam.club.event.hall_event import Bound, filling, hall_pairing
from tablecam.club.event.registry import EventRegistry
from tablecam.club.tournament.entrant import Entrant
from tablecam.doors.hub.bus import BrokerAddress
from tablecam.doors.hub.courier import Courier
from tablecam.doors.hub.message import HeardEvent
from tablecam.doors.hub.outbox import GameOutbox
from tablecam.doors.hub.topics import Place
from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore
from tablecam.table.miniature import Roster
from webui import create_app
from webui.club import cards
from webui.entrance.access import alone
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.long]


class Room:
    """A table with its camera's eyes closed, and a club event of two at it. address: where its page is served."""

    address: str

    def __init__(self, folder: Path) -> None:
        self.host, self.table, _ = watched(folder)
        self.host.close()
        self.house = EventRegistry(TournamentStore(open_database(str(folder / "games.db"))))
        club = self.house.begin("Friday", "TO")
        for player, name in zip(("ann", "bob"), FORCES.values(), strict=True):
            force = EventForces(BOOKS, "urban-war").read_starter(name.replace("-", "_"))
            entrant = Entrant(player, player.title(), force.faction, force.models)
            club.act("TO", lambda night, e=entrant, f=force: night.enter(e, force=f))
        club.act("TO", lambda night: night.draft().publish())
        roster = Roster(tuple(placed.model for placed in self.table.placed.values()))
        # one that is not connected to its hub
        outbox = GameOutbox(self.host.store, BOOKS.rulebook, print)
        self.courier = Courier(Place("mill", "one"), BrokerAddress("127.0.0.1", 1, secure=False), outbox)
        parts = Dependencies(
            self.table, lambda: roster, host=self.host, access=alone(("red", "blue")), club=self.house,
            courier=self.courier,
        )  # fmt: skip
        self.app = create_app(parts)

    def phone(self, player: str) -> Asking:
        client = self.app.test_client()
        with self.app.test_request_context():
            client.set_cookie(cards.COOKIE, cards.make_token(self.house.stored_event("1"), player))
        return Asking(client)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    with filling(room.host, room.house), served(room.app) as room.address:
        yield room
        room.table.stop()


def tags(host: GameHost) -> dict[str, str]:
    with host.reading() as open_game:
        assert open_game
        return dict(open_game.game.log.header.tags)


def test_a_game_begun_as_a_pairing_is_on_both_cards_when_it_is_over(opened: Opened, room: Room, axe: Axe) -> None:
    page = opened(f"{room.address}/", SIZES["landscape"])
    page.locator("[data-new-game]").tap()
    pairing = page.locator("[data-pairing='1']")
    expect(pairing).to_contain_text("Ann")
    pairing.tap()
    expect(page.locator(".seating")).to_contain_text("is Red")
    assert axe(page) == []
    first = room.house.stored_event("1").state.event.games[0].pair[0]
    if first != "ann":  # the forces that stand there first are Ann's and Bob's
        page.get_by_role("button", name="Swap the seats").tap()
    expect(page.locator(".seating")).to_contain_text("Ann is Red, Bob is Blue")
    page.locator("[data-begin]").tap()
    page.locator(".game-head").wait_for()
    assert tags(room.host)["Red entrant"] == "ann"
    assert tags(room.host)["Red player"] == "Ann"
    club = room.house.stored_event("1")
    before = club.sequence
    room.host.do(commands.concede, "blue", {})
    assert club.wait(before, 10)
    for player in ("ann", "bob"):
        phone = room.phone(player)
        game = phone.card["game"]
        assert game["source"]
        phone.post("/api/card/confirm", round=1, opponent=game["opponent"], **game["stands"])
    assert club.state.event.conceded == {"bob"}


def test_a_table_of_a_hall_plays_a_pairing_of_the_hall_s_event(opened: Opened, room: Room) -> None:
    """The table's own event is over, and the organiser's is told by the hub."""
    room.house.stored_event("1").act("TO", lambda night: night.concede("ann"))
    players = {player: {"id": player, "name": player.title(), "faction": ""} for player in ("cid", "dee")}
    pairing = {"table": 4, "pair": ["cid", "dee"], "points": []}
    event = {"id": "mill/7", "title": "Saturday", "round": 2, "players": players, "pairings": [pairing]}
    room.courier.event = HeardEvent(json.dumps(event))
    page = opened(f"{room.address}/", SIZES["landscape"])
    page.locator("[data-new-game]").tap()
    page.locator("[data-pairing='4']").tap()
    expect(page.locator(".seating")).to_contain_text("Cid is Red, Dee is Blue")
    page.locator("[data-begin]").tap()
    page.locator(".game-head").wait_for()
    found = hall_pairing(tags(room.host), ("red", "blue"))
    assert found
    assert (found.hall, found.bound) == ("mill", Bound(7, 2, {"red": "cid", "blue": "dee"}))


def test_a_table_without_a_club_night_asks_about_none(opened: Opened, room: Room) -> None:
    club = room.house.stored_event("1")
    club.act("TO", lambda night: night.concede("ann"))
    page = opened(f"{room.address}/", SIZES["landscape"])
    page.locator("[data-new-game]").tap()
    page.locator("[data-begin]").wait_for()
    expect(page.locator(".seating")).to_have_count(0)


def test_the_organiser_fills_a_card_in_from_a_game_that_was_no_pairing_and_both_confirm(
    opened: Opened, room: Room, axe: Axe
) -> None:
    page = opened(f"{room.address}/club/1/scores", SIZES["phone"])
    page.locator("[data-game='1']").tap()
    page.locator("[data-from-game]").tap()
    page.locator("[data-umpired='1']").tap()
    ann_first = room.house.stored_event("1").state.event.games[0].pair[0] == "ann"
    assert axe(page) == []
    page.locator(f"[data-side='{'red' if ann_first else 'blue'}']").tap()
    expect(page.locator("[data-report=filled]")).to_contain_text("game 1")
    for player in ("ann", "bob"):
        phone = room.phone(player)
        game = phone.card["game"]
        phone.post("/api/card/confirm", round=1, opponent=game["opponent"], **game["stands"])
    expect(page.locator("[data-game='1'].over")).to_be_attached()


def test_a_tablet_calls_a_judge_to_its_pairing_and_the_desk_sees_the_table(
    opened: Opened, room: Room, axe: Axe
) -> None:
    page = opened(f"{room.address}/", SIZES["landscape"])
    page.locator("[data-new-game]").tap()
    page.locator("[data-pairing='1']").tap()
    page.locator("[data-begin]").tap()
    page.locator(".game-head").wait_for()
    menu = page.get_by_role("button", name="Menu of the game")
    menu.tap()
    expect(page.locator("[data-judge-key=quiet]")).to_contain_text("Friday, table 1")
    page.get_by_role("button", name="Call a judge …").tap()
    page.get_by_role("button", name="Yes, to table 1").tap()
    expect(page.locator("[data-judge-key=called]")).to_be_visible()
    assert axe(page) == []
    club = room.house.stored_event("1")
    assert [*club.state.calls] == [1]
    desk = opened(f"{room.address}/club/1/scores", SIZES["phone"])
    desk.locator("[data-take='1']").tap()
    expect(desk.locator("[data-call]")).to_have_count(0)
    assert not club.state.calls
