"""The calibration's report: for people a page with pictures, for programs a JSON object.

The page stands alone: styles, drawings and pictures are inside it and it asks the network for nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from html import escape

import numpy as np

from calibration.at_table import TableError
from calibration.boards import Board
from calibration.bundle import NAMES, rms
from calibration.drawings import RED_IN, coverage_svg, residual_magnification, residual_svg, table_svg, thumbnail_uri
from calibration.intrinsics import Lens
from calibration.judgement import Judgement
from calibration.views import LeftOut

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
    """All that is to be said about one calibration. out: every view left out, with its reason."""

    board: Board
    lens: Lens
    judgement: Judgement
    out: tuple[LeftOut, ...]
    height_in: float


def as_json(report: CalibrationReport) -> dict[str, object]:
    """The report as plain data: figures in pixels and inches, sentences for what was decided."""
    lens, fit = report.lens, report.lens.fit
    sigmas = np.sqrt(np.diag(fit.covariance))
    return {
        "go": report.judgement.go,
        "reasons": list(report.judgement.refusals),
        "advice": list(report.judgement.advice),
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
        "table": _table_json(report),
        "growth": [asdict(step) | {"left_out_px": _finite(step.left_out_px)} for step in lens.steps],
        "views": _views_json(report),
        "left_out_views": [asdict(left) for left in report.out],
    }


def as_page(report: CalibrationReport) -> str:
    """The report as one HTML page."""
    judgement, lens = report.judgement, report.lens
    body = [
        "<h1>Camera calibration</h1>",
        _verdict(judgement),
        f"<h2>At the table</h2>{_at_table(report)}",
        f"<h2>The lens</h2>{_lens(lens)}",
        f"<h2>How the model grew</h2>{_growth(lens)}",
        f"<h2>Where the board was</h2>{coverage_svg(lens.views, lens.coverage)}{_missing(lens)}",
        f"<h2>What is left over</h2>{residual_svg(lens.views, lens.fit)}{_about_residuals(lens)}",
        f"<h2>The views</h2>{_views(report)}",
    ]
    if report.out:
        rows = [(escape(left.name), escape(left.reason)) for left in report.out]
        body.append(f"<h2>Left out</h2>{_table(('view', 'because'), rows)}")
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Camera calibration</title>'
    page = f"<head>{head}<style>{STYLE}</style></head><body>{''.join(body)}</body>"
    return f'<!doctype html>\n<html lang="en">{page}</html>\n'


def _table_json(report: CalibrationReport) -> dict[str, object]:
    judgement = report.judgement
    return {
        "height_in": report.height_in,
        "seen_in": [float(length) for length in judgement.table.seen_in],
        "error_in": _distances(judgement.table),
        "error_from_noise_in": _distances(judgement.noise),
        "error_from_halves_in": _distances(judgement.halves) if judgement.halves else None,
        "worst_place_in": judgement.table.worst_place_in,
    }


def _distances(error: TableError) -> dict[str, float]:
    return {f"{distance:g}": wrong for distance, wrong in error.distances.items()}


def _views_json(report: CalibrationReport) -> list[dict[str, object]]:
    rows = zip(report.lens.views, report.lens.fit.residuals_px, report.judgement.tilts_deg, strict=True)
    return [
        {
            "name": view.name,
            "corners": len(view.ids),
            "rms_px": rms(left),
            "tilt_deg": tilt,
            "softness_px": view.softness_px,
        }
        for view, left, tilt in rows
    ]


def _verdict(judgement: Judgement) -> str:
    kind, word = ("go", "Go") if judgement.go else ("no", "No go")
    said = judgement.refusals or ("The lens is known well enough for the table.",)
    lines = "".join(f"<p>{escape(_sentence(line))}</p>" for line in (*said, *judgement.advice))
    return f'<div class="{kind}"><h2 style="margin-top:0">{word}</h2>{lines}</div>'


def _at_table(report: CalibrationReport) -> str:
    judgement = report.judgement
    rows = []
    for distance, error in judgement.table.distances.items():
        halves = f"{judgement.halves.distances[distance]:.4f} in" if judgement.halves else "too few views"
        noise = f"{judgement.noise.distances[distance]:.4f} in"
        rows.append((f"{distance:g} in", f"<b>{error:.4f} in</b>", noise, halves))
    head = ("a distance of", "is uncertain by (one sigma)", "from the corners' noise", "from two halves of the views")
    width, depth = judgement.table.seen_in
    worst = judgement.table.worst_place_in
    said = (
        f"Camera {report.height_in:g} in above the table; {width:.0f} x {depth:.0f} in of it are in the picture. "
        f"The map shows how far off a place is: {worst:.4f} in at worst; red is {RED_IN:g} in or more."
    )
    return f"{_table(head, rows)}<p>{said}</p>{table_svg(judgement.table)}"


def _lens(lens: Lens) -> str:
    fit = lens.fit
    sigmas = np.sqrt(np.diag(fit.covariance))
    rows = [
        (name, f"{value:.5g}" if i > 3 else f"{value:.3f}", f"{sigma:.2g}" if name in fit.free else "held at 0")
        for i, (name, value, sigma) in enumerate(zip(NAMES, fit.lens, sigmas, strict=True))
    ]
    said = (
        f"{fit.size[0]} x {fit.size[1]} pixels. The focal length is known to {lens.focal_sigma:.3%} (one sigma); "
        f"fx / fy is {lens.aspect:.5f} &plusmn; {lens.aspect_sigma:.5f}. Corners are {fit.rms_px:.3f} px (rms) from "
        f"where the lens puts them, and {lens.left_out_px:.3f} px on views left out."
    )
    return f"<p>{said}</p>{_table(('', 'value', 'one sigma'), rows)}"


def _growth(lens: Lens) -> str:
    rows = [
        (
            escape(step.model),
            "yes" if step.taken else "no",
            "" if np.isnan(step.left_out_px) else f"{step.left_out_px:.4f} px",
            escape(step.why),
        )
        for step in lens.steps
    ]
    return _table(("free", "taken", "on views left out", "why"), rows)


def _missing(lens: Lens) -> str:
    still = f"Still missing: {', '.join(lens.coverage.missing)}." if lens.coverage.missing else "No region is missing."
    return f"<p>{lens.coverage.share:.0%} of the cells are covered by two views or more. {still}</p>"


def _about_residuals(lens: Lens) -> str:
    longer = residual_magnification(lens.fit)
    return f'<p class="small">Drawn {longer:.0f} times longer. Good: all ways at once. Bad: whirls and streams.</p>'


def _views(report: CalibrationReport) -> str:
    rows = []
    both = zip(report.lens.views, report.lens.fit.residuals_px, report.judgement.tilts_deg, strict=True)
    for view, left, tilt in both:
        picture = f'<img alt="" src="{thumbnail_uri(view, left)}">'
        said = f"{rms(left):.3f} px", f"{tilt:.0f}&deg;", f"{view.softness_px:.2f} px"
        rows.append((picture, escape(view.name), str(len(view.ids)), *said))
    return _table(("", "view", "corners", "residual (rms)", "tilt", "blur (sigma)"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{name}</th>" for name in head)
    body = "".join("<tr>" + "".join(f'<td class="n">{cell}</td>' for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{body}</table>"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _finite(value: float) -> float | None:
    return None if np.isnan(value) else value
