"""A result of a table that keeps its games itself reaches the organiser's event over the hub, without a cable."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from couriers import archiving, kept_lines, until
from hosting import FORCES
from services import Broker

from tablecam.club.event.event_forces import EventForces
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.hall_event import Bound, tags_of
from tablecam.club.event.registry import EventRegistry
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.commands.club_events import organises
from tablecam.commands.hub_rehearsal import RehearsedTable, connect_table
from tablecam.doors.hub.broker_access import Registrar
from tablecam.doors.hub.courier import Courier
from tablecam.doors.hub.record import GameRecord
from tablecam.doors.hub.retention import verify
from tablecam.doors.hub.settings import DeskLink, HubLink
from tablecam.doors.hub.topics import Place, desk_user
from tablecam.game.hosting.commands import concede
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_tags import EVENT
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore

# a broker, a database, and waits for both
pytestmark = pytest.mark.slow

HERE = Place("mill", "one")


@dataclass
class Organiser:
    """Somebody's event, in a database of its own. said: to the organiser, at the terminal."""

    folder: Path
    broker: Broker
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        club = self.event()
        for player, name in zip(("ann", "bob"), FORCES.values(), strict=True):
            force = EventForces(BOOKS, "urban-war").read_starter(name.replace("-", "_"))
            entrant = Entrant(player, player.title(), force.faction, force.models)
            club.act("TO", lambda night, e=entrant, f=force: night.enter(e, force=f))
        club.act("TO", lambda night: night.draft().publish())

    def registry(self) -> EventRegistry:
        return EventRegistry(TournamentStore(open_database(str(self.folder / "organiser.db"))))

    def event(self) -> StoredEvent:
        """As another program reads it."""
        registry = self.registry()
        return registry.stored_event("1") if registry.listed() else registry.begin("Friday", "TO", seed=1)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """The organiser's program runs."""
        link = DeskLink(HERE.hall, self.broker.address(desk_user(HERE.hall), "key"))
        with organises(link, self.registry(), self.said.append):
            yield

    def filled(self) -> bool:
        club = self.event()
        return club.state.card(club.state.event.games[0]).filled is not None


@pytest.fixture
def organiser(broker: Broker, tmp_path: Path) -> Organiser:
    registrar = Registrar(broker.registrar)
    registrar.admit(HERE, "secret")
    registrar.announce(HERE, "The old mill", "Table 3")
    registrar.admit_desk(HERE.hall, "key")
    return Organiser(tmp_path, broker)


@contextmanager
def playing(broker: Broker, folder: Path) -> Iterator[tuple[RehearsedTable, Courier]]:
    table = RehearsedTable(folder / "table", "Guest", 1)
    link = HubLink(HERE, broker.address(HERE.user, "secret"))
    try:
        with connect_table(table, link, print) as courier:
            yield table, courier
    finally:
        table.host.close()


def played(table: RehearsedTable, tags: dict[str, str]) -> None:
    """A game that red gives up."""
    table.host.begin({"forces": FORCES, "tags": tags, "instead": True})
    table.host.do(concede, "red", {})


def seated(courier: Courier) -> dict[str, str]:
    """The tags of the first pairing that the table knows of, as its page makes them: of players by number."""
    event = json.loads(courier.event.text)
    (red, blue), number = event["pairings"][0]["pair"], event["id"].rpartition("/")[2]
    return {**tags_of(Bound(int(number), event["round"], {"red": red, "blue": blue})), EVENT: event["id"]}


def ends_on_the_wall(table: RehearsedTable) -> bool:
    """Whether the table's card says when the time of its round is up."""
    of = table.show.card().round
    return of is not None and of.ends is not None


def test_a_result_of_a_table_with_its_own_database_fills_the_card_and_both_players_close_it(
    organiser: Organiser, broker: Broker, record: GameRecord, tmp_path: Path
) -> None:
    club = organiser.event()
    ann_first = club.state.event.games[0].pair[0] == "ann"
    with archiving(record, broker.archiver), playing(broker, tmp_path) as (table, courier):
        with organiser.at_work():
            until(lambda: "pairings" in courier.event.text)
            tags = seated(courier)
            # the forces that stand there are Ann's and Bob's, of whom the hall shows the numbers
            bound = {"Red entrant": "#1", "Blue entrant": "#2"}
            assert set(tags) >= {EVENT, *bound}
            assert {tags[seat] for seat in bound} == {*bound.values()}
            table.host.begin({"forces": FORCES, "tags": tags | bound})
            club.act("TO", ClubEvent.start_clock)
            until(lambda: ends_on_the_wall(table))
            played(table, tags | bound)
            until(organiser.filled)
        club.refresh()
        card = club.state.card(club.state.event.games[0])
        assert card.source == "the game at Table 3"
        assert [side.player for side in card.filled or ()] == (["ann", "bob"] if ann_first else ["bob", "ann"])
        lines = club.sequence
        # a program that begins again hears of all results again
        table.host.put_game_away("table", {})
        with organiser.at_work():
            played(table, {**tags, **bound, "Round": "2"})
            until(lambda: bool(organiser.said))
        until(lambda: kept_lines(record) > 0)
    assert organiser.event().sequence == lines
    (said,) = organiser.said
    assert said.startswith("the result of Table 3 is not taken: Ann (ann) does not meet Bob (bob) in round 2: ")
    for player in ("ann", "bob"):
        club.act(player, lambda night, player=player: night.confirm(player))
    assert club.state.event.conceded == {"ann"}
    assert {stream.fault for stream in verify(record)} == {""}


def test_a_result_that_was_entered_without_a_network_comes_when_it_is_back(
    organiser: Organiser, broker: Broker, tmp_path: Path
) -> None:
    tags = {**tags_of(Bound(1, 1, {"red": "ann", "blue": "bob"})), EVENT: "mill/1"}
    with playing(broker, tmp_path) as (table, courier):
        until(lambda: courier.state.connected)
        broker.kill()
        until(lambda: not courier.state.connected)
        played(table, tags)
        until(lambda: bool(json.loads(table.show.parts()["results"])["list"]))
        # another game has begun before anybody has heard of the first
        table.host.put_game_away("table", {})
        table.begin()
        broker.start()
        with organiser.at_work():
            until(organiser.filled)
    assert organiser.said == []
