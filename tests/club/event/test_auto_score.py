"""A game on a tracked table fills the score card of its pairing in."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import FORCES, hosted

from tablecam.club.event.event_forces import EventForces
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.hall_event import Bound, bound_by, fill_in, filling, finished, tags_of
from tablecam.club.event.registry import EventRegistry
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side
from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore

# seconds of pictures or of whole games: the long round
pytestmark = pytest.mark.slow

SEATS = ("red", "blue")
BOUND = Bound(1, 1, {"red": "ann", "blue": "bob"})


@pytest.fixture
def host(tmp_path: Path) -> Iterator[GameHost]:
    host = hosted(tmp_path)
    yield host
    host.close()


@pytest.fixture
def house(tmp_path: Path) -> EventRegistry:
    """An event of two, who play with the forces of the game."""
    house = EventRegistry(TournamentStore(open_database(str(tmp_path / "games.db"))))
    club = house.begin("Friday", "TO")
    for player, name in zip(("ann", "bob"), FORCES.values(), strict=True):
        force = EventForces(BOOKS, "urban-war").read_starter(name.replace("-", "_"))
        entrant = Entrant(player, player.title(), force.faction, force.models)
        club.act("TO", lambda night, e=entrant, f=force: night.enter(e, force=f))
    club.act("TO", lambda night: night.draft().publish())
    return house


def over(host: GameHost, bound: Bound = BOUND) -> None:
    """The pairing's game, which red has given up."""
    host.begin({"forces": FORCES, "tags": tags_of(bound), "instead": True})
    host.do(commands.concede, "red", {})


def card(house: EventRegistry) -> tuple[Side, Side] | None:
    club: StoredEvent = house.stored_event("1")
    club.refresh()
    return club.state.card(club.state.event.games[0]).filled


def test_the_pairing_stands_in_the_tags_of_the_game() -> None:
    assert bound_by({"Red": "a force", **tags_of(BOUND)}, SEATS) == BOUND


@pytest.mark.parametrize("missing", tags_of(BOUND))
def test_a_game_whose_tags_name_no_whole_pairing_is_none(missing: str) -> None:
    tags = tags_of(BOUND)
    del tags[missing]
    assert bound_by(tags, SEATS) is None


def test_a_game_in_progress_fills_nothing_in(host: GameHost) -> None:
    host.begin({"forces": FORCES, "tags": tags_of(BOUND)})
    assert finished(host) is None


def test_a_game_that_is_no_pairing_fills_nothing_in(host: GameHost) -> None:
    host.begin({"forces": FORCES})
    host.do(commands.concede, "red", {})
    assert finished(host) is None


def test_who_gave_the_game_up_has_conceded_on_the_card(host: GameHost, house: EventRegistry) -> None:
    over(host)
    found = finished(host)
    assert found
    fill_in(house, found)
    filled = card(house)
    assert filled
    assert {side.player: side.conceded for side in filled} == {"ann": True, "bob": False}


def test_a_card_is_filled_in_once_and_both_still_confirm_it(host: GameHost, house: EventRegistry) -> None:
    over(host)
    found, club = finished(host), house.stored_event("1")
    assert found
    fill_in(house, found)
    before = club.sequence
    fill_in(house, found)
    assert club.sequence == before
    club.act("ann", lambda night: night.confirm("ann"))
    assert club.state.event.open_games
    club.act("bob", lambda night: night.confirm("bob"))
    assert club.state.event.conceded == {"ann"}


def test_a_closed_game_is_left_as_it_is(host: GameHost, house: EventRegistry) -> None:
    over(host)
    found, club = finished(host), house.stored_event("1")
    club.act("TO", lambda night: night.report(Side("ann", 1), Side("bob", 1)))
    before = club.sequence
    assert found
    fill_in(house, found)
    assert club.sequence == before


def test_a_game_of_another_round_fills_nothing_in(host: GameHost, house: EventRegistry) -> None:
    over(host, Bound(1, 2, BOUND.players))
    found = finished(host)
    assert found
    fill_in(house, found)
    assert card(house) is None


def test_a_game_with_other_forces_is_refused(host: GameHost, house: EventRegistry) -> None:
    house.stored_event("1").act("TO", lambda night: night.after(_smaller(night, "ann")))
    over(host)
    found = finished(host)
    assert found
    with pytest.raises(TournamentRefusal, match="not the same force"):
        fill_in(house, found)


def _smaller(night: object, player: str) -> object:
    from tablecam.club.tournament.club_events import ForceListed
    from tablecam.club.tournament.forces import ForceLine, ForceList

    force = ForceList.with_totals("three", "", (ForceLine("One", 10, 3),))
    return ForceListed(player=player, force=force, reason="a slip")


def test_cards_are_filled_in_as_games_end(host: GameHost, house: EventRegistry) -> None:
    club = house.stored_event("1")
    with filling(host, house):
        before = club.sequence
        over(host)
        assert club.wait(before, 10)
    assert card(house) is not None


def test_a_game_that_ended_while_nobody_looked_fills_its_card_in_later(host: GameHost, house: EventRegistry) -> None:
    over(host)
    club = house.stored_event("1")
    before = club.sequence
    with filling(host, house):
        assert club.wait(before, 10)
    assert card(house) is not None


def test_who_follows_a_game_gives_up_as_soon_as_told(host: GameHost) -> None:
    over = threading.Event()
    waiting = threading.Thread(target=host.wait, args=(host.number, 600.0, over.is_set), daemon=True)
    waiting.start()
    over.set()
    host.wake()
    waiting.join(60)
    assert not waiting.is_alive()
