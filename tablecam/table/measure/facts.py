"""A measured number and the honest answer near a limit. Standard library only: rules and logs use it too."""

import enum
from dataclasses import dataclass


class Verdict(enum.Enum):
    """The answer to a question about a limit: YES, NO, or TOO_CLOSE where the error leaves it open.

    A verdict has no truth value, so that no program takes TOO_CLOSE for yes: compare it, as in `is Verdict.YES`.
    """

    YES = "yes"
    NO = "no"
    TOO_CLOSE = "too close"  # no text: a code in logs

    def __bool__(self) -> bool:
        """Raises TypeError; as members of an enum, NO and TOO_CLOSE would otherwise count as true."""
        raise TypeError("a verdict is neither true nor false: compare it, for instance `is Verdict.YES`")


def is_too_close(value: float, sigma: float, limit: float) -> bool:
    """Whether a limit lies less than two sigma from a value."""
    return abs(value - limit) < 2 * sigma


@dataclass(frozen=True)
class Measurement:
    """A value and its one-sigma uncertainty, in the value's unit.

    `at_most` and `more_than` return TOO_CLOSE if the limit lies less than two sigma from the value.
    """

    value: float
    sigma: float = 0.0

    def at_most(self, limit: float) -> Verdict:
        """Whether the true value is `limit` or less."""
        if is_too_close(self.value, self.sigma, limit):
            return Verdict.TOO_CLOSE
        return Verdict.YES if self.value <= limit else Verdict.NO

    def more_than(self, limit: float) -> Verdict:
        """Whether the true value is over `limit`."""
        answer = self.at_most(limit)
        return {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}.get(answer, answer)
