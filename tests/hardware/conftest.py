"""Printed sheets as a scanner would see them."""

from dataclasses import dataclass

import numpy as np
import pypdfium2
import pytest

from hardware.sheet import Paper

DPI = 300


@dataclass(frozen=True)
class Scan:
    """One printed page. grey: (rows, columns) uint8, its edges the paper's, whatever was rounded to whole pixels."""

    grey: np.ndarray
    paper: Paper

    def to_mm(self, points_px: np.ndarray) -> np.ndarray:
        """OpenCV's pixels (..., 2) to mm from the paper's lower left corner."""
        height, width = self.grey.shape
        x = (points_px[..., 0] + 0.5) * self.paper.width_mm / width
        y = self.paper.height_mm - (points_px[..., 1] + 0.5) * self.paper.height_mm / height
        return np.stack([x, y], axis=-1)

    def along(self, start_mm: tuple[float, float], end_mm: tuple[float, float], step_mm: float = 0.02) -> np.ndarray:
        """Darkness (0 white to 1 black) every step along a line."""
        height, width = self.grey.shape
        count = round(float(np.hypot(end_mm[0] - start_mm[0], end_mm[1] - start_mm[1])) / step_mm) + 1
        x = np.linspace(start_mm[0], end_mm[0], count) * width / self.paper.width_mm - 0.5
        y = (self.paper.height_mm - np.linspace(start_mm[1], end_mm[1], count)) * height / self.paper.height_mm - 0.5
        return 1 - _bilinear(self.grey, x, y) / 255


def _bilinear(grey: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    dx, dy = x - column, y - row
    upper = grey[row, column] * (1 - dx) + grey[row, column + 1] * dx
    lower = grey[row + 1, column] * (1 - dx) + grey[row + 1, column + 1] * dx
    return upper * (1 - dy) + lower * dy


def lines_at(darkness: np.ndarray, step_mm: float = 0.02) -> list[float]:
    """Where a darkness profile crosses thin lines: the middle of each dark stretch, mm from its start."""
    dark = np.concatenate([[False], darkness > 0.25, [False]])
    begins, ends = np.flatnonzero(dark[1:] & ~dark[:-1]), np.flatnonzero(~dark[1:] & dark[:-1])
    spans = [np.arange(begin, end) for begin, end in zip(begins, ends, strict=True)]
    return [float(np.average(span, weights=darkness[span]) * step_mm) for span in spans]


@pytest.fixture(scope="session")
def scan():
    """`scan(pdf, paper)` gives the pages of a PDF as scans at 300 dpi."""

    def pages(pdf: bytes, paper: Paper) -> list[Scan]:
        document = pypdfium2.PdfDocument(pdf)
        images = [page.render(scale=DPI / 72, grayscale=True).to_numpy() for page in document]
        return [Scan(image.reshape(image.shape[:2]), paper) for image in images]

    return pages


@pytest.fixture(scope="session")
def profile_lines():
    """`profile_lines(darkness)` gives the places of thin lines along a profile."""
    return lines_at
