"""The board of a game whose rulebook has none: every true flag is a marker, every number a counter."""

from collections.abc import Mapping
from typing import Any

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.views import Counter, GameBoardView, GameResultView, ModelView
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames

HIDDEN_TITLE = Message("Hidden information")


def plain_board(visible: Mapping[str, Json], seat: str) -> GameBoardView:  # noqa: ARG001 `visible` is the seat's
    """The board of the state that a seat may see: {"turn", "phase", "models": {id: {"alive", ..}}}."""
    models = visible.get("models")
    return GameBoardView(
        turn=int(visible.get("turn") or 0),
        phase=str(visible.get("phase") or ""),
        models={model: _build_model_view(record) for model, record in models.items()}
        if isinstance(models, Mapping)
        else {},
    )


def _build_model_view(fields: Mapping[str, Json]) -> ModelView:
    values = {name.replace("_", " "): value for name, value in fields.items() if name != "alive"}
    counters = [Counter(name, value) for name, value in values.items() if isinstance(value, str) and value]
    counters += [Counter(name, value, "number") for name, value in values.items() if type(value) in (int, float)]
    markers = tuple(name for name, value in values.items() if value is True)
    return ModelView(alive=fields.get("alive", True) is not False, counters=tuple(counters), markers=markers)


def plain_result(state: Any, names: ModelNames) -> GameResultView | None:  # noqa: ARG001 a book knows how it ends
    """No result: the book does not report one."""
    return None


def plain_turn(state: Any) -> int:
    """The state's own turn, 0 if it has none."""
    return int(getattr(state, "turn", 0))


def plain_turn_title(turn: int) -> str:
    """The heading of a turn by its number; 0: nobody has had one yet."""
    return _("Turn {turn}", turn=turn) if turn else _("Before the first turn")
