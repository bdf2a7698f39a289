"""A game as a text that a person writes and a machine completes; a test then reads it like a story.

    # Ann walks into the open, and Bob has waited for her.
    game duel
    setup red ["ann"]
    setup blue ["bob"]
    > red assign ann=walk
    > blue assign bob=wait
    > undo
    > overrule assign {"bob":"walk"} because the counter had been turned over

A person writes comments, the heading, and the lines with `>`. An answer begins with its seat where two are asked at
once, then the question's verb, then the text for `Ask.parse_text`. The rulebook produces all other lines: `==` begins a
procedure, `?` asks, `!` refuses, `~` strikes or abandons, and a line without a sign is an event.
"""

import json
from collections.abc import Callable
from typing import Any

from tablecam.base.errors import BadFile, TablecamError
from tablecam.game.game import Game, RuleFailed
from tablecam.game.log import InMemory
from tablecam.game.playthrough import describe_lines, do_typed
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json
from tablecam.rules.system import System

Rulebook = Callable[[str], System[Any]]


def rewritten(text: str, rulebook: Rulebook, source: str = "playthrough") -> str:
    """The text with all but its hand-written lines generated again; BadFile names the line that is wrong."""
    story = Playthrough(rulebook)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            story.take(line)
        except (TablecamError, ValueError) as error:
            raise BadFile(f"{source}, line {number}: {error}") from error
    story.begin()
    return "\n".join(story.written) + "\n"


class Playthrough:
    """A story being played line by line. written: the text so far. game: None until something has been typed."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.written: list[str] = []
        self.game: Game[Any] | None = None
        self._name = ""
        self._setup: dict[str, Json] = {}

    def take(self, line: str) -> None:
        """Take one line: keep and do what is written by hand, and leave out anything else."""
        word, _, remainder = line.partition(" ")
        if word.startswith("#"):
            if self._setup:
                self.begin()
            self.written.append(line)
        elif word in ("game", "setup"):
            self.written.append(line)
            self._read_heading(word, remainder.strip())
        elif word == ">":
            game = self.begin()
            self.written.append(line)
            self.written += outcome(game, remainder.strip())

    def begin(self) -> Game[Any]:
        """The game; begins it if necessary."""
        if self.game is None:
            self.game = Game.begin(self.rulebook(self._name), self._setup, InMemory())
            self.written += describe_lines(self.game, self.game.log.lines)
        return self.game

    def _read_heading(self, word: str, rest: str) -> None:
        if self.game:
            raise ValueError(f"'{word}' belongs to the heading, above the first comment on the play")
        if word == "game":
            self._name = rest
            return
        key, _, value = rest.partition(" ")
        self._setup[key] = json.loads(value)


def outcome(game: Game[Any], typed: str) -> list[str]:
    """Lines for the result of a typed line, a refusal included."""
    try:
        return describe_lines(game, do_typed(game, typed))
    except (IllegalAnswer, RuleFailed) as error:
        return [f"! {error}"]
