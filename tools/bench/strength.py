"""The strength of the machine: whole games of one level against another, both sides of the starter teams."""

import itertools
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from tablecam.game.opponent.balance import ForceShare
from tablecam.game.opponent.match import RANDOM, play_match
from tablecam.game.opponent.position_value import find_winner
from tablecam.rules.books.catalogue import BOOKS
from tools.bench.figure import BenchResult, Figure, Target, timed
from tools.bench.umpire import build_demo_setup

BOOK = BOOKS.usual
# each level against a weaker one, and the share of games that it wins at least
PAIRINGS = {(2, RANDOM): None, (3, RANDOM): 0.95, (3, 1): 0.65, (4, 3): None, (5, 3): 0.60}
NAMES = {RANDOM: "random answers"}


@dataclass(frozen=True)
class LevelGame:
    """A game of one level against another. sides: the level of each seat; a seed gives the same game."""

    sides: dict[str, int]
    seed: int


@dataclass(frozen=True)
class LevelResult:
    """The level that won a game, None for a draw, and the processor time that the game took."""

    winner: int | None
    cpu_s: float


def strength(games: int) -> BenchResult:
    """Games by seed on invented tables: each level plays each side of a seed."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        figures = [_measure_pairing(pool, levels, least, games) for levels, least in PAIRINGS.items()]
    return BenchResult(
        "strength",
        f"{BOOK.title}: the starter teams, mirrored, {games} games a pairing; a draw counts half",
        tuple(figures),
    )


def _measure_pairing(pool: ProcessPoolExecutor, levels: tuple[int, int], least: float | None, games: int) -> Figure:
    table = [LevelGame(sides, seed) for seed, sides in itertools.product(range(games), _list_sides(levels))]
    played = list(pool.map(play, table[:games]))
    wins = sum(game.winner == levels[0] for game in played)
    share = ForceShare("", wins, sum(game.winner is None for game in played), len(played))
    first, second = (NAMES.get(level, f"level {level}") for level in levels)
    target, mean_s = Target(at_least=least) if least else None, sum(game.cpu_s for game in played) / len(played)
    return Figure(
        f"games that {first} wins against {second}", share.share, "", (), target, len(played), share.interval,
        f"{mean_s:.0f} s of processor time a game",
    )  # fmt: skip


def _list_sides(levels: tuple[int, int]) -> list[dict[str, int]]:
    first, second = BOOK.seats
    return [{first: levels[0], second: levels[1]}, {first: levels[1], second: levels[0]}]


def play(game: LevelGame) -> LevelResult:
    """Play a game to its end."""
    ended, spent = timed(play_match, BOOK, build_demo_setup({}), game.sides, game.seed)
    return LevelResult(game.sides.get(find_winner(BOOK, ended.state)), spent.cpu_s)
