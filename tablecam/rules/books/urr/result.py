"""How a game of Urr ended, or stands: units, steps, walls and quarters. The rules name no winner but who is left."""

from tablecam.base.i18n import Message
from tablecam.rules.books.table_facts import ModelNames
from tablecam.rules.books.urr.rules.state import UrrPhase, UrrState
from tablecam.rules.books.views import GameResultView, ResultColumn, SideResult, Text

COLUMNS = (
    ResultColumn("units", Message("Units left")),
    ResultColumn("steps", Message("Steps left")),
    ResultColumn("walls", Message("Wall steps left")),
    ResultColumn("stock", Message("Food and gold")),
)


def result_view(state: UrrState, names: ModelNames) -> GameResultView:
    """The result, for pages, replay and report."""
    return GameResultView(
        headline=_headline(state, names),
        reason=names.text(state.ending) if state.ending else "",
        columns=COLUMNS,
        sides=tuple(SideResult(seat, _cells(state, seat)) for seat in state.seats),
        winner=state.winner,
    )


def _headline(state: UrrState, names: ModelNames) -> Message:
    if state.winner:
        return Message("{who} wins", who=names(state.winner))
    if state.phase is UrrPhase.OVER:
        return Message("The players judge who has won")
    return Message("The game is not over")


def _cells(state: UrrState, seat: str) -> dict[str, Text]:
    own = [unit for unit in state.units.values() if unit.side == seat and not unit.profile.raider]
    standing = [unit for unit in own if unit.standing]
    side = state.sides[seat]
    walls = [section for section in state.sections.values() if section.side == seat]
    return {
        "units": Message("{left} of {all}", left=len(standing), all=len(own)),
        "steps": Message(
            "{left} of {all}", left=sum(each.steps for each in standing), all=sum(each.profile.steps for each in own)
        ),
        "walls": _of(sum(each.left for each in walls), sum(each.most for each in walls)) if walls else "–",
        "stock": Message("{food} and {gold}", food=f"{side.stock.food:g}", gold=f"{side.stock.gold:g}"),
    }


def _of(left: int, most: int) -> Message:
    return Message("{left} of {all}", left=left, all=most)
