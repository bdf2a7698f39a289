"""Reports on a calibration: the lens for the table folder, a page with pictures, and a JSON object.

The page is complete in itself: styles, drawings and pictures are inside it, and it loads nothing from the network.
"""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from pathlib import Path

import cv2
import numpy as np
from markupsafe import Markup

from calibration.at_table import TableError
from calibration.boards import Board
from calibration.bundle import NAMES, LensFit, rms
from calibration.intrinsics import Lens, ModelStep
from calibration.judgement import Judgement
from calibration.views import ACROSS, DOWN, VIEWS_A_CELL, BoardView, Coverage, LeftOut, region_title
from tablecam.base.i18n import Message, join_items
from tablecam.base.i18n import gettext as _
from tablecam.base.templates import render
from tablecam.storage.camera_yaml import write_camera

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


@dataclass(frozen=True)
class CalibrationReport:
    """Everything about one calibration. out: every left-out view, with its reason."""

    board: Board
    lens: Lens
    judgement: Judgement
    out: tuple[LeftOut, ...]
    height_in: float


def as_json(report: CalibrationReport) -> dict[str, object]:
    """Returns the report as plain data: figures in pixels and inches, decisions as sentences."""
    lens, fit = report.lens, report.lens.fit
    sigmas = np.sqrt(np.diag(fit.covariance))
    return {
        "go": report.judgement.go,
        "reasons": [str(reason) for reason in report.judgement.refusals],
        "advice": [str(advice) for advice in report.judgement.advice],
        "board": str(report.board),
        "image_size": list(fit.size),
        "model": lens.model,
        "intrinsics": dict(zip(NAMES, fit.lens.tolist(), strict=True)),
        "sigmas": dict(zip(NAMES, sigmas.tolist(), strict=True)),
        "focal_sigma": lens.focal_sigma,
        "aspect": lens.aspect,
        "rms_px": fit.rms_px,
        "left_out_rms_px": lens.left_out_px,
        "coverage": {"share": lens.coverage.share, "missing": list(lens.coverage.missing)},
        "table": _table_to_json(report),
        "growth": [_step_to_json(step) for step in lens.steps],
        "views": _views_to_json(report),
        "left_out_views": [{"name": view.name, "reason": str(view.reason)} for view in report.out],
    }


def as_page(report: CalibrationReport) -> str:
    """Makes the report as one HTML page."""
    lens, judgement = report.lens, report.judgement
    share, missing = lens.coverage.share, lens.coverage.missing
    reasons = judgement.refusals or (Message("The lens is known well enough for the table."),)
    drawings = {
        "table": table_svg(judgement.table),
        "coverage": coverage_svg(lens.views, lens.coverage),
        "residuals": residual_svg(lens.views, lens.fit),
    }
    return render(
        "calibration/report.jinja",
        judgement=judgement,
        verdict=[_to_sentence(str(line)) for line in (*reasons, *judgement.advice)],
        errors=_list_errors(judgement),
        seen=_describe_seen(report),
        lens=_describe_lens(lens),
        intrinsics=_list_intrinsics(lens),
        growth=[
            (
                step.model,
                _("yes") if step.taken else _("no"),
                "" if np.isnan(step.left_out_px) else _format_pixels(f"{step.left_out_px:.4f}"),
                step.why,
            )
            for step in lens.steps
        ],
        covered=f"{share:.0%}",
        missing=join_items(region_title(region) for region in missing) if missing else "",
        magnification=f"{residual_magnification(lens.fit):.0f}",
        views=_list_views(report),
        left_out=[(view.name, view.reason) for view in report.out],
        # their texts are escaped
        drawings={name: Markup(svg) for name, svg in drawings.items()},
    )


def _step_to_json(step: ModelStep) -> dict[str, object]:
    return {
        "model": step.model,
        "left_out_px": _to_finite(step.left_out_px),
        "taken": step.taken,
        "why": str(step.why),
    }


def _table_to_json(report: CalibrationReport) -> dict[str, object]:
    judgement = report.judgement
    return {
        "height_in": report.height_in,
        "seen_in": [float(length) for length in judgement.table.seen_in],
        "error_in": _distances_to_json(judgement.table),
        "error_from_noise_in": _distances_to_json(judgement.noise),
        "error_from_halves_in": _distances_to_json(judgement.halves) if judgement.halves else None,
        "worst_place_in": judgement.table.worst_place_in,
    }


def _distances_to_json(error: TableError) -> dict[str, float]:
    return {f"{distance:g}": error_in for distance, error_in in error.distances.items()}


def _views_to_json(report: CalibrationReport) -> list[dict[str, object]]:
    rows = zip(report.lens.views, report.lens.fit.residuals_px, report.judgement.tilts_deg, strict=True)
    return [
        {
            "name": view.name,
            "corners": len(view.ids),
            "rms_px": rms(residuals),
            "tilt_deg": tilt,
            "softness_px": view.softness_px,
        }
        for view, residuals, tilt in rows
    ]


def _list_errors(judgement: Judgement) -> list[tuple[str, ...]]:
    """How uncertain each distance is: in all, by noise, and by the halves of the views."""
    return [
        (
            _format_inches(f"{distance:g}"),
            Markup("<b>{}</b>").format(_format_inches(f"{error:.4f}")),
            _format_inches(f"{judgement.noise.distances[distance]:.4f}"),
            _format_inches(f"{judgement.halves.distances[distance]:.4f}") if judgement.halves else _("too few views"),
        )
        for distance, error in judgement.table.distances.items()
    ]


def _describe_seen(report: CalibrationReport) -> dict[str, str]:
    table = report.judgement.table
    width, depth = table.seen_in
    return {
        "height": f"{report.height_in:g}",
        "width": f"{width:.0f}",
        "depth": f"{depth:.0f}",
        "worst": f"{table.worst_place_in:.4f}",
        "limit": f"{RED_IN:g}",
    }


def _format_inches(figure: str) -> str:
    return _("{length} in", length=figure)


def _format_pixels(figure: str) -> str:
    return _("{length} px", length=figure)


def _describe_lens(lens: Lens) -> dict[str, object]:
    return {
        "width": lens.fit.size[0],
        "height": lens.fit.size[1],
        "focal": f"{lens.focal_sigma:.3%}",
        "aspect": f"{lens.aspect:.5f}",
        "doubt": f"{lens.aspect_sigma:.5f}",
        "error": f"{lens.fit.rms_px:.3f}",
        "left_out": f"{lens.left_out_px:.3f}",
    }


def _list_intrinsics(lens: Lens) -> list[tuple[str, str, str]]:
    """Each parameter of the lens with its value and its sigma."""
    sigmas = np.sqrt(np.diag(lens.fit.covariance))
    return [
        (
            name,
            f"{value:.5g}" if index > 3 else f"{value:.3f}",
            f"{sigma:.2g}" if name in lens.fit.free else _("held at 0"),
        )
        for index, (name, value, sigma) in enumerate(zip(NAMES, lens.fit.lens, sigmas, strict=True))
    ]


def _list_views(report: CalibrationReport) -> list[tuple[object, ...]]:
    """Each view with its picture and figures."""
    measured_views = zip(report.lens.views, report.lens.fit.residuals_px, report.judgement.tilts_deg, strict=True)
    return [
        (
            # no text
            Markup('<img alt="" src="{}">').format(thumbnail_uri(view, residuals)),
            view.name,
            len(view.ids),
            _format_pixels(f"{rms(residuals):.3f}"),
            f"{tilt:.0f}°",
            _format_pixels(f"{view.softness_px:.2f}"),
        )
        for view, residuals, tilt in measured_views
    ]


def _to_sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _to_finite(value: float) -> float | None:
    return None if np.isnan(value) else value


def write_lens(path: Path, report: CalibrationReport, name: str = "camera") -> None:
    """Writes a `camera.yaml`, completely or not at all. Raises BadFile if it cannot be written."""
    write_camera(path, report.lens.fit.intrinsics(name, report.lens.focal_sigma), _collect_extras(report))


def verdict(report: CalibrationReport) -> str:
    """Returns the verdict as the file holds it."""
    return "go" if report.judgement.go else "no go"  # no text


def _collect_extras(report: CalibrationReport) -> dict[str, str | int | float]:
    error = report.judgement.table.distances
    return {
        "calibrated": date.today().isoformat(),  # noqa: DTZ011 - the local day
        "verdict": verdict(report),
        "board": str(report.board),
        "views": len(report.lens.views),
        "lens_model": report.lens.model,
        "rms_px": report.lens.fit.rms_px,
        "left_out_rms_px": report.lens.left_out_px,
        "coverage": report.lens.coverage.share,
        **{f"error_of_{distance:g}_in": error_in for distance, error_in in error.items()},
    }
