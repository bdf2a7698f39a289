"""Reports on a calibration: for people a page with pictures, for programs a JSON object.

The page is complete in itself: styles, drawings and pictures are inside it, and it loads nothing from the network.
"""

from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from calibration.at_table import TableError
from calibration.boards import Board
from calibration.bundle import NAMES, rms
from calibration.coverage import region_title
from calibration.drawings import RED_IN, coverage_svg, residual_magnification, residual_svg, table_svg, thumbnail_uri
from calibration.intrinsics import Lens, ModelStep
from calibration.judgement import Judgement
from calibration.views import LeftOut
from tablecam.base.i18n import Message, join_items
from tablecam.base.i18n import gettext as _
from tablecam.base.templates import render


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
