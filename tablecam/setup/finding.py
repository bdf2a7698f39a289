"""The verdict of a step of the set-up on one thing."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import reduce

from tablecam.base.i18n import Message

GOOD, FAIR, BAD, UNKNOWN = "good", "fair", "bad", "unknown"
WORST_FIRST = (BAD, UNKNOWN, FAIR, GOOD)
IN_A_ROW = "{first} {second}"

# faults of files are plain English
Text = Message | str


@dataclass(frozen=True)
class Finding:
    """verdict: good, fair (it will do), bad or unknown. says: in sentences, with the remedy. value: the figure."""

    verdict: str
    says: Message
    value: float | None = None


def in_a_row(first: Message, second: Message | None) -> Message:
    """One sentence after the other; the first alone if there is no second."""
    return first if second is None else Message(IN_A_ROW, first=first, second=second)


def worst_of(verdicts: Collection[str]) -> str:
    """The worst of some verdicts, at least one."""
    return next(verdict for verdict in WORST_FIRST if verdict in verdicts)


def of_cameras(findings: Mapping[int, Finding]) -> Finding:
    """The findings on each camera, by their numbers from 0, as one: the worst verdict and value, and what each says."""
    if len(findings) == 1:
        return next(iter(findings.values()))
    each = [Message("Camera {number}: {says}", number=at + 1, says=one.says) for at, one in findings.items()]
    values = [abs(finding.value) for finding in findings.values() if finding.value is not None]
    return Finding(
        worst_of({one.verdict for one in findings.values()}), reduce(in_a_row, each), max(values, default=None)
    )
