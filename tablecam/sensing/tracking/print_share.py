"""The size at which the models' tags were printed, from all of them together.

One tag that looks too large stands high, or is printed too large. Tags on known floors that all look too large by the
same share were printed so, or the reference tags lie further apart than their places say.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.base.i18n import Message
from tablecam.sensing.tracking.observation import Observation

# prints further from their size than this are another file's
SHARES = np.arange(0.90, 1.1001, 0.0005)
LEAST_TAGS = 3
# of the tags, so many must agree on one share
LEAST_AGREEING = 0.6
# per tag, print and light leave this beside the reading's own sigma
USUAL_SIGMA = 0.002
# a tag that stands on something the plan does not have, or leans, says nothing
STRANGE = 1e-3
# the shared size must be likelier than the true one by this logarithm: a thousand times for any three tags
DECISIVE = 10.0
# light alone changes the apparent size by three thousandths, and blur by more than a reading's sigma
NOTICED, NOTICED_SIGMAS = 0.004, 1.5
# blur of so many cells is sharp, and what its square is beyond that may change the size of all tags by so much of it
SHARP_CELLS, BY_BLUR = 0.33, 0.08
# a larger difference comes from a printer, not from a tape along the table
BY_TAPE = 0.01
# shares that differ by less put models on the same floors
SAME_SHARE = 0.0005


@dataclass(frozen=True)
class WornTag:
    """The apparent size of one model's tag over its real one, with one sigma, on each floor where it may stand.

    lean_sigma: what a lean may do to it beside that. blur_cells: of its edges in the picture, one sigma, in cells.
    """

    shares: tuple[float, ...]
    sigma: float
    lean_sigma: float = 0.0
    blur_cells: float = 0.0


@dataclass(frozen=True)
class PrintShare:
    """share: apparent size of the tags over that in the files. sigma: of that. scale_sigma: what it leaves in doubt of
    all distances. says: what to do. unsharp: whether blur may explain it, rather than print or tape."""

    share: float
    sigma: float
    scale_sigma: float
    says: Message
    unsharp: bool = False

    @property
    def printed(self) -> bool:
        """Whether it is the print that is wrong, rather than the tape along the table."""
        return abs(self.share - 1) > BY_TAPE and not self.unsharp

    def sized(self, reading: Observation) -> Observation:
        """The reading of a tag as if it had been printed at its size."""
        if reading.printed is not None:
            # its scale is not that of its print
            return reading
        shrink = np.ones(len(reading.covariance))
        shrink[3] = 1 / self.share
        covariance = reading.covariance * np.outer(shrink, shrink)
        covariance[3, 3] += (reading.scale / self.share * self.sigma) ** 2
        return replace(reading, scale=reading.scale / self.share, covariance=covariance)


def same_share(a: PrintShare | None, b: PrintShare | None) -> bool:
    """Whether both give all models the same floors."""
    return a is b or (a is not None and b is not None and abs(a.share - b.share) < SAME_SHARE)


def print_share(tags: Sequence[WornTag], accepted: float) -> PrintShare | None:
    """The size that the tags share, where it is not the one they should have; None where it is, or cannot be told.

    accepted: the size by which they were read already, of that in models.toml.
    """
    tags = [tag for tag in tags if tag.shares and math.isfinite(tag.sigma)]
    if len(tags) < LEAST_TAGS:
        return None
    evidence = sum(_evidence(tag) for tag in tags)
    best = float(SHARES[int(np.argmax(evidence))])
    agreeing = [found for tag in tags if (found := _at(tag, best)) is not None]
    if len(agreeing) < max(LEAST_TAGS, LEAST_AGREEING * len(tags)):
        return None
    weights = np.array([1 / sigma**2 for _, sigma in agreeing])
    share = float(weights @ [share for share, _ in agreeing] / weights.sum())
    gain = float(np.max(evidence) - np.interp(1.0, SHARES, evidence))
    noticed = max(NOTICED, NOTICED_SIGMAS * float(np.median([tag.sigma for tag in tags])))
    if gain < DECISIVE or abs(share - 1) < noticed:
        return None
    sigma = float(1 / math.sqrt(weights.sum()))
    scale_sigma = 0.0 if abs(share - 1) > BY_TAPE else abs(share - 1)
    blur_cells = float(np.median([tag.blur_cells for tag in tags]))
    if abs(share - 1) < BY_BLUR * (blur_cells**2 - SHARP_CELLS**2):
        return PrintShare(share, sigma, scale_sigma, _unsharp(share), unsharp=True)
    says = _contradicting(share) if scale_sigma else _printed(share * accepted)
    return PrintShare(share, sigma, scale_sigma, says)


def _sigma(tag: WornTag) -> float:
    return math.hypot(tag.sigma, USUAL_SIGMA, tag.lean_sigma)


def _evidence(tag: WornTag) -> np.ndarray:
    """The logarithm of how likely the tag is at each of SHARES."""
    off = (np.array(tag.shares)[:, None] - SHARES) / _sigma(tag)
    return np.asarray(np.log(np.exp(-(off**2) / 2).sum(axis=0) + STRANGE))


def _at(tag: WornTag, share: float) -> tuple[float, float] | None:
    """The tag's own share nearest to the common one, with its sigma; None where it does not agree."""
    own = min(tag.shares, key=lambda one: abs(one - share))
    return (own, _sigma(tag)) if abs(own - share) < 3 * _sigma(tag) else None


def _printed(share: float) -> Message:
    return Message(
        "the models’ tags measure {share} of the size in models.toml, which their heights are reckoned with for now: "
        "print them again at 100 %, or write print_scale = {scale} under [tags] in table.toml",
        share=f"{share:.1%}",
        scale=f"{share:.3f}",
    )


def _unsharp(share: float) -> Message:
    return Message(
        "the models’ tags measure {share} of their size, as they do out of focus, which heights are reckoned with: "
        "focus the camera, then see whether their print is wrong",
        share=f"{share:.1%}",
    )


def _contradicting(share: float) -> Message:
    return Message(
        "the models’ tags measure {share} of their size by the places of the reference tags, so every distance may be "
        "wrong by {error}: measure the places again, or check the print with the gauge card",
        share=f"{share:.1%}",
        error=f"{abs(share - 1):.1%}",
    )
