"""The cost of a club event: pairing the last round of large events, their pages, and an act on the log of one."""

import random
import tempfile
import tracemalloc
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.organiser_view import describe_for_organiser
from tablecam.club.event.public_view import describe_for_public
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Card, Entrant
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.pairing import next_round, score_order
from tablecam.club.tournament.scoring import Side
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore
from tools.bench.figure import BenchResult, Figure, Target, Time, timed
from webui.club.feed import view_changes
from webui.game.feed import one_line

MODELS = 10
ROUNDS = 4
SEED = 7
# the organiser's patience for a draft and its publication, in milliseconds of processor time
MOST_MS = {64: 100.0, 128: 500.0}
KIB, MIB = 1024, 1024 * 1024


def page_figures(players: int, repetitions: int) -> list[Figure]:
    """An event in the middle of its last round, with its pages."""
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
    """A server's data of one event: its log, its state, and the desk's data."""
    tracemalloc.start()
    try:
        club = StoredEvent.open(store, id)
        kept = (club, _desk(club))
        size = tracemalloc.get_traced_memory()[0] / MIB
    finally:
        tracemalloc.stop()
    assert kept[0].state.event.entrants
    return Figure(f"memory of the event, {players} players", size, " MiB", note="log, state and the desk’s data")


PLAYERS = (32, 64, 128)
# for the pages; the pairing of the largest is in the time of its draft
SHOWN = (32, 64, 128, 256)
# what a pairing program on networkx usually asks of it: opponents with scores as near as can be
PEER = "networkx by nearness of scores"


def tournament(players: Sequence[int] = PLAYERS, repetitions: int = 5, shown: Sequence[int] = SHOWN) -> BenchResult:
    """The last round of events played at random, beside networkx's matching of the same graph; one event on disk."""
    figures = [figure for number in players for figure in _pairing(number, repetitions)]
    return BenchResult(
        "tournament",
        "the last round of a Swiss event: the first complete pairing in stack order, without a rematch",
        (
            *figures,
            *(figure for number in shown for figure in page_figures(number, repetitions)),
            _softly(players[-1], repetitions),
            *_kept_figures(players[0]),
        ),
    )


def _pairing(players: int, repetitions: int) -> list[Figure]:
    stack = _last_stack(players)
    ours = [timed(next_round, stack)[1] for _ in range(repetitions)]
    theirs = [timed(_nearest, stack)[1] for _ in range(repetitions)]
    spread = [1000 * time.cpu_s for time in ours]
    # an odd number, of whom one is spared first
    odd = [timed(next_round, stack[:-1])[1] for _ in range(repetitions)]
    note = "a median of processor time"
    return [
        Figure(f"pairing {players} players", _ms(ours), " ms", ((PEER, _ms(theirs)),), None, repetitions,
               (min(spread), max(spread)), note),
        Figure(f"pairing {players - 1} players and a bye", _ms(odd), " ms", (), None, repetitions, None, note),
    ]  # fmt: skip


def _softly(players: int, repetitions: int) -> Figure:
    """A club of five players in eight whose members are softly kept apart: some have to meet."""
    stack = _last_stack(players)
    club = frozenset(card.player for card in random.Random(SEED).sample(stack, 5 * players // 8))
    wishing = [replace(card, wished_apart=club - {card.player}) if card.player in club else card for card in stack]
    times = [timed(next_round, wishing)[1] for _ in range(repetitions)]
    spread = [1000 * time.cpu_s for time in times]
    return Figure(
        f"pairing {players} players, {len(club)} of them softly kept apart", _ms(times), " ms", (), None,
        repetitions, (min(spread), max(spread)), "a median of processor time",
    )  # fmt: skip


def _kept_figures(players: int) -> list[Figure]:
    """A whole event on disk, act by act, then going on with it."""
    with tempfile.TemporaryDirectory() as folder:
        store = TournamentStore(open_database(str(Path(folder) / "games.db")))
        club, spent = timed(_played_event, store, players)
        again, resumed = timed(StoredEvent.open, store, club.id)
        store.engine.dispose()
    assert again.seen == club.seen
    return [
        Figure("acts of a club night, on disk", club.sequence / spent.wall_s, "/s",
               note=f"{players} players, SQLite, a full sync an act, by the clock on the wall"),
        Figure("going on with it", 1000 * resumed.cpu_s, " ms", note=f"reading and folding {club.sequence} lines"),
    ]  # fmt: skip


def _played_event(store: TournamentStore, players: int) -> StoredEvent:
    club, chance = StoredEvent.begin(store, "bench", seed=SEED, by="TO"), random.Random(SEED)
    for entrant in _entrants(players):
        club.act("TO", lambda event, who=entrant: event.enter(who))  # type: ignore[misc]
    while not club.state.over:
        club.act("TO", ClubEvent.draft)
        club.act("TO", ClubEvent.publish)
        for game in club.state.event.open_games:
            one, other = (Side(player, chance.randint(0, MODELS)) for player in game.pair)
            club.act(one.player, lambda event, a=one, b=other: event.report_side(a.player, b, a))  # type: ignore[misc]
            club.act(other.player, lambda event, b=other: event.confirm(b.player))  # type: ignore[misc]
    return club


def _last_stack(players: int) -> tuple[Card, ...]:
    """The cards as they lie before the last round of an event."""
    event, chance = Tournament.open(SEED, _entrants(players)), random.Random(SEED)
    while event.state.number < max(2, event.state.rounds) - 1:
        event = event.next_round()
        for game in event.state.open_games:
            one, other = (Side(player, chance.randint(0, MODELS)) for player in game.pair)
            event = event.report(one, other)
    return score_order(event.state.cards().values(), SEED, "the last round")


def _entrants(players: int) -> list[Entrant]:
    return [Entrant(f"p{number}", f"Player {number}", f"faction {number % 4}", MODELS) for number in range(players)]


def _nearest(stack: Sequence[Card]) -> int:
    """The peer: the same graph, weighed by nearness of scores; how many pairs it finds."""
    graph = nx.Graph()
    for one, other in combinations(stack, 2):
        if other.player not in one.met:
            graph.add_edge(one.player, other.player, weight=-((one.points - other.points) ** 2))
    return len(nx.max_weight_matching(graph, maxcardinality=True))


def _ms(times: Sequence[Time]) -> float:
    return 1000 * float(np.median([time.cpu_s for time in times]))
