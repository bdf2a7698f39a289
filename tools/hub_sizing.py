"""The load of a hub, simulated and computed: one hall, 50 halls, 10,000 clubs.

python tools/hub_sizing.py               a table for people
python tools/hub_sizing.py --markdown    the table of docs/hub.md

An evening is simulated minute by minute: when each table begins, how long its game takes, what it tells meanwhile and
what follows when the game is closed. The rest is multiplication, of figures that `make bench PART=hub` has measured.
"""

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

# a whole game of two starter teams, as `make bench PART=hub` has measured it
TOLD_LINES, FULL_LINES, SEALED_LINES = 2566, 2971, 286
GAME_ARCHIVED_KB, GAME_ROWS_KB = 40.0, 1800.0
# a table's position, sent once a second, or four times by a table that is featured; and its card for the wall
POSITION_KB, POSITION_HZ, FEATURED_HZ, CARD_KB, CARD_HZ = 3.0, 1.0, 4.0, 0.4, 0.2
# the minutes within which games begin, and their length
BEGIN_WITHIN_MIN, GAME_MIN, GAME_SPREAD_MIN, LEAST_MIN = 45, 150.0, 30.0, 40
MINUTES = 60 * 6
# processor seconds of an organiser's program: its look each second, for each table; and each result that it takes
LOOK_S, RESULT_S = 3e-6, 0.0095
KB_PER_MBIT = 125.0


@dataclass(frozen=True)
class Scale:
    """How much of the world plays at once. halls: each with a broker of its own. evenings: a year, each of one game.

    viewers: of all halls; of each hall's tables, one is featured.
    """

    name: str
    halls: int
    tables: int
    viewers: int
    evenings: int


SCALES = (
    Scale("1 hall", 1, 100, 2_000, 50),
    Scale("50 halls", 50, 5_000, 50_000, 50),
    Scale("10,000 clubs", 10_000, 20_000, 40_000, 75),
)


@dataclass(frozen=True)
class Evening:
    """Lines and results a second that all tables send together, a value each minute."""

    lines_per_s: tuple[float, ...]
    results_per_s: tuple[float, ...]

    @property
    def busiest(self) -> float:
        """The busiest minute."""
        return max(self.lines_per_s)

    @property
    def mean(self) -> float:
        """While anybody plays."""
        busy = [rate for rate in self.lines_per_s if rate > 0]
        return sum(busy) / len(busy)


def evening(tables: int, chance: random.Random) -> Evening:
    """Plays an evening through: a game at each table."""
    lines, results = [0.0] * MINUTES, [0.0] * MINUTES
    for _ in range(tables):
        begun = chance.randrange(BEGIN_WITHIN_MIN)
        length = max(LEAST_MIN, round(chance.gauss(GAME_MIN, GAME_SPREAD_MIN)))
        ends = min(MINUTES - 1, begun + length)
        for minute in range(begun, ends):
            lines[minute] += (TOLD_LINES + SEALED_LINES) / (ends - begun)
        # the full log follows at once
        lines[ends] += FULL_LINES
        results[ends] += 1
    return Evening(tuple(count / 60 for count in lines), tuple(count / 60 for count in results))


@dataclass(frozen=True)
class Load:
    """The demands of a scale. Connections and megabits a second are of all halls together, at the busiest."""

    scale: Scale
    evening: Evening

    @property
    def connections(self) -> int:
        """Tables, viewers, and a wall in each hall."""
        return self.scale.tables + self.scale.viewers + self.scale.halls

    @property
    def messages_per_s(self) -> float:
        """The messages that brokers hand to viewers and walls: half of the viewers follow what is featured."""
        positions = self.scale.viewers * (FEATURED_HZ + POSITION_HZ) / 2
        return positions + self.scale.tables * CARD_HZ

    @property
    def mbit_per_s(self) -> float:
        """The data that brokers send to viewers and walls."""
        positions = self.scale.viewers * (FEATURED_HZ + POSITION_HZ) / 2 * POSITION_KB
        return (positions + self.scale.tables * CARD_HZ * CARD_KB) / KB_PER_MBIT

    @property
    def organiser_share(self) -> float:
        """The shares of a core that the programs of all organisers use, at the busiest."""
        return self.scale.tables * LOOK_S + max(self.evening.results_per_s) * RESULT_S

    @property
    def games(self) -> int:
        """A year."""
        return self.scale.tables * self.scale.evenings

    @property
    def lines(self) -> int:
        """A year, of all streams."""
        return self.games * (TOLD_LINES + FULL_LINES + SEALED_LINES)

    @property
    def archived_gb(self) -> float:
        """The growth of the archive in a year."""
        return self.games * GAME_ARCHIVED_KB / 1e6

    @property
    def rows_gb(self) -> float:
        """Rows of the games of an evening, which are packed a day later."""
        return self.scale.tables * GAME_ROWS_KB / 1e6


@dataclass(frozen=True)
class Limit:
    """The capacity of one component. shared: whether all halls have one together, or each its own."""

    name: str
    bears: float
    asked: Callable[[Load], float]
    shared: bool

    def used(self, load: Load) -> float:
        """The share of it that is used; above 1 it breaks."""
        return self.asked(load) / (1 if self.shared else load.scale.halls) / self.bears


LIMITS = (
    # of mosquitto 2.0: 8,100 messages a second took 0.41 of a core while others used it too; a broker uses one core
    Limit("a broker's core", 15_000, lambda load: load.messages_per_s, shared=False),
    # they took 0.09, at most, of one with WebSockets of its own
    Limit("that core with mosquitto 2.1", 60_000, lambda load: load.messages_per_s, shared=False),
    # a gigabit line, of which nobody has all
    Limit("a hall's line (900 Mbit/s)", 900, lambda load: load.mbit_per_s, shared=False),
    # mosquitto asks the system for every connection at each turn
    Limit("connections of a broker", 10_000, lambda load: load.connections, shared=False),
    # 15,000 a second in batches, 2,600 one by one: games that go on side by side are in between
    Limit("one archiver", 8_000, lambda load: load.evening.busiest, shared=True),
    # not measured: taken to be what two archivers and a half bring
    Limit("one PostgreSQL", 20_000, lambda load: load.evening.busiest, shared=True),
    Limit("5 % of an organiser's core", 0.05, lambda load: load.organiser_share, shared=False),
    Limit("a disk of 1 TB for two years", 1_000, lambda load: 2 * load.archived_gb + load.rows_gb, shared=True),
)


# what if all halls shared one
ONE_BROKER = Limit("a core, if all halls had one broker", 15_000, lambda load: load.messages_per_s, shared=True)


def first_to_break(load: Load, limits: Sequence[Limit] = LIMITS) -> Limit:
    """The component nearest to its limit."""
    return max(limits, key=lambda limit: limit.used(load))


def loads(scales: Sequence[Scale] = SCALES) -> list[Load]:
    """Each scale with a simulated evening; the same each time."""
    return [Load(scale, evening(scale.tables, random.Random(1))) for scale in scales]


def rows(found: Sequence[Load]) -> list[list[str]]:
    """The table: a column for each scale."""
    measures: tuple[tuple[str, Callable[[Load], str]], ...] = (
        ("tables at once; viewers", lambda load: f"{load.scale.tables:,}; {load.scale.viewers:,}"),
        ("connections", lambda load: f"{load.connections:,}"),
        (
            "lines a second: mean; busiest minute",
            lambda load: f"{load.evening.mean:,.0f}; {load.evening.busiest:,.0f}",
        ),
        ("sent to viewers, Mbit/s: all; each hall", lambda load: f"{load.mbit_per_s:,.0f}; {each_hall(load):,.3g}"),
        ("games; lines a year", lambda load: f"{load.games:,}; {load.lines / 1e6:,.0f} million"),
        (
            "archive a year; rows of an evening",
            lambda load: (
                f"{load.archived_gb:,.2g} GB; {load.rows_gb:,.2g} GB"
                if load.archived_gb < 100
                else f"{load.archived_gb:,.0f} GB; {load.rows_gb:,.0f} GB"
            ),
        ),
        *((f"used of {limit.name}", lambda load, limit=limit: percent(limit.used(load))) for limit in LIMITS),
        ("breaks first", lambda load: first_to_break(load).name),
        (f"used of {ONE_BROKER.name}", lambda load: percent(ONE_BROKER.used(load))),
    )
    head = ["", *(load.scale.name for load in found)]
    return [head, *([name, *(told(load) for load in found)] for name, told in measures)]


def percent(share: float) -> str:
    """Whole percents; what is less than half of one is not nothing."""
    return "< 1%" if 0 < share < 0.005 else f"{share:.0%}"


def each_hall(load: Load) -> float:
    """Megabits a second that one hall sends."""
    return load.mbit_per_s / load.scale.halls


def markdown(table: Sequence[Sequence[str]]) -> str:
    """The table in Markdown."""
    head, *rest = (f"| {' | '.join(row)} |" for row in table)
    return "\n".join([head.replace("|  |", "| |"), "|" + "---|" * len(table[0]), *rest])


def plain(table: Sequence[Sequence[str]]) -> str:
    """The table for a terminal."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in table)


if __name__ == "__main__":
    print((markdown if "--markdown" in sys.argv[1:] else plain)(rows(loads())))
