"""The lengths of a game for people: in inches, or in centimetres for readers who have chosen them.

Logs, questions and measurements are in inches. Centimetres follow the rate of the rulebooks, 2.5 cm for an inch, so
that weapons and moves reach as far as a book says. The set-up of a table, where true millimetres count, does not use
this module.
"""

import math
from collections.abc import Mapping

from tablecam.base.i18n import CENTIMETRE, Later, Message, current_unit, localise_decimals
from tablecam.base.i18n import gettext as _

CENTIMETRES_PER_INCH = 2.5
# the accuracy of reading a tape at arm's length
TAPE_IN = 0.1


def format_length(length_in: float, places: int = 1) -> Message:
    """`5.50″` or `13.75 cm`, with this number of decimals."""
    return Later(_mark_length, length_in, places)


def describe_length(length_in: float, places: int = 1) -> Message:
    """`5.5 in` or `13.8 cm`, for the middle of a sentence."""
    return Later(_spell_length, length_in, places)


def short(length_in: float, places: int = 1) -> Message:
    """`5″` or `12.5 cm`: to a tenth of an inch, without zeros at the end."""
    return Later(_shorten_length, length_in, places)


def short_in_words(length_in: float, places: int = 1) -> Message:
    """`5 in` or `12.5 cm`, for the middle of a sentence."""
    return Later(_spell_short_length, length_in, places)


def with_lengths(values: Mapping[str, object], *names: str) -> dict[str, object]:
    """The values of a text; those with these names, which are inches, become lengths in words."""
    return {**values, **{name: short_in_words(float(str(values[name])), 4) for name in names}}


def figures(length_in: float, places: int = 1) -> Message:
    """The number alone, for a place that shows the unit beside it."""
    return Later(_format_figures, length_in, places)


def margin_in(sigma_in: float) -> float:
    """Two sigma, rounded up to a hundredth of an inch, as the pages show it: 19 of 20 true values are within it."""
    return max(1, math.ceil(200 * sigma_in - 1e-6)) / 100


def convert_to_unit(length_in: float) -> float:
    """A length in the reader's unit, for drawing to scale."""
    return length_in * CENTIMETRES_PER_INCH if current_unit() == CENTIMETRE else length_in


def with_sign(number: str) -> str:
    """A number of the reader's unit with its sign: `10″` or `10 cm`."""
    return _("{length} cm", length=number) if current_unit() == CENTIMETRE else f"{number}″"


def _format_figures(length_in: float, places: int) -> str:
    return localise_decimals(f"{convert_to_unit(length_in):.{places}f}")


def _short_figures(length_in: float, places: int) -> str:
    # a quarter of a centimetre is a tenth of an inch
    if current_unit() == CENTIMETRE:
        return localise_decimals(f"{round(length_in * CENTIMETRES_PER_INCH, places + 1):g}")
    return localise_decimals(f"{round(length_in, places):g}")


def _mark_length(length_in: float, places: int) -> str:
    return with_sign(_format_figures(length_in, places))


def _spell_length(length_in: float, places: int) -> str:
    return _add_unit_word(_format_figures(length_in, places))


def _shorten_length(length_in: float, places: int) -> str:
    if _rounds_to_zero(length_in, places):
        return _("under {length}", length=with_sign(_short_figures(TAPE_IN, places)))
    return with_sign(_short_figures(length_in, places))


def _spell_short_length(length_in: float, places: int) -> str:
    if _rounds_to_zero(length_in, places):
        return _("under {length}", length=_add_unit_word(_short_figures(TAPE_IN, places)))
    return _add_unit_word(_short_figures(length_in, places))


def _rounds_to_zero(length_in: float, places: int) -> bool:
    """Whether a length that is not 0 rounds to 0."""
    return bool(length_in) and round(length_in, places) == 0


def _add_unit_word(text: str) -> str:
    return _("{length} cm", length=text) if current_unit() == CENTIMETRE else _("{length} in", length=text)


def with_minus(number: int) -> str:
    """A number with a real minus sign, which is read aloud."""
    return str(number).replace("-", "−")
