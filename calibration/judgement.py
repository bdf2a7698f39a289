"""Judges whether a calibration may be used ("go" or "no go"), with the reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from calibration.at_table import OverheadSetting, TableError, halves_at_table, noise_at_table
from calibration.intrinsics import LEAST_VIEWS, Lens
from calibration.views import region_title, tilt_deg
from tablecam.base.i18n import InContext, Message, listing

# Five views gave focal lengths of 457 and 326 at the same residual. OpenCV's own guide asks for ten; a set that is well
# spread needs slightly fewer.
FEWEST_VIEWS = 8
# With the board square to the camera, a long lens and a far board look the same.
TILTED_DEG, FEWEST_TILTED = 12.0, 4
LEAST_SHARE, MOST_MISSING = 0.4, 4
WORST_FOCAL_SIGMA = 0.01
# Left-out errors beyond this share of the width are not noise: the board is bent, or another one.
WORST_LEFT_OUT_SHARE = 0.001
# A tenth of an inch in two feet loses every close call; a thirtieth is still more than the tags' own error.
WORST_ERROR_IN, GOOD_ERROR_IN = 0.10, 0.03
SQUARE_SHARE = 0.01


@dataclass(frozen=True)
class Judgement:
    """The quality of a calibration.

    refusals: why it must not be used; none means go. advice: how to improve it. table: one sigma at the table, the
    larger of noise and halves. tilts_deg: one for each view.
    """

    refusals: tuple[Message, ...]
    advice: tuple[Message, ...]
    table: TableError
    noise: TableError
    halves: TableError | None
    tilts_deg: tuple[float, ...]

    @property
    def go(self) -> bool:
        """Whether the calibration may be used."""
        return not self.refusals


def judge(lens: Lens, setting: OverheadSetting) -> Judgement:
    """Judges whether a lens is known well enough for a table seen from that height, and names the remedies."""
    noise = noise_at_table(lens.fit, setting)
    halves = halves_at_table(lens.halves, setting) if lens.halves else None
    table = halves if halves and _middle_distance(halves)[1] > _middle_distance(noise)[1] else noise
    tilts = tuple(tilt_deg(pose.rvec) for pose in lens.fit.poses)
    refusals = (*_find_gaps(lens, tilts), *_find_errors(lens, table))
    return Judgement(refusals, _collect_advice(lens, table), table, noise, halves, tilts)


def reasons_in_a_row(reasons: Sequence[Message]) -> Message:
    """Joins reasons to one sentence: "a; b; c"."""
    return reduce(lambda some, reason: InContext("list", "{items}; {item}", items=some, item=reason), reasons)


def _find_gaps(lens: Lens, tilts: tuple[float, ...]) -> list[Message]:
    reasons = []
    if len(lens.views) < FEWEST_VIEWS:
        reasons.append(
            Message(
                "only {count} views count; {needed} are needed: take 15 or more",
                count=len(lens.views),
                needed=FEWEST_VIEWS,
            )
        )
    tilted = sum(tilt > TILTED_DEG for tilt in tilts)
    if tilted < FEWEST_TILTED:
        reasons.append(
            Message(
                "only {count} views are tilted by more than {angle} degrees; {needed} are needed: tilt the "
                "board by 20 to 40 degrees in each direction",
                count=tilted,
                angle=f"{TILTED_DEG:.0f}",
                needed=FEWEST_TILTED,
            )
        )
    if not _is_covered(lens):
        reasons.append(_describe_gaps(lens))
    return reasons


def _describe_gaps(lens: Lens) -> Message:
    share = f"{lens.coverage.share:.0%}"
    if not lens.coverage.missing:
        return Message("the board covered only {share} of the image: hold it in every part of the image", share=share)
    return Message(
        "the board covered only {share} of the image: hold it in these parts too: {regions}",
        share=share,
        regions=_missing_regions(lens),
    )


def _missing_regions(lens: Lens) -> Message:
    return listing(region_title(region) for region in lens.coverage.missing)


def _is_covered(lens: Lens) -> bool:
    return lens.coverage.share >= LEAST_SHARE and len(lens.coverage.missing) <= MOST_MISSING


def _find_errors(lens: Lens, table: TableError) -> list[Message]:
    reasons = []
    if lens.focal_sigma > WORST_FOCAL_SIGMA:
        reasons.append(
            Message(
                "the focal length is uncertain by {sigma}; the limit is {limit}: take more views, tilted, near and far",
                sigma=f"{lens.focal_sigma:.1%}",
                limit=f"{WORST_FOCAL_SIGMA:.0%}",
            )
        )
    worst = WORST_LEFT_OUT_SHARE * lens.fit.size[0]
    if lens.left_out_px > worst:
        reasons.append(
            Message(
                "left-out views are {error} px off; the limit is {limit}: glue the board to something flat, "
                "and check that it is the board you named",
                error=f"{lens.left_out_px:.2f}",
                limit=f"{worst:.2f}",
            )
        )
    distance, error = _middle_distance(table)
    if error > WORST_ERROR_IN:
        reasons.append(
            Message(
                "{distance} in across the table would be measured with an error of {error} in (one sigma); the "
                "limit is {limit}: take more views in all parts of the image",
                distance=f"{distance:.0f}",
                error=f"{error:.2f}",
                limit=f"{WORST_ERROR_IN:.2f}",
            )
        )
    return reasons


def _collect_advice(lens: Lens, table: TableError) -> tuple[Message, ...]:
    advice = []
    if lens.coverage.missing and _is_covered(lens):
        regions = _missing_regions(lens)
        advice.append(
            Message(
                "The board was hardly ever in these parts of the image: {regions}. The lens is only estimated there.",
                regions=regions,
            )
        )
    distance, error = _middle_distance(table)
    if GOOD_ERROR_IN < error <= WORST_ERROR_IN:
        advice.append(
            Message(
                "More views would help: {distance} in is still uncertain by {error} in.",
                distance=f"{distance:.0f}",
                error=f"{error:.3f}",
            )
        )
    if abs(lens.aspect - 1) > max(SQUARE_SHARE, 4 * lens.aspect_sigma):
        advice.append(
            Message(
                "Pixels are {aspect} times as wide as high: does the driver stretch the image?",
                aspect=f"{lens.aspect:.3f}",
            )
        )
    if len(lens.views) < 2 * LEAST_VIEWS:
        advice.append(
            Message("There are too few views to compare halves, so errors beyond the corners' noise stay hidden.")
        )
    return tuple(advice)


def _middle_distance(error: TableError) -> tuple[float, float]:
    """Returns 24 in and its error, or the longest distance that the picture holds."""
    if not error.distances:
        return 0.0, error.worst_place_in
    distance = 24.0 if 24.0 in error.distances else max(error.distances)
    return distance, error.distances[distance]
