"""The balance of forces: games of the machine against itself, in which each force takes each seat in turn."""

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tablecam.game.game import Game
from tablecam.game.log import AnswerLine, EventLine
from tablecam.game.opponent.card_worth import draw_left_out, remove_models
from tablecam.game.opponent.card_yield import DEVIATIONS, Models, RemovalCount, Removals
from tablecam.game.opponent.dice_luck import measure_roll_luck, read_roll, remove_luck
from tablecam.game.opponent.match import RANDOM, play_match
from tablecam.game.opponent.position_value import find_winner
from tablecam.rules.ask import Roll
from tablecam.rules.books.book import Book
from tablecam.rules.event import Event
from tablecam.rules.forward import ForwardGame, RandomAnswers
from tablecam.rules.plain import Json

# how far the rolls of each force came out above their average, by the kind of roll
Luck = Mapping[str, Mapping[str, float]]


class BalanceRecord(NamedTuple):
    """A game that is over: its last state, its rolls with their faces, and its events."""

    state: Any
    rolls: Sequence[tuple[Roll, Json]]
    events: Sequence[Event]


@dataclass(frozen=True)
class BalanceGame:
    """A game that was played. number: games of one table differ by the seats. winner: the force, empty for a draw.

    luck: of the dice; removals: the points that cards and weapons removed; left_out: the models that did not play.
    """

    number: int
    winner: str
    turns: int
    luck: Luck = field(default_factory=dict)
    removals: Removals = field(default_factory=dict)
    left_out: Sequence[str] = ()

    def score_force(self, force: str) -> float:
        """1 for a win of a force, 0 for a loss; a draw counts half."""
        return float(self.winner == force) if self.winner else 0.5

    def compare_luck(self, force: str) -> Mapping[str, float]:
        """By the kind of roll, a force's luck minus that of the other forces."""
        difference: Counter[str] = Counter()
        for name, kinds in self.luck.items():
            for kind, luck in kinds.items():
                difference[kind] += luck if name == force else -luck  # type: ignore[assignment]
        return difference


@dataclass(frozen=True)
class BalanceSetup:
    """The games to play. setups: one for each way to seat the forces; forces: the force of each seat there.

    models: of each force; leaves_out: whether some of them, drawn by chance, do not play.
    """

    setups: tuple[Mapping[str, Json], ...]
    forces: tuple[Mapping[str, str], ...]
    level: int
    seed: int = 0
    models: Models = field(default_factory=dict)
    leaves_out: bool = False

    def play(self, book: Book, number: int) -> BalanceGame:
        """The game of a number: the same for the same seed."""
        table, seating = divmod(number, len(self.setups))
        forces, seed = self.forces[seating], self.seed + table
        left_out = draw_left_out(self.models, random.Random(f"left out {seed}")) if self.leaves_out else ()  # no text
        played = self._play_to_end(book, remove_models(self.setups[seating], left_out), seed)
        winner, removals = forces.get(find_winner(book, played.state), ""), RemovalCount(self.models)
        for event in played.events:
            removals.add(book.read_deed(event))
        luck = _sum_luck(played.rolls, forces)
        return BalanceGame(number, winner, book.turn(played.state), luck, removals.removals, left_out)

    def _play_to_end(self, book: Book, setup: Mapping[str, Json], seed: int) -> BalanceRecord:
        start = book.system.new_game(setup)
        if self.level != RANDOM:
            return _read_game(play_match(book, setup, dict.fromkeys(book.system.seats(start), self.level), seed))
        return _play_at_random(ForwardGame(book.system, start, RandomAnswers(random.Random(seed).randrange)))


def _play_at_random(game: ForwardGame[Any]) -> BalanceRecord:
    rolls: list[tuple[Roll, Json]] = []
    events: list[Event] = []
    while game.play_step() and game.last_play:
        rolls += [(it.question, it.raw) for it in game.last_play.given if isinstance(it.question, Roll)]
        events += game.last_play.events
    return BalanceRecord(game.state, rolls, events)


def _read_game(game: Game[Any]) -> BalanceRecord:
    """The figures of a game that count, from its log."""
    rolls, events = [], []
    for number in game.log.live:
        match game.log[number]:
            case AnswerLine(answer=faces) if (record := game.log.question(number))["kind"] == "Roll":
                rolls.append((read_roll(record), faces))
            case EventLine(event=event):
                events.append(game.system.event(event))
    return BalanceRecord(game.state, rolls, events)


def _sum_luck(rolls: Sequence[tuple[Roll, Json]], forces: Mapping[str, str]) -> Luck:
    luck: dict[str, dict[str, float]] = {force: {} for force in forces.values()}
    for roll, faces in rolls:
        if roll.seat is not None and roll.seat in forces:
            kinds = luck[forces[roll.seat]]
            kinds[roll.action] = kinds.get(roll.action, 0.0) + measure_roll_luck(roll, faces)
    return luck


@dataclass(frozen=True)
class ForceShare:
    """The games of a force. share: of its wins, a draw counting half; interval: that of 95 %, by Wilson.

    fair_share: the mean and its standard error at average dice; None for too few games, or games without dice.
    """

    force: str
    wins: int
    draws: int
    games: int
    fair_share: tuple[float, float] | None = None

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

    @property
    def fair_interval(self) -> tuple[float, float] | None:
        """The interval at average dice; None where there is none."""
        if self.fair_share is None:
            return None
        mean, error = self.fair_share
        return (max(0.0, mean - DEVIATIONS * error), min(1.0, mean + DEVIATIONS * error))


def count_wins(forces: Sequence[str], games: Sequence[BalanceGame]) -> list[ForceShare]:
    """The wins and draws of each force, in this order."""
    return [_count_force(force, games) for force in forces]


def _count_force(force: str, games: Sequence[BalanceGame]) -> ForceShare:
    draws, wins = sum(not game.winner for game in games), sum(game.winner == force for game in games)
    fair = remove_luck([game.score_force(force) for game in games], [game.compare_luck(force) for game in games])
    return ForceShare(force, wins, draws, len(games), fair)


def compute_mean_turns(games: Sequence[BalanceGame]) -> float:
    """The mean length of the games in turns; 0 without a game."""
    return sum(game.turns for game in games) / len(games) if games else 0.0
