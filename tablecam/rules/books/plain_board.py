"""What a seat is shown of a game whose rulebook does not say: every true flag a marker, every number a counter."""

from collections.abc import Mapping
from typing import Any

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.table_facts import ModelNames
from tablecam.rules.books.views import Counter, GameBoardView, GameResultView, ModelView
from tablecam.rules.plain import Json

HIDDEN_TITLE = Message("What lies face down")


def plain_board(visible: Mapping[str, Json], seat: str) -> GameBoardView:  # noqa: ARG001 what is visible is the seat's
    """The board of what a system shows to a seat: {"turn", "phase", "models": {id: {"alive", ..}}}."""
    models = visible.get("models")
    return GameBoardView(
        turn=int(visible.get("turn") or 0),
        phase=str(visible.get("phase") or ""),
        models={model: _model(record) for model, record in models.items()} if isinstance(models, Mapping) else {},
    )


def _model(fields: Mapping[str, Json]) -> ModelView:
    named = {name.replace("_", " "): value for name, value in fields.items() if name != "alive"}
    counters = [Counter(name, value) for name, value in named.items() if isinstance(value, str) and value]
    counters += [Counter(name, value, "number") for name, value in named.items() if type(value) in (int, float)]
    markers = tuple(name for name, value in named.items() if value is True)
    return ModelView(alive=fields.get("alive", True) is not False, counters=tuple(counters), markers=markers)


def plain_result(state: Any, names: ModelNames) -> GameResultView | None:  # noqa: ARG001 a book knows how it ends
    """Nobody knows how the game ended."""
    return None


def plain_turn(state: Any) -> int:
    """The state's own turn, 0 where it has none."""
    return int(getattr(state, "turn", 0))


def plain_turn_title(turn: int) -> str:
    """A turn by its number, as a heading; 0: nobody has had one yet."""
    return _("Turn {turn}", turn=turn) if turn else _("Before the first turn")
