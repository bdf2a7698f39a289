"""A measured number and the honest answer near a limit. Standard library only: rules and logs read it too."""

import enum
from dataclasses import dataclass


class Verdict(enum.Enum):
    """The answer to a question about a limit."""

    YES = "yes"
    NO = "no"
    TOO_CLOSE = "too close"  # no text: a code in logs

    def __bool__(self) -> bool:
        """Raises TypeError: NO and TOO_CLOSE would count as true, as every member of an enum does."""
        raise TypeError("a verdict is neither true nor false: compare it, for instance `is Verdict.YES`")


@dataclass(frozen=True)
class Measurement:
    """A value and its one-sigma uncertainty, in the value's unit.

    `at_most` and `more_than` return TOO_CLOSE if the limit lies within two sigma of the value.
    """

    value: float
    sigma: float = 0.0

    def at_most(self, limit: float) -> Verdict:
        """Whether the true value is `limit` or less."""
        if abs(self.value - limit) < 2 * self.sigma:
            return Verdict.TOO_CLOSE
        return Verdict.YES if self.value <= limit else Verdict.NO

    def more_than(self, limit: float) -> Verdict:
        """Whether the true value is over `limit`."""
        answer = self.at_most(limit)
        return {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}.get(answer, answer)
