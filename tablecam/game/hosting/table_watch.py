"""The host's requests to the camera, and the answers where there is no camera."""

from dataclasses import dataclass
from typing import Any

from tablecam.base.i18n import Message
from tablecam.game.game import Question
from tablecam.game.hosting.open_game import OpenGame
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json

NO_CAMERA = Message("no camera can measure this: type in your own measurement")


@dataclass(frozen=True)
class GivenAnswer:
    """An answer on its way into the log. position: where everything stood, in snapshot notation.

    view: the camera's view of the measurement, with the models concerned; None for a typed answer.
    """

    raw: Json
    source: str = ""
    position: str = ""
    view: Any = None
    models: tuple[str, ...] = ()


class TableWatch:
    """A table without a camera: players measure with a tape and type. `game_observer.py` watches with a camera."""

    def sat_down(self, open_game: OpenGame) -> None:
        """Start with a new game, or one that goes on."""

    def went_on(self, open_game: OpenGame) -> None:
        """Take in that the game has gone on."""

    def measure_answer(self, open_game: OpenGame, question: Question) -> GivenAnswer:
        """The table's own answer to a question; IllegalAnswer with the reason if it has none."""
        raise IllegalAnswer(NO_CAMERA)

    def complete_answer(self, open_game: OpenGame, question: Question, typed: GivenAnswer) -> GivenAnswer:
        """The typed answer, completed with what the camera knows."""
        return typed

    def check(self, open_game: OpenGame, question: Question, raw: Json) -> None:
        """Raise IllegalAnswer if the table shows that an answer is impossible; nothing of it is in the log then."""

    def keep(self, game: int, line: int, reading: GivenAnswer) -> None:
        """Take in that an answer is in the log at that line; its measurement may be kept beside it."""
