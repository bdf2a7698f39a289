"""Records from the games of a season: person against person, factions against each other, tables, dice, lengths.

Each function takes games alone, so that a season, a league or one evening is counted in the same way.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from tablecam.club.season.evening import LeagueGame, RolledLuck
from tablecam.club.season.records import WinRecord, record_of, summed_luck

# the step of the histogram of game lengths, in minutes
STEP_MIN = 15


@dataclass(frozen=True, slots=True)
class TableRecord:
    """The games of a table. drawn: games; apart: between the two sides' points, on average.

    minutes: how long a game took, on average; None where nobody knows.
    """

    table: int
    games: int
    drawn: int
    apart: float
    minutes: float | None


@dataclass(frozen=True, slots=True)
class GameLengths:
    """How long games took, in minutes. steps: how many games by the minute at which a step begins."""

    games: int
    shortest: int
    middle: float
    longest: int
    steps: tuple[tuple[int, int], ...]


def head_to_heads(games: Iterable[LeagueGame], among: Collection[str]) -> dict[tuple[str, str], WinRecord]:
    """The record of each person against each other, of games in which both sides are `among`."""
    halves = defaultdict(list)
    for game in games:
        if set(game.people) <= set(among):
            for person in game.people:
                side, opponent = game.seen_by(person)
                halves[person, opponent.person].append((side, opponent))
    return {pair: record_of(sides) for pair, sides in halves.items()}


def faction_pairs(games: Iterable[LeagueGame]) -> dict[tuple[str, str], WinRecord]:
    """The record of each faction against each other one."""
    halves = defaultdict(list)
    for game in games:
        for side, opponent in (game.sides, game.sides[::-1]):
            if side.faction and opponent.faction and side.faction != opponent.faction:
                halves[side.faction, opponent.faction].append((side, opponent))
    return {pair: record_of(sides) for pair, sides in halves.items()}


def table_records(games: Iterable[LeagueGame]) -> tuple[TableRecord, ...]:
    """Each table's record, by its number; single games have none."""
    by_table = defaultdict(list)
    for game in games:
        if game.table:
            by_table[game.table].append(game)
    return tuple(_compute_table_record(table, by_table[table]) for table in sorted(by_table))


def lucks(games: Iterable[LeagueGame], among: Collection[str]) -> dict[str, RolledLuck]:
    """The luck of each person's dice in all tracked games; among: the people who are counted."""
    rolled = defaultdict(list)
    for game in games:
        for side in game.sides:
            if side.luck and side.person in among:
                rolled[side.person].append(side.luck)
    lucks = {person: summed_luck(rolls) for person, rolls in rolled.items()}
    return {person: luck for person, luck in lucks.items() if luck}


def lengths_of(games: Iterable[LeagueGame]) -> GameLengths | None:
    """The lengths of the games that somebody knows; None where nobody does."""
    minutes = sorted(game.minutes for game in games if game.minutes)
    if not minutes:
        return None
    first_step, last_step = minutes[0] // STEP_MIN, minutes[-1] // STEP_MIN
    steps = tuple(
        (STEP_MIN * step, sum(length // STEP_MIN == step for length in minutes))
        for step in range(first_step, last_step + 1)
    )
    return GameLengths(len(minutes), minutes[0], float(median(minutes)), minutes[-1], steps)


def _compute_table_record(table: int, games: Sequence[LeagueGame]) -> TableRecord:
    margins = [abs(left_side.points - right_side.points) for left_side, right_side in (game.sides for game in games)]
    timed = [game.minutes for game in games if game.minutes]
    return TableRecord(
        table,
        len(games),
        sum(not points for points in margins),
        sum(margins) / len(margins),
        sum(timed) / len(timed) if timed else None,
    )
