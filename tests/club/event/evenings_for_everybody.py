"""A database for the club's pages: a season, a tracked game that two have released, and the next evening."""

import gzip
import json
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from season_by_script import season
from sqlalchemy import Engine

from tablecam.club.event.entrant_acts import announce, release, show_name
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.hall_event import Bound, tags_of
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.schedule import PlannedRound
from tablecam.club.tournament.scoring import Side, source_of_game
from tablecam.club.tournament.sign_up_list import SignUpSet
from tablecam.club.tournament.signing_up import sign_up_set
from tablecam.game.log import read_log
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import TournamentStore

OLD = Path(__file__).resolve().parents[2] / "golden" / "old" / "games.db.gz"
TODAY = "2026-06-01"
FRIDAY = datetime(2026, 5, 29, 18, 0, tzinfo=UTC)


class Clock:
    """Goes on as a test says."""

    def __init__(self) -> None:
        self.now = FRIDAY

    def __call__(self) -> datetime:
        return self.now


def tracked_game(engine: Engine, folder: Path, bound: Bound | None = None) -> int:
    """A game of the terminal that is over, kept in another database; bound: as a pairing of an event."""
    (folder / "old.db").write_bytes(gzip.decompress(OLD.read_bytes()))
    lines = list(GameStore(open_database(str(folder / "old.db"))).read(1))
    if bound:
        lines[0] = json.dumps({**json.loads(lines[0]), "tags": tags_of(bound)}, separators=(",", ":"))
    with GameStore(engine).new() as kept:
        kept.append(lines)
        assert kept.id is not None
        return kept.id


def tracked_evening(engine: Engine, folder: Path) -> StoredEvent:
    """Ann and Bob at a table with a camera; Ann tells her name, and nobody has released anything."""
    clock = Clock()
    store = TournamentStore(engine, clock)
    club = StoredEvent.begin(store, "Tracked evening", seed=7, by="TO")
    for player, name in (("ann", "Ann Archer"), ("zed", "Zed Zane")):
        club.act("TO", lambda event, player=player, name=name: event.enter(Entrant(player, name, "junkers", 10)))
    club.act("ann", partial(show_name, player="ann", shown=True))
    club.act("TO", lambda event: event.draft().publish().start_clock())
    clock.now += timedelta(minutes=48)
    (folder / "found.db").write_bytes(gzip.decompress(OLD.read_bytes()))
    seats = read_log(GameStore(open_database(str(folder / "found.db"))).read(1)).header.seats
    game = tracked_game(engine, folder, Bound(club.id, 1, dict(zip(seats, ("ann", "zed"), strict=False))))
    sides = Side("ann", 3), Side("zed", 5)
    club.act("TO", lambda event: event.fill_card(*sides, source_of_game(game)).report(*sides))
    return club


def release_both(club: StoredEvent) -> None:
    for player in ("ann", "zed"):
        club.act(player, partial(release, player=player, number=1, released=True))


def coming_evening(engine: Engine) -> StoredEvent:
    """Announced for the day after, with a schedule and open sign-up."""
    club = StoredEvent.begin(TournamentStore(engine, Clock()), "June night", seed=8, by="TO")

    def plan(event: ClubEvent) -> ClubEvent:
        event = event.set_schedule("21:30", (PlannedRound(80, 15), PlannedRound(80)))
        return announce(event.enter(Entrant("hid", "Hidden Hal", "", 9)), "2026-06-02", "Town Hall; back door")

    club.act("TO", plan)
    settings = SignUpSet(open=True, places=16, check_in=True)
    club.act("TO", lambda event: event.sign(lambda state: sign_up_set(state, settings)))
    return club


def whole_year(folder: Path, number: int = 2) -> Engine:
    """A league with some evenings, the tracked one, and the next."""
    season(folder, number=number)
    engine = open_database(str(folder / "games.db"))
    release_both(tracked_evening(engine, folder))
    coming_evening(engine)
    return engine
