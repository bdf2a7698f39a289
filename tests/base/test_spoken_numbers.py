"""Numbers as people say them."""

import math

import pytest

from tablecam.base.i18n import speaking
from tablecam.base.languages import INSTALLED
from tablecam.base.spoken_numbers import spell_clock_direction, spell_count, spell_exact_length, spell_length


@pytest.mark.parametrize(
    ("length_in", "text"),
    [
        (11.2, "about eleven and a quarter inches"),
        (11.25, "eleven and a quarter inches"),
        (11.38, "about eleven and a half inches"),
        (0.1, "under a quarter of an inch"),
        (0.26, "a quarter of an inch"),
        (0.55, "about half an inch"),
        (0.95, "about one inch"),
        (1.0, "one inch"),
        (1.5, "one and a half inches"),
        (21.75, "twenty-one and three quarters inches"),
        (31.4, "about thirty-one inches"),
        (104.0, "104 inches"),
    ],
)
def test_a_length_is_said_to_the_quarter_of_an_inch(length_in, text):
    assert spell_length(length_in) == text


@pytest.mark.parametrize(
    ("length_in", "text"),
    [
        (11.2, "achtundzwanzig Zentimeter"),
        (0.4, "ein Zentimeter"),
        (0.1, "unter einem halben Zentimeter"),
        (10.11, "etwa fünfundzwanzig Zentimeter"),
    ],
)
def test_a_length_is_said_to_the_centimetre_where_that_is_the_unit(length_in, text):
    with speaking(INSTALLED.translations("de", "cm")):
        assert spell_length(length_in) == text


@pytest.mark.parametrize(
    ("length_in", "text"),
    [
        (11.2, "etwa elfeinviertel Zoll"),
        (1.5, "eineinhalb Zoll"),
        (21.75, "einundzwanzigdreiviertel Zoll"),
        (0.5, "ein halber Zoll"),
    ],
)
def test_a_german_says_fractions_in_one_word(length_in, text):
    with speaking(INSTALLED.translations("de", "in")):
        assert spell_length(length_in) == text


def test_counts_are_words_up_to_ninety_nine():
    assert [spell_count(number) for number in (0, 12, 20, 47, 99, 100)] == [
        "no", "twelve", "twenty", "forty-seven", "ninety-nine", "100",
    ]  # fmt: skip


def test_directions_are_hours_to_the_right_of_straight_ahead():
    hours = [spell_clock_direction(turn) for turn in (0.0, math.tau / 6, math.pi, -math.tau / 12, 0.2)]
    assert hours == [
        "at twelve o’clock", "at two o’clock", "at six o’clock", "at eleven o’clock", "at twelve o’clock",
    ]  # fmt: skip


def test_an_exact_length_has_figures_and_the_margin():
    assert spell_exact_length(11.2, 0.021) == "11.20 inches, give or take 0.05"
