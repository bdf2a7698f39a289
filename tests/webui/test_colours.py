"""The page's colours, computed from its style sheet: enough contrast, and sides apart for every kind of eye."""

import math
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tablecam.game.replay import board_svg, report_theme
from tablecam.game.replay.statistics_charts import Bar, bars_svg
from tablecam.table.measure import sight_drawing, svg

FRONTEND = Path(__file__).resolve().parents[2] / "webui" / "frontend" / "src"
# what is printed is black on white, and the projector's signals are made for eight metres, in any theme
OWN_COLOURS = {"tokens.css", "paper.css"}
SIGNAL = re.compile(r"\.p-head\.due-")
THEMES = {
    name: dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", block))
    for name, block in zip(
        ("dark", "light"), re.findall(r"\{(.*?)\}", (FRONTEND / "tokens.css").read_text(), re.DOTALL), strict=True
    )
}
WRITTEN = ("text", "soft", "good", "warn", "bad", *(f"side-{n}" for n in range(4)), *(f"hide-{n}" for n in range(5)))
GROUNDS = ("ground", "raised", "mat", "lit", "go", "danger")
DRAWN_BY_SERVER = ("ground", "raised", "line", "edge", "text", "soft", "good", "warn", "bad")
VERDICTS = ("good", "warn", "bad")
each_theme = pytest.mark.parametrize("theme", THEMES)


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


@each_theme
@pytest.mark.parametrize("eye", EYES)
def test_sides_and_verdicts_are_told_apart_by_every_eye(theme: str, eye: str) -> None:
    colours = {name: lab(colour, eye) for name, colour in THEMES[theme].items()}
    assert apart(colours["side-0"], colours["side-1"]) >= 20
    pairs = [*combinations(VERDICTS, 2), ("good", "soft"), ("warn", "soft")]
    close = {pair: apart(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert {pair: far for pair, far in close.items() if far < 9} == {}


@each_theme
def test_even_four_sides_differ(theme: str) -> None:
    sides = [lab(colour, "usual") for name, colour in THEMES[theme].items() if name.startswith("side-")]
    assert min(apart(one, other) for one, other in combinations(sides, 2)) >= 10


def test_both_themes_say_every_colour() -> None:
    assert THEMES["dark"].keys() == THEMES["light"].keys()


def test_the_servers_drawings_have_the_dark_colours_and_the_page_knows_each_by_its_meaning() -> None:
    dark = THEMES["dark"]
    assert tuple(colour for name, colour in dark.items() if name.startswith("hide-")) == svg.HIDING
    assert tuple(colour for name, colour in dark.items() if name.startswith("side-")) == svg.SIDES
    said = (svg.GROUND, svg.RAISED, svg.LINE, svg.EDGE, svg.TEXT, svg.SOFT, svg.GOOD, svg.WARN, svg.BAD)
    assert said == tuple(dark[name] for name in DRAWN_BY_SERVER)
    store = (FRONTEND / "ui" / "appearance_store.ts").read_text()
    known = dict(re.findall(r'"(#[0-9a-f]{6})": "--([a-z0-9-]+)"', store))
    assert {colour: known.get(colour) for colour in (*said, *svg.SIDES)} == {
        colour: name for name, colour in dark.items() if name in known.values() and colour in (*said, *svg.SIDES)
    }
    drawn = re.findall(r'"(#[0-9a-f]{6})"', Path(sight_drawing.__file__).read_text())
    assert [colour for colour in drawn if colour not in known] == []
    assert set(known.values()) <= dark.keys()


def test_the_page_knows_each_colour_of_a_chart_that_is_drawn_for_paper() -> None:
    bars = [Bar("rolls", 2.0, 1.0, (0.5, 1.5)), *(Bar(f"side {side}", 1.0, side=side) for side in range(4))]
    store = (FRONTEND / "ui" / "appearance_store.ts").read_text()
    printed = dict(re.findall(r'"(#[0-9a-f]{6})": "--([a-z0-9-]+)"', store.partition("const PRINTED")[2]))
    assert set(re.findall(r"#[0-9a-f]{6}", bars_svg("Rolls", bars))) == printed.keys()
    assert set(printed.values()) <= THEMES["dark"].keys()


@each_theme
@pytest.mark.parametrize("ground", GROUNDS)
def test_what_is_written_has_seven_to_one_on_whatever_is_behind_it(theme: str, ground: str) -> None:
    colours = THEMES[theme]
    found = {name: contrast(colours[name], colours[ground]) for name in WRITTEN}
    assert {name: ratio for name, ratio in found.items() if ratio < 7} == {}


@each_theme
def test_what_is_written_on_the_board_and_on_a_signal_has_seven_to_one(theme: str) -> None:
    colours = THEMES[theme]
    storeys = [colours[f"storey-{n}"] for n in range(1, 5)]
    assert min(contrast(colours[name], storey) for name in ("text", "terrain-name") for storey in storeys) >= 7
    # banners and pressed buttons: the ground's colour on one that is written with elsewhere
    assert min(contrast(colours["ground"], colours[name]) for name in ("text", "good", "warn", "bad", "side-1")) >= 7
    # names have a line around them, of this colour
    marks = [name for name in WRITTEN if name != "soft"]
    assert min(contrast(colours[name], colours["rim"]) for name in marks) >= 7


@each_theme
def test_marks_terrain_and_the_edges_of_controls_have_three_to_one(theme: str) -> None:
    colours = THEMES[theme]
    marks = ("edge", *VERDICTS, *(f"side-{n}" for n in range(4)))
    # what is drawn over terrain: rings, paths, regions and bases
    grounds = ("ground", "raised", "mat", "lit", "go", *(f"storey-{n}" for n in range(1, 5)))
    found = {(mark, ground): contrast(colours[mark], colours[ground]) for mark in marks for ground in grounds}
    assert {pair: ratio for pair, ratio in found.items() if ratio < 3} == {}


@each_theme
def test_the_bar_of_a_chance_is_told_from_its_track(theme: str) -> None:
    colours = THEMES[theme]
    assert contrast(colours["soft"], colours["line"]) >= 3


def test_every_colour_of_the_page_is_one_of_its_themes() -> None:
    literal = re.compile(r"#[0-9a-f]{3,8}\b(?![-\w])|\b(?:rgba?|hsla?)\(", re.IGNORECASE)
    found = [
        f"{path.name}: {line.strip()[:90]}"
        for path in FRONTEND.rglob("*.css")
        if path.name not in OWN_COLOURS
        for line in path.read_text().splitlines()
        if literal.search(re.sub(r"url\([^)]*\)", "", line)) and not SIGNAL.search(line)
    ]
    assert found == []


def test_what_lies_over_a_picture_has_the_dark_colours_in_both_themes() -> None:
    dark = (FRONTEND / "tokens.css").read_text().partition("{")[0].rpartition("*/")[2]
    assert {one.strip() for one in dark.split(",")} >= {":root", ".picture svg", ".live", ".overlay"}


def test_the_dark_theme_is_dark_and_the_light_one_light() -> None:
    for name in ("ground", "raised", "mat"):
        assert luminance(THEMES["dark"][name]) < 0.05
        assert luminance(THEMES["light"][name]) > 0.75


def test_a_report_has_seven_to_one_in_both_themes_and_its_drawings_change_with_it() -> None:
    for theme in (0, 1):
        paper, *inks = (report_theme.COLOURS[name][theme] for name in ("paper", "ink", "soft", "a", "b"))
        assert min(contrast(ink, paper) for ink in inks) >= 7
    drawn = set(re.findall(r"#[0-9a-f]{6}", Path(board_svg.__file__).read_text()))
    assert drawn == report_theme.DRAWN.keys()
    dark = report_theme.DRAWN
    for ink in (board_svg.INK, board_svg.SOFT, board_svg.FALLEN):
        assert contrast(ink, board_svg.MAT) >= 7
        assert contrast(dark[ink], dark[board_svg.MAT]) >= 7
    for light, shown in dark.items():
        assert report_theme.STYLE.count(f"[fill='{light}'] {{ fill: {shown}; }}") == 2
    assert re.findall(r'type="radio" name="theme" id="(\w+)"', report_theme.theme_choice()) == [
        "device",
        "dark",
        "light",
    ]
