"""The gauge card: its ends, its tags and its entries for models.toml."""

import numpy as np
import pytest

from hardware.gauge import gauge_pdf, gauge_stanza
from hardware.sheet import PAPERS, CannotPrint, Paper
from tablecam.base.units import to_inches, to_mm
from tablecam.sensing.vision.detection import TagDetector
from tablecam.storage.models_toml import read_roster

LEFT, RIGHT = 62, 63


@pytest.fixture(params=["a4", "letter", "a3"])
def card(request, scan):
    """The scanned page, and the corners of its tags in mm by number."""
    paper = PAPERS[request.param]
    (page,) = scan(gauge_pdf(paper), paper.turned)
    return page, {each.tag: page.to_mm(each.corners_px) for each in TagDetector().detect(page.grey)}


@pytest.mark.slow
def test_the_tags_are_ten_inches_apart_and_point_across_the_card(card) -> None:
    _, tags = card
    assert sorted(tags) == [60, 61, LEFT, RIGHT]
    along = tags[RIGHT].mean(axis=0) - tags[LEFT].mean(axis=0)
    assert to_inches(np.linalg.norm(along)) == pytest.approx(10.0, abs=0.002)
    inner = [to_inches(np.linalg.norm(tags[tag].mean(axis=0) - tags[LEFT].mean(axis=0))) for tag in (60, 61)]
    assert inner == pytest.approx([1.5, 6.5], abs=0.002)
    for corners in tags.values():
        up = corners[2:].mean(axis=0) - corners[:2].mean(axis=0)
        turn = np.degrees(np.arctan2(along[0] * up[1] - along[1] * up[0], along @ up))
        assert turn == pytest.approx(90.0, abs=0.2)


@pytest.mark.slow
def test_the_ends_are_twelve_inches_apart(card, profile_lines) -> None:
    page, tags = card
    left, right = tags[LEFT].mean(axis=0), tags[RIGHT].mean(axis=0)
    along = (right - left) / np.linalg.norm(right - left)
    middle = (left + right) / 2 + np.array([-along[1], along[0]]) * 13.0
    start, end = middle - along * 156.0, middle + along * 156.0
    lines = profile_lines(page.along(tuple(start), tuple(end)))
    # the profile also meets the arrows of the four tags
    assert len(lines) == 6
    assert to_inches(lines[-1] - lines[0]) == pytest.approx(12.0, abs=0.003)


@pytest.mark.slow
def test_its_entries_for_the_models_file_say_twelve_inches_between_base_edges(card, tmp_path) -> None:
    _, tags = card
    path = tmp_path / "models.toml"
    path.write_text(gauge_stanza(), encoding="utf-8")
    bases = {}
    for model in read_roster(path).models:
        corners = tags[model.tag]
        forward = corners[2:].mean(axis=0) - corners[:2].mean(axis=0)
        forward /= np.linalg.norm(forward)
        rightward = np.array([forward[1], -forward[0]])
        x, y = model.tag_offset_mm
        bases[model.id] = corners.mean(axis=0) - x * rightward - y * forward
        assert model.tag_size_mm == pytest.approx(np.linalg.norm(corners[1] - corners[0]), rel=3e-3)
    apart = np.linalg.norm(bases["gauge-left"] - bases["gauge-right"]) - to_mm(1.0)
    assert to_inches(apart) == pytest.approx(12.0, abs=0.003)


def test_paper_too_short_even_for_the_diagonal_is_refused() -> None:
    with pytest.raises(CannotPrint, match="does not fit on a5: choose larger paper"):
        gauge_pdf(Paper("a5", 148.0, 210.0))
