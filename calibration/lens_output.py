"""Writes the result of a calibration: the lens for the table folder, and the figures that it rests on."""

from datetime import date
from pathlib import Path

from calibration.report import CalibrationReport
from tablecam.storage.camera_yaml import write_camera


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
