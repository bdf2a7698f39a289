"""Numbers as people say them, for speech and for lists that are read aloud: "about eleven and a quarter inches"."""

import math

from tablecam.base.i18n import CENTIMETRE, InContext, Message, current_unit, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import CENTIMETRES_PER_INCH, figures, margin_in

# Translators: numbers before a noun, and the beginning of larger numbers: "one inch", "one and a half inches"
UP_TO_NINETEEN = (
    InContext("a spoken number", "no"),
    InContext("a spoken number", "one"),
    InContext("a spoken number", "two"),
    InContext("a spoken number", "three"),
    InContext("a spoken number", "four"),
    InContext("a spoken number", "five"),
    InContext("a spoken number", "six"),
    InContext("a spoken number", "seven"),
    InContext("a spoken number", "eight"),
    InContext("a spoken number", "nine"),
    InContext("a spoken number", "ten"),
    InContext("a spoken number", "eleven"),
    InContext("a spoken number", "twelve"),
    InContext("a spoken number", "thirteen"),
    InContext("a spoken number", "fourteen"),
    InContext("a spoken number", "fifteen"),
    InContext("a spoken number", "sixteen"),
    InContext("a spoken number", "seventeen"),
    InContext("a spoken number", "eighteen"),
    InContext("a spoken number", "nineteen"),
)
TENS = (
    InContext("a spoken number", "twenty"),
    InContext("a spoken number", "thirty"),
    InContext("a spoken number", "forty"),
    InContext("a spoken number", "fifty"),
    InContext("a spoken number", "sixty"),
    InContext("a spoken number", "seventy"),
    InContext("a spoken number", "eighty"),
    InContext("a spoken number", "ninety"),
)
# Larger numbers stay figures, which a voice reads out.
MOST_IN_WORDS = 99
# Nobody says quarters of a longer length.
MOST_WITH_QUARTERS_IN = 24
# A length this near to the spoken number needs no "about".
SAME_IN = 0.02
HOURS = 12


def spell_count(number: int) -> str:
    """A number from 0 to 99 in words, a larger one in figures."""
    if not 0 <= number <= MOST_IN_WORDS:
        return str(number)
    tens, ones = divmod(number, 10)
    if number < len(UP_TO_NINETEEN):
        return str(UP_TO_NINETEEN[number])
    return str(
        InContext("a spoken number", "{tens}-{ones}", tens=TENS[tens - 2], ones=UP_TO_NINETEEN[ones])
        if ones
        else TENS[tens - 2]
    )


def spell_length(length_in: float) -> str:
    """A length to the quarter of an inch, or to the centimetre: "about two and a half inches"."""
    if current_unit() == CENTIMETRE:
        return _spell_centimetres(length_in * CENTIMETRES_PER_INCH)
    steps = 4 if length_in <= MOST_WITH_QUARTERS_IN else 1
    quarters = _round_half_up(length_in * steps) * 4 // steps
    if quarters == 0:
        return _("under a quarter of an inch")
    return _add_about(_spell_quarters(quarters), abs(length_in - quarters / 4))


def spell_exact_length(length_in: float, sigma_in: float) -> str:
    """The same length in figures, with the margin that holds 19 times out of 20."""
    values = {"length": figures(length_in, 2), "margin": figures(margin_in(sigma_in), 2)}
    if current_unit() == CENTIMETRE:
        return _("{length} centimetres, give or take {margin}", **values)
    return _("{length} inches, give or take {margin}", **values)


def spell_clock_direction(turn_rad: float) -> str:
    """A direction as on a clock's face, from its turn to the right of straight ahead: "at two o'clock"."""
    hour = round(turn_rad / math.tau * HOURS) % HOURS or HOURS
    return _("at {hour} o’clock", hour=spell_count(hour))


def _round_half_up(number: float) -> int:
    return math.floor(number + 0.5)


def _spell_quarters(quarters: int) -> str:
    """A number of quarters of an inch, at least one."""
    whole, rest = divmod(quarters, 4)
    if whole == 0:
        return str(_PARTS_OF_AN_INCH[rest])
    number = _add_fraction(spell_count(whole), rest)
    return ngettext("{number} inch", "{number} inches", 1 if quarters == 4 else 2, number=number)


_PARTS_OF_AN_INCH = {
    1: Message("a quarter of an inch"),
    2: Message("half an inch"),
    3: Message("three quarters of an inch"),
}


def _add_fraction(number: str, quarters: int) -> str:
    if quarters == 0:
        return number
    if quarters == 1:
        return _("{number} and a quarter", number=number)
    if quarters == 2:
        return _("{number} and a half", number=number)
    return _("{number} and three quarters", number=number)


def _spell_centimetres(length_cm: float) -> str:
    number = _round_half_up(length_cm)
    if number == 0:
        return _("under half a centimetre")
    text = ngettext("{number} centimetre", "{number} centimetres", number, number=spell_count(number))
    return _add_about(text, abs(length_cm - number) / CENTIMETRES_PER_INCH)


def _add_about(length: str, off_in: float) -> str:
    return length if off_in <= SAME_IN else _("about {length}", length=length)
