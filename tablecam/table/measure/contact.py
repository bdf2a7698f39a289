"""Whether bases touch. No measurement can prove that; it can only fail to find a gap."""

from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.snapshot import RIM_IN

# A quarter of a millimetre: the gap that paint, seams and rims leave between bases pushed together, and
# half of the smallest gap that a player leaves on purpose.
TOUCHING_IN = 0.01

# A gap that cannot be distinguished from 0 counts as contact, because nobody leaves a hair's breadth by chance; but
# however bad the image, a millimetre is a gap.
WIDEST_DOUBT_IN = 0.04


def touches(gap: Measurement, rise: Measurement) -> bool:
    """The best guess whether two bases touch; gap: from edge to edge in plan, rise: between their grounds."""
    return gap.value <= min(max(TOUCHING_IN, 2 * gap.sigma), WIDEST_DOUBT_IN) and abs(rise.value) <= RIM_IN


def contact(gap: Measurement, rise: Measurement) -> Verdict:
    """Whether two bases touch, or TOO_CLOSE if the measurement cannot decide; arguments as for `touches`.

    Bases cannot overlap, so a measured overlap is contact, however uncertain.
    """
    beside = Verdict.YES if gap.value <= 0 else gap.at_most(TOUCHING_IN)
    level = Measurement(abs(rise.value), rise.sigma).at_most(RIM_IN)
    if Verdict.NO in (beside, level):
        return Verdict.NO
    return Verdict.YES if beside is level is Verdict.YES else Verdict.TOO_CLOSE
