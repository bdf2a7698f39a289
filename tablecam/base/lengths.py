"""The lengths of a game for people: in inches, or in centimetres where the reader has chosen them.

Logs, questions and measurements are in inches. In centimetres a length is told at the rate of the rulebooks, 2.5 cm
for an inch, so that weapons and moves reach as far as a book says. The set-up of a table, where true millimetres
count, does without these words.
"""

import math
from collections.abc import Mapping

from tablecam.base.i18n import CENTIMETRE, Later, Message, current_unit, in_figures
from tablecam.base.i18n import gettext as _

CENTIMETRES_PER_INCH = 2.5
# what a person reads off a tape at arm's length
TAPE_IN = 0.1


def marked(length_in: float, places: int = 1) -> Message:
    """`5.50″` or `13.75 cm`, with so many decimals."""
    return Later(_marked, length_in, places)


def in_words(length_in: float, places: int = 1) -> Message:
    """`5.5 in` or `13.8 cm`, for the middle of a sentence."""
    return Later(_in_words, length_in, places)


def short(length_in: float, places: int = 1) -> Message:
    """`5″` or `12.5 cm`: to a tenth of an inch, without zeros at the end."""
    return Later(_short, length_in, places)


def short_in_words(length_in: float, places: int = 1) -> Message:
    """`5 in` or `12.5 cm`, for the middle of a sentence."""
    return Later(_short_in_words, length_in, places)


def with_lengths(values: Mapping[str, object], *names: str) -> dict[str, object]:
    """The values of a text, those of these names, which are inches, as lengths in words."""
    return {**values, **{name: short_in_words(float(str(values[name])), 4) for name in names}}


def figures(length_in: float, places: int = 1) -> Message:
    """The number alone, where the unit stands beside it."""
    return Later(_figures, length_in, places)


def margin_in(sigma_in: float) -> float:
    """Two sigma, rounded up to a hundredth of an inch, as the pages show it: 19 of 20 true values are within it."""
    return max(1, math.ceil(200 * sigma_in - 1e-6)) / 100


def in_unit(length_in: float) -> float:
    """How many of the reader's unit a length is, to draw it to scale."""
    return length_in * CENTIMETRES_PER_INCH if current_unit() == CENTIMETRE else length_in


def with_sign(number: str) -> str:
    """A number of the reader's unit with its sign: `10″` or `10 cm`."""
    return _("{length} cm", length=number) if current_unit() == CENTIMETRE else f"{number}″"


def _figures(length_in: float, places: int) -> str:
    return in_figures(f"{in_unit(length_in):.{places}f}")


def _short_figures(length_in: float, places: int) -> str:
    # a quarter of a centimetre is a tenth of an inch
    if current_unit() == CENTIMETRE:
        return in_figures(f"{round(length_in * CENTIMETRES_PER_INCH, places + 1):g}")
    return in_figures(f"{round(length_in, places):g}")


def _marked(length_in: float, places: int) -> str:
    return with_sign(_figures(length_in, places))


def _in_words(length_in: float, places: int) -> str:
    return _with_word(_figures(length_in, places))


def _short(length_in: float, places: int) -> str:
    if _is_under(length_in, places):
        return _("under {length}", length=with_sign(_short_figures(TAPE_IN, places)))
    return with_sign(_short_figures(length_in, places))


def _short_in_words(length_in: float, places: int) -> str:
    if _is_under(length_in, places):
        return _("under {length}", length=_with_word(_short_figures(TAPE_IN, places)))
    return _with_word(_short_figures(length_in, places))


def _is_under(length_in: float, places: int) -> bool:
    """Whether a length would be told as none, and is not."""
    return bool(length_in) and round(length_in, places) == 0


def _with_word(text: str) -> str:
    return _("{length} cm", length=text) if current_unit() == CENTIMETRE else _("{length} in", length=text)
