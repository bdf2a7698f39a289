"""Positions that the sides accept out of turn, in words that serve every rulebook."""

from collections.abc import Callable

from tablecam.i18n import gettext as _
from tablecam.i18n import listed
from tablecam.lengths import in_words
from tablecam.rules.event import PositionsAccepted


def describe_moves(event: PositionsAccepted, called: Callable[[str], object]) -> str:
    """Which models were moved and how far: `Pit was moved 13.0 in`, without a full stop."""
    lengths = {model: in_words(event.moved_in.get(model, 0.0)) for model in event.at}
    if len(lengths) == 1:
        ((model, length),) = lengths.items()
        return _("{model} was moved {length}", model=called(model), length=length)
    # Translators: one of several models, and how far it was moved
    moves = listed(_("{model} {length}", model=called(model), length=length) for model, length in lengths.items())
    return _("models were moved: {models}", models=moves)
