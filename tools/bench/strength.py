"""The strength of the machine: whole games of one level against another, both sides of the starter teams."""

import itertools

from tablecam.game.opponent.match import RANDOM, play_match
from tablecam.game.opponent.position_value import find_winner
from tablecam.rules.books.catalogue import BOOKS
from tools.bench.figure import BenchResult, Figure, Target, Time, timed
from tools.bench.umpire import build_demo_setup

BOOK = BOOKS.usual
# the share of games that the first level wins at least against the second
PAIRINGS = {(3, RANDOM): 0.95, (3, 1): 0.65, (5, 3): 0.60}
NAMES = {RANDOM: "random answers"}


def strength(pairs: int = 3) -> BenchResult:
    """Games by seed on invented tables, twice as many as there are pairs: each level plays each side of a seed."""
    return BenchResult(
        "strength",
        f"{BOOK.title}: the starter teams, mirrored, {2 * pairs} games a pairing; a seed gives the same games",
        tuple(_measure_pairing(levels, least, pairs) for levels, least in PAIRINGS.items()),
    )


def _measure_pairing(levels: tuple[int, int], least: float, pairs: int) -> Figure:
    played = [timed(_play, sides, seed) for seed, sides in itertools.product(range(pairs), _list_sides(levels))]
    wins = sum(winner == levels[0] for winner, _spent in played)
    first, second = (NAMES.get(level, f"level {level}") for level in levels)
    return Figure(
        f"games that {first} wins against {second}", wins / len(played), "", (), Target(at_least=least), len(played),
        note=f"{wins} of {len(played)}; {_mean_s([spent for _winner, spent in played]):.0f} s of processor time a game",
    )  # fmt: skip


def _list_sides(levels: tuple[int, int]) -> list[dict[str, int]]:
    first, second = BOOK.seats
    return [{first: levels[0], second: levels[1]}, {first: levels[1], second: levels[0]}]


def _play(sides: dict[str, int], seed: int) -> int | None:
    """The level that wins a game; None for a draw."""
    return sides.get(find_winner(BOOK, play_match(BOOK, build_demo_setup({}), sides, seed).state))


def _mean_s(spent: list[Time]) -> float:
    return sum(time.cpu_s for time in spent) / len(spent)
