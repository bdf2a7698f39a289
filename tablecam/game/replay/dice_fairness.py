"""Whether the dice of the tray fall evenly: the chi-square of their faces, beside the band of fair dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.game.replay.statistics_charts import StatisticsChart

# chi-square of 95 % of fair dice lies between these, by the number of faces (less 1 degrees of freedom)
BANDS = {6: (0.831, 12.833), 10: (2.700, 19.023)}
# fewer rolls a face say nothing: the statistic is then no chi-square
LEAST_A_FACE = 5
# the words for the colours that a reading names, the first word of each being its name
COLOURS = {
    words.message.partition(" ")[0]: words
    for words in (
        Message("red dice"), Message("orange dice"), Message("yellow dice"), Message("green dice"),
        Message("teal dice"), Message("blue dice"), Message("violet dice"), Message("pink dice"),
        Message("light dice"), Message("grey dice"), Message("dark dice"),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Fairness:
    """The faces of some dice together. chi_square: how far their counts are from even; band: of 95 % of fair dice."""

    rolled: int
    chi_square: float
    band: tuple[float, float]
    enough: bool

    @property
    def verdict(self) -> Message:
        """The verdict of the numbers, as a sentence."""
        if not self.enough:
            return Message("too few rolls to tell")
        if self.chi_square > self.band[1]:
            return Message("uneven: one fair set in forty looks like this")
        if self.chi_square < self.band[0]:
            return Message("more even than chance")
        return Message("as even as fair dice")


def judge_dice(counts: Sequence[int]) -> Fairness:
    """The fairness of dice by how often each face came up. counts: at least one, for 6 or 10 faces."""
    rolled = sum(counts)
    expected = rolled / len(counts)
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    return Fairness(rolled, chi_square, BANDS[len(counts)], expected >= LEAST_A_FACE)


def make_dice_chart(counts: Mapping[tuple[str, str], Sequence[int]]) -> StatisticsChart | None:
    """The table of all dice that were rolled in the tray, by colour and kind; None if there were none."""
    rows = tuple(_make_row(*dice, faces) for dice, faces in sorted(counts.items()) if sum(faces))
    if not rows:
        return None
    text = _(
        "Chi-square says how far the faces are from coming up equally often. For 95 of 100 fair sets of dice it lies "
        "in the band. Dice of one colour and kind count together, over all evenings at this table."
    )
    columns = (_("Dice"), _("Rolls"), _("Chi-square"), _("Band"), _("Result"), _("Each face"))
    return StatisticsChart("tray-dice", _("Dice in the tray"), text, "", columns, rows)


def _make_row(colour: str, kind: str, counts: Sequence[int]) -> tuple[str, ...]:
    fairness = judge_dice(counts)
    low, high = fairness.band
    name = f"{COLOURS.get(colour, colour)}, {kind}"
    band = _("{low} to {high}", low=f"{low:.1f}", high=f"{high:.1f}")
    faces = " ".join(map(str, counts))
    return name, str(fairness.rolled), f"{fairness.chi_square:.1f}", band, str(fairness.verdict), faces
