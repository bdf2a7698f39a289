"""Positions that the sides accept out of turn, in words that serve every rulebook."""

from collections.abc import Callable

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import listed
from tablecam.base.lengths import in_words
from tablecam.rules.event import PositionsAccepted


def describe_moves(event: PositionsAccepted, called: Callable[[str], object]) -> str:
    """Say which models were moved and how far: `Pit moved 13.0 in and Ida moved 0.5 in`, without a full stop."""
    return listed(
        _("{model} moved {length}", model=called(model), length=in_words(event.moved_in.get(model, 0.0)))
        for model in event.at
    )
