"""The verdict of a step of the set-up on one thing, and the refusal of a step that cannot do what it was asked."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import reduce

from tablecam.base.errors import TablecamError
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


def join_sentences(first: Message, second: Message | None) -> Message:
    """Joins two sentences; returns the first alone if there is no second."""
    return first if second is None else Message(IN_A_ROW, first=first, second=second)


def find_worst(verdicts: Collection[str]) -> str:
    """Returns the worst of some verdicts, at least one."""
    return next(verdict for verdict in WORST_FIRST if verdict in verdicts)


def combine_findings(findings: Mapping[int, Finding]) -> Finding:
    """Combines the findings on each camera, by numbers from 0: the worst verdict and value, and each
    camera's sentence.
    """
    if len(findings) == 1:
        return next(iter(findings.values()))
    sentences = [
        Message("Camera {number}: {says}", number=number + 1, says=finding.says) for number, finding in findings.items()
    ]
    values = [abs(finding.value) for finding in findings.values() if finding.value is not None]
    return Finding(
        find_worst({finding.verdict for finding in findings.values()}),
        reduce(join_sentences, sentences),
        max(values, default=None),
    )


class SetupRefusal(TablecamError):
    """The reason and the remedy as one sentence. code: names the reason for a program that acts on it, or ""."""

    def __init__(self, says: Message, code: str = "") -> None:
        super().__init__(says)
        self.code = code
