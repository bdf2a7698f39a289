"""From the network's probabilities to a kind, a value or a question, and the reason why a die does not count."""

import numpy as np
import pytest

from tablecam.sensing.dice.crops import SQUARE_PX, VIEWS, cut_square, get_circle, make_views
from tablecam.sensing.dice.faces import CLASSES, CROP_PX, DIGITS, NONE, PIPS, TEN, TENS
from tablecam.sensing.dice.reading import NOT_FLAT, SHOWS_TENS, SURE, find_trouble, judge


def make_probabilities(shares: dict[tuple[str, int], float]) -> np.ndarray:
    """Return the probability of each class; what is left of 1 goes to dice that cannot be read."""
    rest = {(NONE, 0): 1 - sum(shares.values())}
    return np.array([{**rest, **shares}.get(name, 0.0) for name in CLASSES])


def test_a_sure_face_is_a_value() -> None:
    assert judge(make_probabilities({(PIPS, 4): 0.99})) == ("d6", 4, ((4, 0.99),))


def test_a_doubtful_face_is_asked_about_and_listed_first() -> None:
    kind, value, likely = judge(make_probabilities({(TEN, 6): 0.55, (TEN, 9): 0.4}))
    assert (kind, value, likely) == ("d10", None, ((6, 0.55), (9, 0.4)))


def test_the_limit_between_sure_and_doubtful_is_where_it_is_said_to_be() -> None:
    values = [judge(make_probabilities({(PIPS, 2): SURE + step}))[1] for step in (0.001, -0.001)]
    assert values == [2, None]


def test_pips_and_digits_of_one_value_count_together() -> None:
    assert judge(make_probabilities({(PIPS, 1): 0.5, (DIGITS, 1): 0.48}))[1] == 1


def test_a_six_of_a_six_sided_die_is_no_six_of_a_ten_sided_die() -> None:
    assert judge(make_probabilities({(DIGITS, 6): 0.5, (TEN, 6): 0.45}))[:2] == ("d6", None)


def test_a_nought_of_a_ten_sided_die_is_a_value() -> None:
    assert judge(make_probabilities({(TEN, 0): 0.97}))[:2] == ("d10", 0)


def test_only_likely_values_are_listed() -> None:
    likely = judge(
        make_probabilities({(PIPS, 5): 0.6, (PIPS, 6): 0.2, (PIPS, 4): 0.1, (PIPS, 3): 0.05, (PIPS, 1): 0.01})
    )[2]
    assert [face for face, _ in likely] == [5, 6, 4]


@pytest.mark.parametrize(
    ("shares", "trouble"),
    [
        ({(TENS, 0): 0.8}, SHOWS_TENS),
        ({(TEN, 7): 0.3}, NOT_FLAT),
        ({(TEN, 7): 0.45}, None),
        ({(TEN, 7): 0.8}, None),
        ({(PIPS, 1): 0.6}, None),
    ],
)
def test_a_die_that_does_not_count_has_a_reason(shares: dict[tuple[str, int], float], trouble: object) -> None:
    assert find_trouble(make_probabilities(shares)) == trouble


def test_a_square_shows_the_die_in_its_middle_and_reaches_beyond_the_image() -> None:
    image = np.zeros((60, 60, 3), np.uint8)
    image[:20, :20] = 200
    outline = np.array([(0, 0), (19, 0), (19, 19), (0, 19)])
    square = cut_square(image, *get_circle(outline))
    middle, right = SQUARE_PX // 2, SQUARE_PX - 2
    assert square.shape == (SQUARE_PX, SQUARE_PX, 3)
    assert [int(square[place][0]) for place in ((middle, middle), (2, 2), (middle, right))] == [200, 200, 0]


def test_views_turn_a_square_about_its_middle() -> None:
    square = np.zeros((SQUARE_PX, SQUARE_PX, 3), np.uint8)
    square[: SQUARE_PX // 2] = 255
    views = make_views(square)
    assert views.shape == (VIEWS, 3, CROP_PX, CROP_PX)
    upper, opposite = views[0], views[VIEWS // 2]
    assert upper[0, 5, 20] > 0 > upper[0, 34, 20]
    assert np.allclose(upper, opposite[:, ::-1, ::-1], atol=1e-3)


def test_brighter_light_does_not_change_a_view() -> None:
    square = np.random.default_rng(3).integers(20, 120, (SQUARE_PX, SQUARE_PX, 3)).astype(np.uint8)
    assert np.allclose(make_views(square), make_views(square + 60), atol=1e-3)
