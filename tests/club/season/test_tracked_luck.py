"""Tracked games in a league: the luck of one that filled in a card, and a single game with its result and luck."""

import gzip
import json
from pathlib import Path

import pytest
from season_by_script import RULES

from tablecam.base.errors import BadFile
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.hall_event import Bound, tags_of
from tablecam.club.league.stored_league import StoredLeague, read_rules
from tablecam.club.league.umpired_friendlies import luck_of_games, taking, tracked_friendly
from tablecam.club.season.acts import LeagueRefusal
from tablecam.club.season.records import luck_of
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.scoring import Side, game_of_source, source_of_game
from tablecam.game.dice_statistics import luck
from tablecam.game.log import read_log
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import LeagueStore, TournamentStore

OLD = Path(__file__).resolve().parents[2] / "golden" / "old" / "games.db.gz"

pytestmark = pytest.mark.slow


def test_a_single_tracked_game_gives_its_own_result_and_counts_once_both_agree(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(gzip.decompress(OLD.read_bytes()))
    engine = open_database(str(tmp_path / "games.db"))
    store, games = TournamentStore(engine), GameStore(engine)
    league = StoredLeague.begin(LeagueStore(engine), "City League", read_rules(RULES), "TO")
    league.act("TO", lambda now: now.add_person("Ann").add_person("Bob"))
    seats = {"red": "Ann", "blue": "Bob"}
    with pytest.raises(BadFile, match="game 2 is not over"):
        tracked_friendly(store, BOOKS, 2, seats, ())
    with pytest.raises(LeagueRefusal, match="say who played each of red and blue"):
        tracked_friendly(store, BOOKS, 1, {"red": "Ann"}, ())
    league.act("TO", tracked_friendly(store, BOOKS, 1, seats, ("Bob",)))
    (single,) = league.state.season.friendlies
    # red has lost both of two models, which is severe, and blue one of two, which is heavy
    assert [(side.person, side.points, side.lost, side.models) for side in single.game.sides] == [
        ("p1", 8, 2, 2), ("p2", 16, 1, 2),
    ]  # fmt: skip
    assert single.date == games.games()[0].begun[:10]
    assert luck_of(league.state, "p1") is None
    league.act("TO", lambda now: now.agree(1, "p1"))
    rolled = {row.seat: row.rolled for row in luck(read_log(games.read(1))) if row.name == "all"}
    for person, seat in (("p1", "red"), ("p2", "blue")):
        found = luck_of(league.state, person)
        assert found is not None
        assert found.rolled == rolled[seat]


def test_the_dice_of_a_pairings_game_are_each_players_luck(tmp_path: Path) -> None:
    (tmp_path / "old.db").write_bytes(gzip.decompress(OLD.read_bytes()))
    lines = list(GameStore(open_database(str(tmp_path / "old.db"))).read(1))
    seats = read_log(lines).header.seats
    bound = Bound(1, 1, dict(zip(seats, ("ann", "bob"), strict=False)))
    lines[0] = json.dumps({**json.loads(lines[0]), "tags": tags_of(bound)}, separators=(",", ":"))
    engine = open_database(str(tmp_path / "games.db"))
    with GameStore(engine).new() as kept:
        kept.append(lines)
    club = StoredEvent.begin(TournamentStore(engine), "Friday", seed=7, by="TO")
    for player in ("ann", "bob"):
        club.act("TO", lambda event, player=player: event.enter(Entrant(player, player.title(), "", 10)))
    sides = Side("ann", 3), Side("bob", 5)
    club.act("TO", lambda event: event.draft().publish().fill_card(*sides, source_of_game(1)).report(*sides))
    league = StoredLeague.begin(LeagueStore(engine), "City League", read_rules(RULES), "TO")
    league.act("TO", taking(club.lines, luck=luck_of_games(engine)))
    every = {row.seat: row for row in luck(read_log(lines)) if row.name == "all"}
    for seat, name in zip(seats, ("Ann", "Bob"), strict=False):
        found = luck_of(league.state, league.league().find(name))
        assert found is not None
        assert (found.rolled, found.passed) == (every[seat].rolled, every[seat].passed)
        assert found.expected_thousandths == pytest.approx(1000 * float(every[seat].expected), abs=0.6)
    # a game of another evening, and a source that is none
    assert game_of_source("the scorer") is None
    assert luck_of_games(engine)(club._log)(2, "ann", "bob") is None
