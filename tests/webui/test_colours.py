"""The page's colours, computed from its style sheet: enough contrast, and sides apart for every kind of eye."""

import math
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tablecam.measure import svg

STYLE = Path(__file__).resolve().parents[2] / "webui" / "frontend" / "src" / "style.css"
COLOURS = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", STYLE.read_text()))
SIDES = [colour for name, colour in COLOURS.items() if name.startswith("side-")]


def matrix(rows: str) -> np.ndarray:
    return np.array([[float(number) for number in row.split()] for row in rows.split(";")])


# Machado, Oliveira & Fernandes, 2009: full dichromacy, on linear sRGB
EYES = {
    "usual": np.eye(3),
    "protan": matrix("0.152286 1.052583 -0.204868; 0.114503 0.786281 0.099216; -0.003882 -0.048116 1.051998"),
    "deutan": matrix("0.367322 0.860646 -0.227968; 0.280085 0.672501 0.047413; -0.011820 0.042940 0.968881"),
    "tritan": matrix("1.255528 -0.076749 -0.178779; -0.078411 0.930809 0.147602; 0.004733 0.691367 0.303900"),
}  # fmt: skip
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def linear(colour: str) -> np.ndarray:
    """Linear sRGB, 0 to 1, of #rrggbb."""
    values = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    return float(TO_XYZ[1] @ linear(colour))


def contrast(one: str, other: str) -> float:
    """WCAG 2.2's contrast ratio."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, eye: str) -> np.ndarray:
    xyz = TO_XYZ @ np.clip(EYES[eye] @ linear(colour), 0, 1) / [0.95047, 1.0, 1.08883]
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """CIEDE2000 (Sharma, Wu & Dalal, 2005)."""
    mean_c = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean_c**7 / (mean_c**7 + 25**7))
    (l1, a1, b1), (l2, a2, b2) = ((light, a * stretch, b) for light, a, b in (one, other))
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.atan2(b1, a1) % math.tau, math.atan2(b2, a2) % math.tau
    turn = (h2 - h1 + math.pi) % math.tau - math.pi if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % math.tau if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1 - 0.17 * math.cos(hue - math.radians(30)) + 0.24 * math.cos(2 * hue)
        + 0.32 * math.cos(3 * hue + math.radians(6)) - 0.20 * math.cos(4 * hue - math.radians(63))
    )  # fmt: skip
    s_l = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    s_c, s_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    twist = math.radians(60) * math.exp(-(((math.degrees(hue) - 275) / 25) ** 2))
    r_t = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(twist)
    d_l, d_c, d_h = (l2 - l1) / s_l, (c2 - c1) / s_c, 2 * math.sqrt(c1 * c2) * math.sin(turn / 2) / s_h
    return math.sqrt(d_l**2 + d_c**2 + d_h**2 + r_t * d_c * d_h)


def test_the_colour_difference_agrees_with_its_authors_table() -> None:
    pairs = [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ]
    for one, other, published in pairs:
        assert apart(np.array(one), np.array(other)) == pytest.approx(published, abs=1e-4)


@pytest.mark.parametrize("eye", EYES)
def test_the_two_sides_are_told_apart_by_every_eye(eye: str) -> None:
    assert apart(lab(SIDES[0], eye), lab(SIDES[1], eye)) >= 20


def test_even_four_sides_differ() -> None:
    assert min(apart(lab(one, "usual"), lab(other, "usual")) for one, other in combinations(SIDES, 2)) >= 10


def test_what_hides_has_the_colour_of_its_rank_in_drawings_and_on_the_page_alike() -> None:
    assert tuple(colour for name, colour in COLOURS.items() if name.startswith("hide-")) == svg.HIDING


@pytest.mark.parametrize("text", ["text", "soft", "good", "warn", "hide-0", "hide-2", "hide-3", "hide-4"])
@pytest.mark.parametrize("behind", ["ground", "raised"])
def test_text_has_seven_to_one_on_its_ground(text: str, behind: str) -> None:
    assert contrast(COLOURS[text], COLOURS[behind]) >= 7


@pytest.mark.parametrize("mark", ["edge", "good", "warn", "bad", "side-0", "side-1", "side-2", "side-3"])
def test_marks_and_the_edges_of_controls_have_three_to_one(mark: str) -> None:
    assert contrast(COLOURS[mark], COLOURS["raised"]) >= 3


def test_the_page_is_dark() -> None:
    assert luminance(COLOURS["ground"]) < 0.05
    assert luminance(COLOURS["raised"]) < 0.05
