"""The verdict of a step of the set-up on one thing."""

from dataclasses import dataclass

from tablecam.i18n import Message

GOOD, FAIR, BAD, UNKNOWN = "good", "fair", "bad", "unknown"
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
