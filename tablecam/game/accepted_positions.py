"""Positions that both sides accepted although it was not the models' turn to move, read from the log."""

from collections.abc import Callable

from tablecam.base.i18n import gettext as _
from tablecam.game.game import UMPIRE
from tablecam.game.log import EventLine, GameLog
from tablecam.rules.event import INTERJECTIONS, PositionsAccepted, decode

Place = tuple[float, float, float]


def find_accepted_places(log: GameLog) -> dict[str, Place]:
    """The place where the sides last let each model stand, by model; lines that were taken back do not count."""
    places: dict[str, Place] = {}
    for number in log.live:
        line = log[number]
        if isinstance(line, EventLine) and (event := read_acceptance(line)):
            places |= event.at
    return places


def read_acceptance(line: EventLine) -> PositionsAccepted | None:
    """The positions that a line accepts; None for a line that says anything else."""
    event = decode(INTERJECTIONS, line.event) if line.interjected else None
    return event if isinstance(event, PositionsAccepted) else None


def acceptance_text(
    event: PositionsAccepted, by: str, called: Callable[[str], object], title: Callable[[str], str] = str
) -> str:
    """`Both sides accept: Pit moved 13.0 in`. by: a side where both accept, or the umpire; title: of the umpire."""
    moves = event.describe_moves(called)
    if by == UMPIRE:
        return _("{who} accepts: {moves}", who=title(by), moves=moves)
    return _("Both sides accept: {moves}", moves=moves)
