"""The result or standing of a game of Urr: units, steps, walls and quarters. By the rules, the survivor wins."""

from tablecam.base.i18n import Message
from tablecam.rules.books.urr.rules.state import UrrPhase, UrrState
from tablecam.rules.books.views import GameResultView, ResultColumn, SideResult, Text
from tablecam.rules.sentence import ModelNames

COLUMNS = (
    ResultColumn("units", Message("Units left")),
    ResultColumn("steps", Message("Steps left")),
    ResultColumn("walls", Message("Wall steps left")),
    ResultColumn("stock", Message("Food and gold")),
)


def result_view(state: UrrState, names: ModelNames) -> GameResultView:
    """The result, for pages, replay and report."""
    return GameResultView(
        headline=_word_headline(state, names),
        reason=names.text(state.ending) if state.ending else "",
        columns=COLUMNS,
        sides=tuple(SideResult(seat, _build_cells(state, seat)) for seat in state.seats),
        winner=state.winner,
    )


def _word_headline(state: UrrState, names: ModelNames) -> Message:
    if state.winner:
        return Message("{who} wins", who=names(state.winner))
    if state.phase is UrrPhase.OVER:
        return Message("The players judge who has won")
    return Message("The game is not over")


def _build_cells(state: UrrState, seat: str) -> dict[str, Text]:
    units = [unit for unit in state.units.values() if unit.side == seat and not unit.profile.raider]
    standing = [unit for unit in units if unit.standing]
    side = state.sides[seat]
    walls = [section for section in state.sections.values() if section.side == seat]
    return {
        "units": Message("{left} of {all}", left=len(standing), all=len(units)),
        "steps": Message(
            "{left} of {all}", left=sum(item.steps for item in standing), all=sum(item.profile.steps for item in units)
        ),
        "walls": _format_remaining(sum(item.left for item in walls), sum(item.most for item in walls))
        if walls
        else "–",
        "stock": Message("{food} and {gold}", food=f"{side.stock.food:g}", gold=f"{side.stock.gold:g}"),
    }


def _format_remaining(left: int, most: int) -> Message:
    return Message("{left} of {all}", left=left, all=most)
