"""The machine at a hosted game: its settings, which outlive the server, and its next answer until it is given."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablecam.game.game import Game
from tablecam.rules.books.views import MachineMove
from tablecam.rules.plain import Json

LEVELS = (1, 2, 3, 4, 5)
USUAL_LEVEL = 3


@dataclass(frozen=True)
class MachineSettings:
    """seats: those that the machine plays. people_roll: whether people roll its dice."""

    seats: tuple[str, ...]
    level: int = USUAL_LEVEL
    people_roll: bool = False

    def write(self) -> str:
        """The settings as they are kept beside the log."""
        return json.dumps({"seats": self.seats, "level": self.level, "people_roll": self.people_roll})


@dataclass(frozen=True)
class MachinePlan:
    """The answer that the machine gives next. last: the length of the log when it was chosen; line: of the question.

    ranked: its answers, the best first; by_chance: whether it is a roll. why: the reason as the log keeps it. move:
    what people do for it, None for an answer that needs no hands.
    """

    last: int
    line: int
    seat: str
    ranked: tuple[Json, ...]
    by_chance: bool = False
    why: str = ""
    move: MachineMove | None = None

    def is_current(self, game: Game[Any]) -> bool:
        """Whether nothing has happened since; a move that people make stands as long as its question."""
        if self.move:
            return any(question.line == self.line for question in game.open)
        return self.last == game.log.last


@dataclass
class MachinePlayer:
    """The machine at the table. due: when the answer is given, by the steady clock; None while nobody may react first.

    thinking: the length of the log that it thinks about, 0 while it does not. held: people want more time. tried: the
    length of the log at which it let people answer first, or found no answer. gave_up: the same where no answer of its
    own counted, so that people answer in its place.
    """

    settings: MachineSettings
    plan: MachinePlan | None = None
    thinking: int = 0
    due: float | None = None
    held: bool = False
    tried: int = 0
    gave_up: int = 0

    def find_plan(self, game: Game[Any]) -> MachinePlan | None:
        """The plan, if it still fits the game."""
        return self.plan if self.plan and self.plan.is_current(game) else None

    def give_up(self, last: int) -> None:
        """Leave the answer to people, as long as the log has this length."""
        self.take_plan(None)
        self.tried = self.gave_up = last

    def take_plan(self, plan: MachinePlan | None) -> None:
        """Take the next plan, or none; people may react to it afresh."""
        self.plan, self.due, self.held, self.thinking = plan, None, False, 0


class HintRequest(NamedTuple):
    """A question that a person asks the machine about. seat: whose question it is.

    viewer: the seat whose knowledge the hint may use; empty for that of an onlooker.
    """

    line: int
    seat: str
    viewer: str


@dataclass(frozen=True)
class Hint:
    """The machine's answer in a person's place; raw: None if it found none. why: its reason, written as in a log."""

    raw: Json = None
    why: str = ""
    move: MachineMove | None = None


def read_settings(text: str, seats: Sequence[str]) -> MachineSettings | None:
    """The settings as they are kept; None for none, or for a game that has no such seat."""
    try:
        record = json.loads(text or "null")
        chosen = tuple(seat for seat in seats if seat in record["seats"])
        return MachineSettings(chosen, int(record["level"]), bool(record["people_roll"])) if chosen else None
    except (ValueError, TypeError, KeyError):
        return None
