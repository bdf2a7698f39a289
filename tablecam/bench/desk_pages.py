"""What the pages of a large club event cost: the next round, each page's data, what one result changes, memory."""

import random
import tempfile
import tracemalloc
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tablecam.bench.figure import Figure, Target
from tablecam.bench.timing import timed
from tablecam.club.event_store import StoredEvent
from tablecam.club.organiser_view import describe_for_organiser
from tablecam.club.public_view import describe_for_public
from tablecam.storage.database import open_database
from tablecam.storage.tournament_store import TournamentStore
from tablecam.tournament.club_event import ClubEvent
from tablecam.tournament.entrant import Entrant
from tablecam.tournament.scoring import Side
from webui.club.view_changes import view_changes
from webui.game.feed import one_line

MODELS = 10
ROUNDS = 4
SEED = 7
# the organiser's patience for a draft and its publication, in milliseconds of processor time
MOST_MS = {64: 100.0, 128: 500.0}
KIB, MIB = 1024, 1024 * 1024


def page_figures(players: int, repetitions: int) -> list[Figure]:
    """An event of so many players in the middle of its last round, with its pages."""
    with tempfile.TemporaryDirectory() as folder:
        store = TournamentStore(open_database(str(Path(folder) / "games.db")))
        club = _played(store, players)
        drawing = [_draw_ms(club) for _ in range(repetitions)]
        club.act("TO", lambda event: event.draft().publish())
        figures = [
            _figure(f"draft and publish, {players} players", drawing, MOST_MS.get(players)),
            _figure(f"desk page, {players} players", _repeated(lambda: _desk(club), repetitions)),
            _figure(f"public page, {players} players", _repeated(lambda: describe_for_public(club), repetitions)),
            _figure(f"standings, {players} players", _repeated(club.state.standings, repetitions)),
            *_sizes(club, players),
            _memory(store, club.id, players),
        ]
        store.engine.dispose()
    return figures


def _played(store: TournamentStore, players: int) -> StoredEvent:
    """An event with all but its last round over."""
    club, chance = StoredEvent.begin(store, "bench", seed=SEED, by="TO"), random.Random(SEED)
    entrants = [Entrant(f"p{number}", f"Player {number}", f"of {number % 4}", MODELS) for number in range(players)]
    club.act("TO", lambda event: _each(event, entrants, ClubEvent.enter))
    club.act("TO", lambda event: event.set_rounds(ROUNDS, "for the bench"))
    for _ in range(ROUNDS - 1):
        club.act("TO", lambda event: event.draft().publish())
        for game in club.state.event.open_games:
            one, other = (Side(player, chance.randint(0, MODELS)) for player in game.pair)
            club.act("TO", lambda event, a=one, b=other: event.report(a, b))  # type: ignore[misc]
    return club


def _each(event: ClubEvent, entrants: Sequence[Entrant], act: Callable[[ClubEvent, Entrant], ClubEvent]) -> ClubEvent:
    for entrant in entrants:
        event = act(event, entrant)
    return event


def _draw_ms(club: StoredEvent) -> float:
    """Drafting, looking at the draft, and publishing; nothing is kept."""

    def draw() -> None:
        drafted = club.event_for("TO").draft()
        drafted.remedies()
        drafted.publish()

    return 1000 * timed(draw)[1].cpu_s


def _repeated(make: Callable[[], object], repetitions: int) -> list[float]:
    return [1000 * timed(make)[1].cpu_s for _ in range(repetitions)]


def _figure(what: str, times_ms: Sequence[float], most_ms: float | None = None) -> Figure:
    target = None if most_ms is None else Target(at_most=most_ms)
    spread = (min(times_ms), max(times_ms))
    return Figure(
        what, float(np.median(times_ms)), " ms", (), target, len(times_ms), spread, "a median of processor time"
    )


def _desk(club: StoredEvent) -> dict[str, Any]:
    return describe_for_organiser(club, lambda player: f"code of {player}")


def _sizes(club: StoredEvent, players: int) -> list[Figure]:
    """The data of the desk as it is sent: whole when it is opened, then what one result changes."""
    before = _desk(club)
    one, other = (Side(player, 3) for player in club.state.event.open_games[0].pair)
    club.act("TO", lambda event: event.report(one, other))
    changes = view_changes(before, _desk(club))
    whole, changed = (len(zlib.compress(one_line(data).encode())) / KIB for data in (before, changes))
    return [
        Figure(f"desk page as sent, {players} players", whole, " KiB", note="packed"),
        Figure(f"one result as sent to the desk, {players} players", changed, " KiB", note="packed"),
    ]


def _memory(store: TournamentStore, id: int, players: int) -> Figure:
    """What a server keeps of one event: its log, its state, and the desk's data."""
    tracemalloc.start()
    try:
        club = StoredEvent.open(store, id)
        kept = (club, _desk(club))
        size = tracemalloc.get_traced_memory()[0] / MIB
    finally:
        tracemalloc.stop()
    assert kept[0].state.event.entrants
    return Figure(f"memory of the event, {players} players", size, " MiB", note="log, state and the desk’s data")
