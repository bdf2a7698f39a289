"""The size at which the models' tags were printed, from all of them together.

One tag that looks too large stands high, or is printed too large. If all tags on known floors look too large by the
same share, they were printed so, or the reference tags lie further apart than their stated places.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.sensing.tracking.observation import Observation

# prints further from their size than this come from another file
SHARES = np.arange(0.90, 1.1001, 0.0005)
LEAST_TAGS = 3
# at least this share of the tags must agree on one size
LEAST_AGREEING = 0.6
# one sigma from print and light, per tag, in addition to the reading's own
USUAL_SIGMA = 0.002
# the likelihood of a tag that leans or stands on something that the plan lacks, at any size
STRANGE = 1e-3
# the shared size must be likelier than the true one by this logarithm: a thousand times for any three tags
DECISIVE = 10.0
# light alone changes the apparent size by three thousandths, and blur by more than a reading's sigma
NOTICED, NOTICED_SIGMAS = 0.004, 1.5
# the blur of a sharp image, in cells, and the largest change of all sizes, as a share of the excess of the squared blur
SHARP_CELLS, BY_BLUR = 0.33, 0.08
# a larger difference comes from a printer, not from a tape along the table
BY_TAPE = 0.01
# shares that differ by less put models on the same floors
SAME_SHARE = 0.0005


@dataclass(frozen=True)
class WornTag:
    """The apparent size of one model's tag over its real one, with one sigma, on each floor where it may stand.

    lean_sigma: the additional effect that a lean may have on it. blur_cells: of its edges in the image, one sigma, in
    cells.
    """

    shares: tuple[float, ...]
    sigma: float
    lean_sigma: float = 0.0
    blur_cells: float = 0.0


@dataclass(frozen=True)
class PrintShare:
    """The common size of the tags. share: apparent size over that in the files. sigma: of that. unsharp:
    whether blur may explain it, rather than print or tape.
    """

    share: float
    sigma: float
    unsharp: bool = False

    @property
    def printed(self) -> bool:
        """Whether the print is wrong, rather than the tape along the table."""
        return abs(self.share - 1) > BY_TAPE and not self.unsharp

    def correct_size(self, reading: Observation) -> Observation:
        """Return the reading of a tag as if it had been printed at its true size."""
        if reading.printed is not None:
            # its scale is not that of its print
            return reading
        shrink = np.ones(len(reading.covariance))
        shrink[3] = 1 / self.share
        covariance = reading.covariance * np.outer(shrink, shrink)
        covariance[3, 3] += (reading.scale / self.share * self.sigma) ** 2
        return replace(reading, scale=reading.scale / self.share, covariance=covariance)


def same_share(a: PrintShare | None, b: PrintShare | None) -> bool:
    """Report whether both give all models the same floors."""
    return a is b or (a is not None and b is not None and abs(a.share - b.share) < SAME_SHARE)


def print_share(tags: Sequence[WornTag]) -> PrintShare | None:
    """Return the common size of the tags, if it is not their true size; None if it is, or cannot be decided."""
    tags = [tag for tag in tags if tag.shares and math.isfinite(tag.sigma)]
    if len(tags) < LEAST_TAGS:
        return None
    evidence = sum(_compute_evidence(tag) for tag in tags)
    best_share = float(SHARES[int(np.argmax(evidence))])
    agreeing = [tag_share for tag in tags if (tag_share := _find_nearest_share(tag, best_share)) is not None]
    if len(agreeing) < max(LEAST_TAGS, LEAST_AGREEING * len(tags)):
        return None
    weights = np.array([1 / sigma**2 for _, sigma in agreeing])
    share = float(weights @ [share for share, _ in agreeing] / weights.sum())
    gain = float(np.max(evidence) - np.interp(1.0, SHARES, evidence))
    least_noticed = max(NOTICED, NOTICED_SIGMAS * float(np.median([tag.sigma for tag in tags])))
    if gain < DECISIVE or abs(share - 1) < least_noticed:
        return None
    sigma = float(1 / math.sqrt(weights.sum()))
    blur_cells = float(np.median([tag.blur_cells for tag in tags]))
    return PrintShare(share, sigma, unsharp=abs(share - 1) < BY_BLUR * (blur_cells**2 - SHARP_CELLS**2))


def _compute_sigma(tag: WornTag) -> float:
    return math.hypot(tag.sigma, USUAL_SIGMA, tag.lean_sigma)


def _compute_evidence(tag: WornTag) -> np.ndarray:
    """Compute the log-likelihood of each print scale in SHARES, given the scales at which this tag can be read."""
    deviations = (np.array(tag.shares)[:, None] - SHARES) / _compute_sigma(tag)
    return np.asarray(np.log(np.exp(-(deviations**2) / 2).sum(axis=0) + STRANGE))


def _find_nearest_share(tag: WornTag, share: float) -> tuple[float, float] | None:
    """Return the tag's own share nearest to the common one, with its sigma; None if it does not agree."""
    nearest = min(tag.shares, key=lambda one: abs(one - share))
    return (nearest, _compute_sigma(tag)) if abs(nearest - share) < 3 * _compute_sigma(tag) else None
