"""Writes the result of a calibration: the lens for the table folder, and the figures that it rests on."""

from datetime import date
from pathlib import Path

from calibration.report import CalibrationReport
from tablecam.storage.camera_yaml import write_camera


def write_lens(path: Path, report: CalibrationReport, name: str = "camera") -> None:
    """A `camera.yaml`, whole or not at all. Raises BadFile where it cannot be written."""
    write_camera(path, report.lens.fit.intrinsics(name, report.lens.focal_sigma), _extras(report))


def verdict(report: CalibrationReport) -> str:
    """Whether the lens may be used, as it stands in the file."""
    return "go" if report.judgement.go else "no go"  # no text


def _extras(report: CalibrationReport) -> dict[str, str | int | float]:
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
        **{f"error_of_{distance:g}_in": wrong for distance, wrong in error.items()},
    }
