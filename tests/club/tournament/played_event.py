"""Events played at random, and a second reading of the guide to check them by, written without the code under test."""

import random
from collections.abc import Iterator, Sequence

from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.events import GameCorrected, GameReported, PlayerEntered, RoundDrawn
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side

FACTIONS = ("junkers", "syntha", "triads", "viridian")
# as printed: points of the first by the levels of both, light to severe
PRINTED = ((12, 16, 20, 24), (8, 12, 16, 20), (4, 8, 12, 16), (0, 4, 8, 12))


def entrant(number: int, chance: random.Random) -> Entrant:
    return Entrant(f"p{number:02}", f"Player {number}", chance.choice(FACTIONS), chance.randint(1, 14))


def opened(players: int, seed: int, spare: int = 2) -> Tournament:
    chance = random.Random(seed)
    event = Tournament.open(seed, [entrant(number, chance) for number in range(1, players + 1)])
    return event.set_tables(range(1, (players + 1) // 2 + spare + 1))


def side(event: Tournament, player: str, chance: random.Random, *, concedes: float = 0.0) -> Side:
    lost = chance.randint(0, event.state.entrants[player].models)
    return Side(player, lost, chance.random() < 0.1, chance.random() < concedes)


def played(event: Tournament, chance: random.Random, *, concedes: float = 0.0) -> Tournament:
    """With all games of the round reported."""
    for game in event.state.open_games:
        one, other = (side(event, player, chance, concedes=concedes) for player in game.pair)
        event = event.report(one, other)
    return event


def day(
    players: int, seed: int, *, trouble: float = 0.04
) -> Iterator[tuple[Tournament, RoundDrawn | TournamentRefusal | None]]:
    """The event before each round, with the round, or why there was none (a remedy keeps it going), and the end."""
    chance = random.Random(seed)
    event = opened(players, seed)
    number = players
    while event.state.number < (event.state.rounds or 1):
        before = event
        try:
            event = event.next_round()
            yield before, event.log_events[-1]
        except TournamentRefusal as refused:
            yield before, refused
            layouts = [remedy.layout for remedy in refused.remedies if remedy.layout]
            if not layouts:
                break
            event = event.round_by_hand(chance.choice(layouts), "TO", "no legal round")
        event = played(event, chance, concedes=trouble)
        for player in event.state.active:
            if chance.random() < trouble:
                event = event.drop(player)
        for player in sorted(event.state.dropped - event.state.conceded):
            if chance.random() < 0.3:
                event = event.reinstate(player)
        if chance.random() < 3 * trouble and number < players + 2:
            number += 1
            granted = [chance.choice((0, 12)) for _ in range(event.state.number)]
            event = event.enter(entrant(number, chance), granted)
        if chance.random() < 3 * trouble and event.state.games:
            game = chance.choice(event.state.games)
            one, other = (side(event, player, chance) for player in game.pair)
            event = event.correct(game.number, (one, other), "TO", "misread")
    yield event, None


class Ledger:
    """Points, opponents, tables and byes from the log alone."""

    def __init__(self, event: Tournament) -> None:
        self.models: dict[str, int] = {}
        self.points: dict[str, int] = {}
        self.met: dict[str, list[str]] = {}
        self.tables: dict[str, set[int]] = {}
        self.byes: list[str] = []
        results: dict[tuple[int, frozenset[str]], tuple[Side, Side]] = {}
        for each in event.log_events:
            match each:
                case PlayerEntered(entrant=entrant, granted=granted):
                    self.models[entrant.id], self.points[entrant.id] = entrant.models, sum(granted)
                    self.met[entrant.id], self.tables[entrant.id] = [], set()
                case RoundDrawn():
                    self.byes += each.byes
                    for (one, other), table in zip(each.pairs, each.tables, strict=True):
                        self.met[one].append(other)
                        self.met[other].append(one)
                        self.tables[one].add(table)
                        self.tables[other].add(table)
                case GameReported(number=number, sides=sides) | GameCorrected(number=number, sides=sides):
                    results[number, frozenset(side.player for side in sides)] = sides
        for player in self.byes:
            self.points[player] += 24
        for one, other in results.values():
            self.points[one.player] += PRINTED[self.level(one)][self.level(other)]
            self.points[other.player] += PRINTED[self.level(other)][self.level(one)]
        self.retired = {each.player for sides in results.values() for each in sides if each.conceded}
        self.retired |= event.state.dropped

    def level(self, side: Side) -> int:
        """By the exact shares, without a threshold: at a quarter, a half, three quarters of the force."""
        if side.withdrew or side.conceded:
            return 3
        return sum(4 * side.lost >= quarters * self.models[side.player] for quarters in (1, 2, 3))


def first_complete(stack: Sequence[str], met: dict[str, set[str]], failed: set[frozenset[str]]) -> list | None:
    """The first complete pairing in stack order by plain search; failed: what is known to have none."""
    if not stack:
        return []
    if frozenset(stack) in failed:
        return None
    top = stack[0]
    for other in stack[1:]:
        if other not in met[top]:
            rest = first_complete([each for each in stack[1:] if each != other], met, failed)
            if rest is not None:
                return [(top, other), *rest]
    failed.add(frozenset(stack))
    return None
