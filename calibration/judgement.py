"""Go or no go, in sentences."""

from dataclasses import dataclass

from calibration.at_table import OverheadSetting, TableError, halves_at_table, noise_at_table
from calibration.intrinsics import LEAST_VIEWS, Lens
from calibration.views import tilt_deg

# Five views gave focal lengths of 457 and 326 at the same residual; ten is what OpenCV's own guide asks for, and a set
# that is well spread does with a few less.
FEWEST_VIEWS = 8
# A board square to the camera cannot tell a long lens from a far board.
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
    """What a calibration is good for.

    refusals: why it must not be used; none means go. advice: what would make it better. table: one sigma at the table,
    the larger of noise and halves. tilts_deg: of each view.
    """

    refusals: tuple[str, ...]
    advice: tuple[str, ...]
    table: TableError
    noise: TableError
    halves: TableError | None
    tilts_deg: tuple[float, ...]

    @property
    def go(self) -> bool:
        """Whether the calibration may be used."""
        return not self.refusals


def judge(lens: Lens, setting: OverheadSetting) -> Judgement:
    """Whether a lens is known well enough for a table seen from a height, and what to do where it is not."""
    noise = noise_at_table(lens.fit, setting)
    halves = halves_at_table(lens.halves, setting) if lens.halves else None
    table = halves if halves and _mid(halves)[1] > _mid(noise)[1] else noise
    tilts = tuple(tilt_deg(pose.rvec) for pose in lens.fit.poses)
    refusals = (*_too_little(lens, tilts), *_too_wrong(lens, table))
    return Judgement(refusals, _advice(lens, table), table, noise, halves, tilts)


def _too_little(lens: Lens, tilts: tuple[float, ...]) -> list[str]:
    said = []
    if len(lens.views) < FEWEST_VIEWS:
        said.append(f"only {len(lens.views)} views count and {FEWEST_VIEWS} are needed: take 15 or more")
    tilted = sum(tilt > TILTED_DEG for tilt in tilts)
    if tilted < FEWEST_TILTED:
        said.append(
            f"only {tilted} views are tilted by more than {TILTED_DEG:.0f} degrees and {FEWEST_TILTED} are needed: "
            "tilt the board by 20 to 40 degrees, each way"
        )
    if not _covered(lens):
        where = ", ".join(lens.coverage.missing) or "all over the picture"
        said.append(f"the board was in only {lens.coverage.share:.0%} of the picture: hold it there too: {where}")
    return said


def _covered(lens: Lens) -> bool:
    return lens.coverage.share >= LEAST_SHARE and len(lens.coverage.missing) <= MOST_MISSING


def _too_wrong(lens: Lens, table: TableError) -> list[str]:
    said = []
    if lens.focal_sigma > WORST_FOCAL_SIGMA:
        said.append(
            f"the focal length is uncertain by {lens.focal_sigma:.1%} and {WORST_FOCAL_SIGMA:.0%} is the limit: "
            "take more views, tilted, near and far"
        )
    worst = WORST_LEFT_OUT_SHARE * lens.fit.size[0]
    if lens.left_out_px > worst:
        said.append(
            f"views left out are {lens.left_out_px:.2f} px off and {worst:.2f} is the limit: "
            "glue the board to something flat, and check that it is the board you named"
        )
    distance, error = _mid(table)
    if error > WORST_ERROR_IN:
        said.append(
            f"{distance:.0f} in across the table would be measured with an error of {error:.2f} in (one sigma) and "
            f"{WORST_ERROR_IN:.2f} is the limit: take more views, all over the picture"
        )
    return said


def _advice(lens: Lens, table: TableError) -> tuple[str, ...]:
    said = []
    if lens.coverage.missing and _covered(lens):
        said.append("The board was hardly seen at " + ", ".join(lens.coverage.missing) + ": the lens is guessed there.")
    distance, error = _mid(table)
    if GOOD_ERROR_IN < error <= WORST_ERROR_IN:
        said.append(f"More views would tell: {distance:.0f} in are still uncertain by {error:.3f} in.")
    if abs(lens.aspect - 1) > max(SQUARE_SHARE, 4 * lens.aspect_sigma):
        said.append(f"Pixels come out {lens.aspect:.3f} times as wide as high: is the picture stretched by its driver?")
    if len(lens.views) < 2 * LEAST_VIEWS:
        said.append("There are too few views to compare halves, so errors beyond the corners' noise stay unseen.")
    return tuple(said)


def _mid(error: TableError) -> tuple[float, float]:
    """24 in and its error; the longest distance there is where the picture does not hold that."""
    if not error.distances:
        return 0.0, error.worst_place_in
    distance = 24.0 if 24.0 in error.distances else max(error.distances)
    return distance, error.distances[distance]
