"""The balance of forces: games of the machine against itself, in which each force takes each seat in turn."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablecam.game.opponent.match import RANDOM, play_match
from tablecam.game.opponent.position_value import find_winner
from tablecam.rules.books.book import Book
from tablecam.rules.forward import ForwardGame, RandomAnswers
from tablecam.rules.plain import Json

# of a normal distribution: within this many standard deviations lie 95 %
DEVIATIONS = 1.96


@dataclass(frozen=True)
class BalanceGame:
    """A game that was played. number: games of one table differ by the seats. winner: the force, empty for a draw."""

    number: int
    winner: str
    turns: int


@dataclass(frozen=True)
class BalanceSetup:
    """The games to play. setups: one for each way to seat the forces; forces: the force of each seat there."""

    setups: tuple[Mapping[str, Json], ...]
    forces: tuple[Mapping[str, str], ...]
    level: int
    seed: int = 0

    def play(self, book: Book, number: int) -> BalanceGame:
        """The game of a number: the same for the same seed."""
        table, seating = divmod(number, len(self.setups))
        ending = self._play_to_end(book, self.setups[seating], self.seed + table)
        winner = self.forces[seating].get(find_winner(book, ending), "")
        return BalanceGame(number, winner, book.turn(ending))

    def _play_to_end(self, book: Book, setup: Mapping[str, Json], seed: int) -> Any:
        start = book.system.new_game(setup)
        if self.level != RANDOM:
            return play_match(book, setup, dict.fromkeys(book.system.seats(start), self.level), seed).state
        game: ForwardGame[Any] = ForwardGame(book.system, start, RandomAnswers(random.Random(seed).randrange))
        game.play()
        return game.state


@dataclass(frozen=True)
class ForceShare:
    """The games of a force. share: of its wins, a draw counting half; interval: that of 95 %, by Wilson."""

    force: str
    wins: int
    draws: int
    games: int

    @property
    def share(self) -> float:
        """The share of the games that it wins."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The shares between which the true one lies, 19 times out of 20."""
        if not self.games:
            return (0.0, 1.0)
        spread = DEVIATIONS**2 / self.games
        middle = (self.share + spread / 2) / (1 + spread)
        reach = math.sqrt(spread * self.share * (1 - self.share) + spread**2 / 4) / (1 + spread)
        return (max(0.0, middle - reach), min(1.0, middle + reach))


def count_wins(forces: Sequence[str], games: Sequence[BalanceGame]) -> list[ForceShare]:
    """The wins and draws of each force, in this order."""
    draws = sum(not game.winner for game in games)
    wins = {force: sum(game.winner == force for game in games) for force in forces}
    return [ForceShare(force, wins[force], draws, len(games)) for force in forces]


def compute_mean_turns(games: Sequence[BalanceGame]) -> float:
    """The mean length of the games in turns; 0 without a game."""
    return sum(game.turns for game in games) / len(games) if games else 0.0
