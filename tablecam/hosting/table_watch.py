"""What the host of a game asks of the camera, and what it gets where there is none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablecam.game.game import Question
from tablecam.hosting.open_game import Sitting
from tablecam.rules.ask import Refused
from tablecam.rules.plain import Json

NO_CAMERA = "there is no camera that could measure this: type what you have measured"


@dataclass(frozen=True)
class Reading:
    """An answer on its way into the log. position: where everything stood, in snapshot notation.

    view: the camera's view that it was measured on, with the models that it is about; None where it was typed.
    """

    raw: Json
    source: str = ""
    position: str = ""
    view: Any = None
    models: tuple[str, ...] = ()


class Watching:
    """Nobody watches: players measure with a tape and type. `game_observer.py` has the one with a camera."""

    def sat_down(self, sitting: Sitting) -> None:
        """A game is begun, or gone on with."""

    def went_on(self, sitting: Sitting) -> None:
        """The game has gone on."""

    def measured(self, sitting: Sitting, question: Question) -> Reading:
        """The table's own answer to a question; Refused with the reason where it has none."""
        raise Refused(NO_CAMERA)

    def filled_in(self, sitting: Sitting, question: Question, typed: Reading) -> Reading:
        """A typed answer with what the camera knows beside it."""
        return typed

    def accept(self, sitting: Sitting, models: Sequence[str]) -> None:
        """Models stand right where they are."""

    def keep(self, game: int, line: int, reading: Reading) -> None:
        """An answer is in the log at that line: what it was measured on may be kept beside it."""
