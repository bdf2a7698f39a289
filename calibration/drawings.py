"""Draws the report's pictures, as SVG and PNG text that stands inside a page."""

import base64
from collections.abc import Sequence
from html import escape

import cv2
import numpy as np

from calibration.at_table import TableError
from calibration.bundle import LensFit
from calibration.coverage import ACROSS, DOWN, VIEWS_A_CELL, Coverage
from calibration.views import BoardView
from tablecam.base.i18n import gettext as _

WIDTH = 960
GOOD, POOR, INK, PALE = "#3fb97f", "#d9534f", "#e8e6e1", "#8a8f98"
# The error of a place that is drawn in full red: two of them make the tenth of an inch that loses a close call.
RED_IN = 0.05
HUE_STEP = 47  # degrees; neighbours in a list then never look alike


def coverage_svg(views: Sequence[BoardView], coverage: Coverage) -> str:
    """Draws the picture's cells, filled where views cover them, with every corner as a dot of its view's colour."""
    scale = WIDTH / views[0].size[0]
    height = views[0].size[1] * scale
    cell_w, cell_h = WIDTH / ACROSS, height / DOWN
    parts = []
    for row in range(DOWN):
        for column in range(ACROSS):
            count = int(coverage.counts[row, column])
            colour, strength = (GOOD, 0.12 + 0.05 * min(count, 8)) if count >= VIEWS_A_CELL else (POOR, 0.22)
            x, y = column * cell_w, row * cell_h
            parts.append(
                f'<rect x="{x:.0f}" y="{y:.0f}" width="{cell_w:.0f}" height="{cell_h:.0f}" fill="{colour}" '
                f'fill-opacity="{strength:.2f}" stroke="#000" stroke-opacity=".4"/>'
                f'<text x="{x + 8:.0f}" y="{y + 26:.0f}" fill="{PALE}" font-size="20">{count}</text>'
            )
    for place, view in enumerate(views):
        parts += [_draw_dot(x, y, _choose_colour(place)) for x, y in (view.corners_px + 0.5) * scale]
    title = _("Coverage of the image by the views: {share} of its cells", share=f"{coverage.share:.0%}")
    return _make_svg(height, parts, title)


def residual_svg(views: Sequence[BoardView], fit: LensFit) -> str:
    """Draws each corner's distance from its projection through the lens, much enlarged."""
    scale = WIDTH / fit.size[0]
    height = fit.size[1] * scale
    magnification = residual_magnification(fit)
    parts = []
    for place, (view, residuals) in enumerate(zip(views, fit.residuals_px, strict=True)):
        for (x, y), (dx, dy) in zip((view.corners_px + 0.5) * scale, residuals * scale * magnification, strict=True):
            parts.append(
                f'<path d="M{x:.1f} {y:.1f}l{dx:.1f} {dy:.1f}" stroke="{_choose_colour(place)}" stroke-width="1.6"/>'
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.6" fill="{_choose_colour(place)}"/>'
            )
    title = _("Residuals of the corners, enlarged {times} times", times=f"{magnification:.0f}")
    return _make_svg(height, parts, title)


def residual_magnification(fit: LensFit) -> float:
    """Chooses the enlargement of residuals: a usual residual then takes a fiftieth of the picture's width."""
    usual = max(fit.rms_px, 1e-6)
    return float(np.clip(fit.size[0] / 50 / usual, 1, 100_000))


def table_svg(table: TableError) -> str:
    """Draws the errors of places on the table from above, the far side at the top."""
    places = table.places
    rows, columns = places.shape
    cell = WIDTH / 2 / columns
    parts = []
    for row in range(rows):
        for column in range(columns):
            share = min(places[row, column] / RED_IN, 1.0)
            parts.append(
                f'<rect x="{column * cell:.1f}" y="{row * cell:.1f}" width="{cell:.1f}" height="{cell:.1f}" '
                f'fill="{_heat_colour(float(share))}"/>'
            )
    worst = f"{table.worst_place_in:.4f}"
    title = _("Positions on the table are off by at most {worst} in (one sigma)", worst=worst)
    return _make_svg(cell * rows, parts, title, WIDTH / 2)


def thumbnail_uri(view: BoardView, left: np.ndarray | None = None) -> str:
    """Draws a small picture of a view with its corners marked, as a PNG data URI; without a picture the
    corners alone.
    """
    picture = view.thumbnail
    if not picture.size:
        picture = np.full((round(240 * view.size[1] / view.size[0]), 240), 40, np.uint8)
    colour = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    for x, y in (view.corners_px + 0.5) * (picture.shape[1] / view.size[0]):
        cv2.circle(colour, (round(x), round(y)), 2, (127, 185, 63), -1, cv2.LINE_AA)
    if left is not None:
        _mark_worst(colour, view, left)
    return "data:image/png;base64," + base64.b64encode(cv2.imencode(".png", colour)[1].tobytes()).decode()


def _mark_worst(picture: np.ndarray, view: BoardView, left: np.ndarray) -> None:
    x, y = (view.corners_px[int((left**2).sum(axis=1).argmax())] + 0.5) * (picture.shape[1] / view.size[0])
    cv2.circle(picture, (round(x), round(y)), 5, (79, 83, 217), 1, cv2.LINE_AA)


def _draw_dot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}" fill-opacity=".85"/>'


def _choose_colour(place: int) -> str:
    return f"hsl({place * HUE_STEP % 360} 75% 65%)"


def _heat_colour(share: float) -> str:
    """Returns a colour from the page's own dark green to red."""
    return f"hsl({150 - 150 * share:.0f} 55% {22 + 23 * share:.0f}%)"


def _make_svg(height: float, parts: Sequence[str], title: str, width: float = WIDTH) -> str:
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}" '
        f'style="max-width:{width:.0f}px">{"".join(parts)}</svg>'
    )
