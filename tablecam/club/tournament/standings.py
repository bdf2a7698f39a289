"""Places: by accumulated points, then by the final points of all opponents faced, and by nothing else.

Clause: UW-TG Deciding the Tournament Winners (S2, S3), Tiebreaker (S1), Conceding (C2, C3, C4), House Evening (N5, S4).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType

# the guide's own tie-break
OPPONENTS = "opponents"
NO_NUMBERS: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the table. rank: None for the retired, who take no place (C2); level players share one (S2).

    faced: every opponent with their own final points, one for each game; rolled_off: a tie was settled by the dice.
    penalty: what penalties have taken from the points (S4). ahead: how far the player has come in a top cut (N5).
    counts: the values of the tie-breaks that the event has chosen, in their order; None for the guide's one (S5).
    """

    player: str
    points: int
    faced: tuple[tuple[str, int], ...]
    rank: int | None = None
    rolled_off: bool = False
    penalty: int = 0
    ahead: int = 0
    counts: tuple[int, ...] | None = None

    @property
    def order(self) -> tuple[int, ...]:
        """The tie-breaks that decide places, the most important first."""
        return (self.ahead, self.points, *(self.counts if self.counts is not None else (self.tiebreak,)))

    @property
    def tiebreak(self) -> int:
        """The sum of what the opponents scored in the whole event (S1)."""
        return sum(points for _player, points in self.faced)

    def working(self, names: Mapping[str, str]) -> str:
        """The tie-break as a sum of named opponents: `Bob 24 + Cat 36 = 60`."""
        working = " + ".join(f"{names.get(player, player)} {points}" for player, points in self.faced)
        return f"{working} = {self.tiebreak}" if working else "0"


def standings(  # noqa: PLR0913 - everything that a place depends on
    points: Mapping[str, int],
    faced: Mapping[str, Sequence[str]],
    retired: Collection[str] = (),
    roll_offs: Sequence[Sequence[str]] = (),
    penalties: Mapping[str, int] = NO_NUMBERS,
    ahead: Mapping[str, int] = NO_NUMBERS,
    tie_breaks: Mapping[str, Mapping[str, int]] = MappingProxyType({}),
) -> tuple[StandingRow, ...]:
    """The table, those with a place first; ranks close up over the retired, who follow by points (C2).

    points: final totals of everybody, the retired included, whose points count for their opponents (C3).
    faced: the opponents of the games played; a bye is none of them. Ranks run 1, 2, 2, 4 (S2).
    roll_offs: the winner first; one counts while exactly its players are level. Every call works
    with the current totals, so a corrected result moves every line that it touches (S3).
    penalties: contained in the points, and no loss to the opponents: their tie-breaks are without them (S4).
    ahead: how far players have come in a top cut, which goes before all points (N5).
    tie_breaks: what each player has of each of the event's own, in their order; without any, the guide's holds (S5).
    """
    lines = [
        StandingRow(
            player,
            total,
            tuple((opponent, points[opponent] + penalties.get(opponent, 0)) for opponent in faced.get(player, ())),
            penalty=penalties.get(player, 0),
            ahead=ahead.get(player, 0),
        )
        for player, total in points.items()
    ]
    # level players are listed by ID, which gives none of them a better rank
    lines = [replace(line, counts=_count_tie_breaks(line, tie_breaks)) for line in lines] if tie_breaks else lines
    lines.sort(key=lambda line: ([-number for number in line.order], line.player))
    ranked: list[StandingRow] = []
    for _score_of, level in groupby([line for line in lines if line.player not in retired], _score_key):
        ranked += _rank_level_players(list(level), len(ranked) + 1, roll_offs)
    return (*ranked, *(line for line in lines if line.player in retired))


def level_players(table: Sequence[StandingRow], player: str) -> tuple[str, ...]:
    """The players who share a place with a player, who is one of them (S2)."""
    rank = next((line.rank for line in table if line.player == player), None)
    return tuple(line.player for line in table if rank is not None and line.rank == rank)


def _score_key(line: StandingRow) -> tuple[int, ...]:
    return line.order


def _count_tie_breaks(line: StandingRow, tie_breaks: Mapping[str, Mapping[str, int]]) -> tuple[int, ...]:
    return tuple(line.tiebreak if name == OPPONENTS else counts[line.player] for name, counts in tie_breaks.items())


def _rank_level_players(level: list[StandingRow], rank: int, roll_offs: Sequence[Sequence[str]]) -> list[StandingRow]:
    """Players level by the guide, with their ranks."""
    players = {line.player for line in level}
    order = next((list(roll_off) for roll_off in reversed(roll_offs) if set(roll_off) == players), [])
    if not order or len(level) == 1:
        return [replace(line, rank=rank) for line in level]
    by_roll = sorted(level, key=lambda line: order.index(line.player))
    return [replace(line, rank=rank + place, rolled_off=True) for place, line in enumerate(by_roll)]
