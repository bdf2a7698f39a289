"""The event of a hall at a table that keeps its games itself: what the table tells, and what the organiser takes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting import FORCES, hosted

from tablecam.base.errors import BadFile
from tablecam.club.event.commands import judge_wanted
from tablecam.club.event.entrant_acts import hall_names
from tablecam.club.event.event_forces import EventForces
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.hall_event import (
    Bound,
    HallRound,
    bound_by,
    event_told,
    hall_pairing,
    hall_round,
    result_told,
    tags_of,
    take_result,
)
from tablecam.club.event.registry import EventRegistry
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side
from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_tags import EVENT
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore

# whole games
pytestmark = pytest.mark.slow

BOUND = Bound(1, 1, {"red": "ann", "blue": "bob"})
TAGS = {**tags_of(BOUND), EVENT: "mill/1"}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[GameHost]:
    host = hosted(tmp_path)
    yield host
    host.close()


@pytest.fixture
def house(tmp_path: Path) -> EventRegistry:
    """The organiser's events, in a database of their own."""
    house = EventRegistry(TournamentStore(open_database(str(tmp_path / "organiser.db"))))
    club = house.begin("Friday", "TO", seed=1)
    for player, name in zip(("ann", "bob"), FORCES.values(), strict=True):
        force = EventForces(BOOKS, "urban-war").read_starter(name.replace("-", "_"))
        entrant = Entrant(player, player.title(), force.faction, force.models)
        club.act("TO", lambda night, e=entrant, f=force: night.enter(e, force=f))
    club.act("TO", lambda night: hall_names(night, shown=True))
    return house


def drawn(house: EventRegistry) -> StoredEvent:
    club = house.stored_event("1")
    club.act("TO", lambda night: night.draft().publish())
    return club


def conceded(host: GameHost, tags: dict[str, str]) -> dict[str, Any] | None:
    host.begin({"forces": FORCES, "tags": tags, "instead": True})
    host.do(commands.concede, "red", {})
    with host.reading() as open_game:
        assert open_game
        return result_told(open_game.game, BOOKS)


def told(**changed: Any) -> dict[str, Any]:
    sides = [
        {"seat": seat, "player": player, "lost": lost, "of": 6, "withdrew": False, "conceded": False}
        for seat, player, lost in (("red", "ann", 1), ("blue", "bob", 4))
    ]
    return {"event": "mill/1", "round": 1, "sides": sides, **changed}


def test_a_pairing_of_the_hall_is_none_of_the_table_s_own_events() -> None:
    found = hall_pairing(TAGS, ("red", "blue"))
    assert found
    assert (found.hall, found.bound) == ("mill", BOUND)
    assert bound_by(TAGS, ("red", "blue")) is None
    assert hall_pairing(tags_of(BOUND), ("red", "blue")) is None


def test_tables_are_told_of_the_event_that_is_played_and_of_nothing_that_players_keep(house: EventRegistry) -> None:
    assert event_told(house, "mill") is None
    club = drawn(house)
    said = event_told(house, "mill")
    assert said
    assert said["id"] == "mill/1"
    assert set(said) == {"id", "title", "book", "round", "players", "pairings", "clock", "calls"}
    club.act("TO", lambda night: judge_wanted(night, "ann", {"round": 1, "opponent": "bob", "wanted": True}))
    club.act("TO", lambda night: night.start_clock())
    said, pairing = event_told(house, "mill"), hall_pairing(TAGS, ("red", "blue"))
    assert said
    assert pairing
    assert hall_round(said, pairing) == HallRound(1, club.state.clock, called=True)
    club.act("TO", lambda night: night.report(Side("ann", 1), Side("bob", 2)))
    assert event_told(house, "mill") is None


def test_a_table_that_knows_its_players_by_number_keeps_its_round_and_its_result(house: EventRegistry) -> None:
    club = drawn(house)
    club.act("TO", lambda night: hall_names(night, shown=False))
    pairing = hall_pairing({**tags_of(Bound(1, 1, {"red": "#1", "blue": "#2"})), EVENT: "mill/1"}, ("red", "blue"))
    assert pairing
    for shown in (False, True):
        club.act("TO", lambda night, shown=shown: hall_names(night, shown=shown))
        said = event_told(house, "mill")
        assert said
        assert hall_round(said, pairing) == HallRound(1, club.state.clock, called=False)
    sides = [side | {"player": number} for side, number in zip(told()["sides"], ("#1", "#2"), strict=True)]
    take_result(house, "mill", "Table 3", told(sides=sides))
    filled = club.state.card(club.state.event.games[0]).filled
    assert filled
    assert {side.player for side in filled} == {"ann", "bob"}


def test_a_result_is_told_of_a_pairing_that_is_over_alone(host: GameHost) -> None:
    host.begin({"forces": FORCES, "tags": TAGS})
    with host.reading() as open_game:
        assert open_game
        assert result_told(open_game.game, BOOKS) is None
    assert conceded(host, {}) is None
    assert conceded(host, TAGS) is not None


def test_a_result_fills_the_card_in_once_and_the_players_close_it(host: GameHost, house: EventRegistry) -> None:
    club, said = drawn(house), conceded(host, TAGS)
    assert said
    take_result(house, "mill", "Table 3", said)
    card = club.state.card(club.state.event.games[0])
    assert card.source == "the game at Table 3"
    assert {side.player: side.conceded for side in card.filled or ()} == {"ann": True, "bob": False}
    before = club.sequence
    take_result(house, "mill", "Table 3", said)
    assert club.sequence == before
    for player in ("ann", "bob"):
        club.act(player, lambda night, player=player: night.confirm(player))
    assert club.state.event.games[0].sides
    closed = club.sequence
    take_result(house, "mill", "Table 3", said | {"sides": told()["sides"]})
    assert club.sequence == closed


def test_a_result_that_does_not_fit_is_refused_with_a_sentence(house: EventRegistry) -> None:
    club = drawn(house)
    before = club.sequence
    strange = told()
    strange["sides"][1] |= {"player": "eve"}
    other_force = told()
    other_force["sides"][0] |= {"of": 5}
    for wrong, says in (
        (told(round=2), "no game"),
        (strange, "nobody here has the ID eve"),
        (other_force, "not the same force"),
    ):
        with pytest.raises(TournamentRefusal, match=says):
            take_result(house, "mill", "Table 3", wrong)
    assert club.sequence == before


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"event": "barn/1"},
        {"event": "mill/7"},
        {"event": "mill/x"},
        {"event": 1},
        {"round": "1"},
        {"sides": [1]},
        {"sides": []},
    ],
)
def test_what_is_no_result_of_the_hall_is_refused(house: EventRegistry, wrong: dict[str, Any]) -> None:
    drawn(house)
    with pytest.raises(BadFile):
        take_result(house, "mill", "Table 3", told(**wrong) if wrong else {})
