"""What a step of the set-up says of one thing it looked at."""

from dataclasses import dataclass

GOOD, FAIR, BAD, UNKNOWN = "good", "fair", "bad", "unknown"


@dataclass(frozen=True)
class Finding:
    """verdict: good, fair (it will do), bad or unknown. says: in a sentence, with what to do. value: the figure."""

    verdict: str
    says: str
    value: float | None = None
