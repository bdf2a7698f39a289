"""Reports on a calibration: for people a page with pictures, for programs a JSON object.

The page is complete in itself: styles, drawings and pictures are inside it, and it loads nothing from the network.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from calibration.at_table import TableError
from calibration.boards import Board
from calibration.bundle import NAMES, rms
from calibration.coverage import region_title
from calibration.drawings import RED_IN, coverage_svg, residual_magnification, residual_svg, table_svg, thumbnail_uri
from calibration.intrinsics import Lens, ModelStep
from calibration.judgement import Judgement
from calibration.views import LeftOut
from tablecam.base.i18n import Message, current_language, listed
from tablecam.base.i18n import gettext as _

# no text
STYLE = """
:root { color-scheme: dark }
body { background: #15181c; color: #e8e6e1; font: 20px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem }
h1 { font-size: 2.2rem } h2 { font-size: 1.5rem; margin-top: 2.5rem }
.go, .no { padding: 1rem 1.5rem; border-radius: .6rem; border-left: .6rem solid }
.go { background: #14301f; border-color: #3fb97f } .no { background: #3a1a19; border-color: #d9534f }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .4rem .8rem .4rem 0;
  border-bottom: 1px solid #333940; vertical-align: middle } th { color: #8a8f98; font-weight: 600 }
td.n { font-variant-numeric: tabular-nums } svg { width: 100%; height: auto; background: #0e1013; border-radius: .4rem }
img { width: 160px; border-radius: .3rem; display: block } p.small { color: #8a8f98; font-size: 1rem }
"""


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
    lens = report.lens
    title = escape(_("Camera calibration"))
    body = [
        f"<h1>{title}</h1>",
        _render_verdict(report.judgement),
        _make_section(_("At the table"), _render_table_errors(report)),
        _make_section(_("The lens"), _render_lens(lens)),
        _make_section(_("How the model grew"), _render_growth(lens)),
        _make_section(_("Where the board was"), coverage_svg(lens.views, lens.coverage) + _render_missing(lens)),
        _make_section(_("Residuals"), residual_svg(lens.views, lens.fit) + _explain_residuals(lens)),
        _make_section(_("The views"), _render_views(report)),
    ]
    if report.out:
        rows = [(escape(view.name), escape(str(view.reason))) for view in report.out]
        body.append(_make_section(_("Left out"), _make_table((_("view"), _("reason")), rows)))
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'  # no text
    page = f"<head>{meta}<title>{title}</title><style>{STYLE}</style></head><body>{''.join(body)}</body>"
    return f'<!doctype html>\n<html lang="{escape(current_language())}">{page}</html>\n'


def _make_section(title: str, content: str) -> str:
    return f"<h2>{escape(title)}</h2>{content}"


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


def _render_verdict(judgement: Judgement) -> str:
    # Translators: the verdict on a calibration: whether it may be used
    kind, verdict = ("go", _("Go")) if judgement.go else ("no", _("No go"))
    reasons = judgement.refusals or (Message("The lens is known well enough for the table."),)
    lines = "".join(f"<p>{escape(_to_sentence(str(line)))}</p>" for line in (*reasons, *judgement.advice))
    return f'<div class="{kind}"><h2 style="margin-top:0">{escape(verdict)}</h2>{lines}</div>'


def _render_table_errors(report: CalibrationReport) -> str:
    judgement = report.judgement
    rows = []
    for distance, error in judgement.table.distances.items():
        halves = (
            _format_inches(f"{judgement.halves.distances[distance]:.4f}") if judgement.halves else _("too few views")
        )
        noise = _format_inches(f"{judgement.noise.distances[distance]:.4f}")
        rows.append(
            (_format_inches(f"{distance:g}"), f"<b>{_format_inches(f'{error:.4f}')}</b>", noise, escape(halves))
        )
    head = (
        _("distance"),
        _("uncertain by (one sigma)"),
        _("by the corners' noise"),
        _("by two halves of the views"),
    )
    width, depth = judgement.table.seen_in
    text = _(
        "The camera is {height} in above the table; {width} x {depth} in of the table are in the picture. The map "
        "shows how far off a place is: {worst} in at worst; red is {red} in or more.",
        height=f"{report.height_in:g}",
        width=f"{width:.0f}",
        depth=f"{depth:.0f}",
        worst=f"{judgement.table.worst_place_in:.4f}",
        red=f"{RED_IN:g}",
    )
    return f"{_make_table(head, rows)}<p>{escape(text)}</p>{table_svg(judgement.table)}"


def _format_inches(figure: str) -> str:
    return escape(_("{length} in", length=figure))


def _format_pixels(figure: str) -> str:
    return escape(_("{length} px", length=figure))


def _render_lens(lens: Lens) -> str:
    fit = lens.fit
    sigmas = np.sqrt(np.diag(fit.covariance))
    rows = [
        (
            name,
            f"{value:.5g}" if index > 3 else f"{value:.3f}",
            f"{sigma:.2g}" if name in fit.free else escape(_("held at 0")),
        )
        for index, (name, value, sigma) in enumerate(zip(NAMES, fit.lens, sigmas, strict=True))
    ]
    text = _(
        "{width} x {height} pixels. The focal length is known to {focal} (one sigma); fx / fy is {aspect} ± {doubt}. "
        "Corners are {error} px (rms) from where the lens puts them, and {left_out} px in left-out views.",
        width=fit.size[0],
        height=fit.size[1],
        focal=f"{lens.focal_sigma:.3%}",
        aspect=f"{lens.aspect:.5f}",
        doubt=f"{lens.aspect_sigma:.5f}",
        error=f"{fit.rms_px:.3f}",
        left_out=f"{lens.left_out_px:.3f}",
    )
    heads = ("", _("value"), _("one sigma"))
    return f"<p>{escape(text)}</p>{_make_table(heads, rows)}"


def _render_growth(lens: Lens) -> str:
    rows = [
        (
            escape(step.model),
            escape(_("yes") if step.taken else _("no")),
            "" if np.isnan(step.left_out_px) else _format_pixels(f"{step.left_out_px:.4f}"),
            escape(str(step.why)),
        )
        for step in lens.steps
    ]
    # Translators: heads of a table of lens models: which numbers are free, whether the model was taken
    return _make_table((_("free"), _("taken"), _("in left-out views"), _("why")), rows)


def _render_missing(lens: Lens) -> str:
    share, missing = f"{lens.coverage.share:.0%}", lens.coverage.missing
    if not missing:
        text = _("{share} of the cells are covered by two views or more. No region is missing.", share=share)
    else:
        text = _(
            "{share} of the cells are covered by two views or more. Still missing: {regions}.",
            share=share,
            regions=listed(region_title(region) for region in missing),
        )
    return f"<p>{escape(text)}</p>"


def _explain_residuals(lens: Lens) -> str:
    text = _(
        "Drawn {times} times longer. Good: lines in all directions. Bad: whirls and streams.",
        times=f"{residual_magnification(lens.fit):.0f}",
    )
    return f'<p class="small">{escape(text)}</p>'


def _render_views(report: CalibrationReport) -> str:
    rows = []
    measured_views = zip(report.lens.views, report.lens.fit.residuals_px, report.judgement.tilts_deg, strict=True)
    for view, residuals, tilt in measured_views:
        picture = f'<img alt="" src="{thumbnail_uri(view, residuals)}">'
        figures = _format_pixels(f"{rms(residuals):.3f}"), f"{tilt:.0f}&deg;", _format_pixels(f"{view.softness_px:.2f}")
        rows.append((picture, escape(view.name), str(len(view.ids)), *figures))
    return _make_table(("", _("view"), _("corners"), _("residual (rms)"), _("tilt"), _("blur (sigma)")), rows)


def _make_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(f'<td class="n">{cell}</td>' for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{body}</table>"


def _to_sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _to_finite(value: float) -> float | None:
    return None if np.isnan(value) else value
