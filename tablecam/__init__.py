"""An umpire for tabletop wargames: a camera measures positions, ranges and sight, and rulebooks give the rulings.

For other programs: everything in `__all__` is public, and docs/library.md shows how to use it. Importing this package
loads nothing else; each name loads what it needs when it is first used.

For contributors: start with `tablecam.live.pipeline`, which turns a frame into a snapshot.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablecam.base.errors import BadFile, BadPicture, CameraUnavailable, TablecamError
    from tablecam.doors.api.game_positions import GamePosition
    from tablecam.doors.api.measured_position import MeasuredPosition, ModelNotFound
    from tablecam.doors.api.measured_rows import RangeRows, SightRows
    from tablecam.doors.api.opened_table import OpenedTable, open_table
    from tablecam.doors.api.played_game import PlayedGame, load_game, new_game
    from tablecam.game.game import Question
    from tablecam.rules.ask import IllegalAnswer
    from tablecam.rules.books.views import GameResultView
    from tablecam.rules.event import Event
    from tablecam.sensing.tracking.changes import TrackChange, TrackMoved
    from tablecam.table.measure.facts import Verdict
    from tablecam.table.measure.ranges import Range
    from tablecam.table.measure.sighting import Obstruction, Sighting
    from tablecam.table.miniature import Miniature, Placed
    from tablecam.table.terrain import Feature

__all__ = [
    "BadFile",
    "BadPicture",
    "CameraUnavailable",
    "Event",
    "Feature",
    "GamePosition",
    "GameResultView",
    "IllegalAnswer",
    "MeasuredPosition",
    "Miniature",
    "ModelNotFound",
    "Obstruction",
    "OpenedTable",
    "Placed",
    "PlayedGame",
    "Question",
    "Range",
    "RangeRows",
    "SightRows",
    "Sighting",
    "TablecamError",
    "TrackChange",
    "TrackMoved",
    "Verdict",
    "load_game",
    "new_game",
    "open_table",
]

__version__: str

# the module that defines each name
_HOMES = {
    "tablecam.doors.api.measured_position": ("MeasuredPosition", "ModelNotFound"),
    "tablecam.doors.api.measured_rows": ("RangeRows", "SightRows"),
    "tablecam.doors.api.game_positions": ("GamePosition",),
    "tablecam.doors.api.opened_table": ("OpenedTable", "open_table"),
    "tablecam.doors.api.played_game": ("PlayedGame", "load_game", "new_game"),
    "tablecam.base.errors": ("BadFile", "BadPicture", "CameraUnavailable", "TablecamError"),
    "tablecam.game.game": ("Question",),
    "tablecam.table.measure.facts": ("Verdict",),
    "tablecam.table.measure.ranges": ("Range",),
    "tablecam.table.measure.sighting": ("Obstruction", "Sighting"),
    "tablecam.rules.books.views": ("GameResultView",),
    "tablecam.rules.event": ("Event",),
    "tablecam.rules.ask": ("IllegalAnswer",),
    "tablecam.table.miniature": ("Miniature", "Placed"),
    "tablecam.table.terrain": ("Feature",),
    "tablecam.sensing.tracking.changes": ("TrackChange", "TrackMoved"),
}

# Type checkers must not see this function: it would make every misspelt name valid.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Loads a public name on first use (PEP 562)."""
        from importlib import import_module

        if name == "__version__":
            return _read_version()
        for module, names in _HOMES.items():
            if name in names:
                value = getattr(import_module(module), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module 'tablecam' has no attribute {name!r}")

    def __dir__() -> list[str]:
        """The public names, whether or not they are loaded."""
        return sorted({*globals(), *__all__, "__version__"})

    def _read_version() -> str:
        """The version that is installed; empty where the sources run without being installed."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("tablecam")
        except PackageNotFoundError:
            return ""
