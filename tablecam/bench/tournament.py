"""What a club event costs: pairing the last round of large events, their pages, and an act on the log of one."""

import random
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import networkx as nx
import numpy as np

from tablecam.bench.desk_pages import page_figures
from tablecam.bench.figure import BenchResult, Figure
from tablecam.bench.timing import Time, timed
from tablecam.club.event_store import StoredEvent
from tablecam.storage.database import open_database
from tablecam.storage.tournament_store import TournamentStore
from tablecam.tournament.club_event import ClubEvent
from tablecam.tournament.draw import score_order
from tablecam.tournament.entrant import Card, Entrant
from tablecam.tournament.event import Tournament
from tablecam.tournament.pairing import next_round
from tablecam.tournament.scoring import Side

PLAYERS = (32, 64, 128)
# for the pages; the pairing of the largest is in the time of its draft
SHOWN = (32, 64, 128, 256)
MODELS = 10
SEED = 7
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
        club, spent = timed(_played, store, players)
        again, resumed = timed(StoredEvent.open, store, club.id)
        store.engine.dispose()
    assert again.seen == club.seen
    return [
        Figure("acts of a club night, on disk", club.sequence / spent.wall_s, "/s",
               note=f"{players} players, SQLite, a full sync an act, by the clock on the wall"),
        Figure("going on with it", 1000 * resumed.cpu_s, " ms", note=f"reading and folding {club.sequence} lines"),
    ]  # fmt: skip


def _played(store: TournamentStore, players: int) -> StoredEvent:
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
