"""What the host of a game asks of the camera, and what it gets where there is none."""

from dataclasses import dataclass
from typing import Any

from tablecam.base.i18n import Message
from tablecam.game.game import Question
from tablecam.game.hosting.open_game import OpenGame
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json

NO_CAMERA = Message("there is no camera that could measure this: type what you have measured")


@dataclass(frozen=True)
class GivenAnswer:
    """An answer on its way into the log. position: where everything stood, in snapshot notation.

    view: the camera's view that it was measured on, with the models that it is about; None where it was typed.
    """

    raw: Json
    source: str = ""
    position: str = ""
    view: Any = None
    models: tuple[str, ...] = ()


class TableWatch:
    """Nobody watches: players measure with a tape and type. `game_observer.py` has the one with a camera."""

    def sat_down(self, open_game: OpenGame) -> None:
        """A game is begun, or gone on with."""

    def went_on(self, open_game: OpenGame) -> None:
        """The game has gone on."""

    def measured(self, open_game: OpenGame, question: Question) -> GivenAnswer:
        """The table's own answer to a question; Refused with the reason where it has none."""
        raise IllegalAnswer(NO_CAMERA)

    def filled_in(self, open_game: OpenGame, question: Question, typed: GivenAnswer) -> GivenAnswer:
        """A typed answer with what the camera knows beside it."""
        return typed

    def check(self, open_game: OpenGame, question: Question, raw: Json) -> None:
        """Refused where the table shows that an answer is impossible; nothing of it is in the log then."""

    def keep(self, game: int, line: int, reading: GivenAnswer) -> None:
        """An answer is in the log at that line: what it was measured on may be kept beside it."""
