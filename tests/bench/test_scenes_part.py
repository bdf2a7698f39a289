"""How the random scenes are scored: causes due and named, false sentences, and the part of the bench."""

import ast
from pathlib import Path

import numpy as np
import pytest

from tools.bench.__main__ import bench
from tools.bench.accuracy import RoomScore, Score
from tools.bench.causes import CAMERA_MOVED, SENTENCES, UNKNOWN, name_causes
from tools.bench.fault_scenes import DROOP, FOCAL, SURFACE, is_held_out
from tools.bench.figure import Figure
from tools.bench.scenes import SceneScore, list_figures, scenes

ROOT = Path(__file__).resolve().parents[2]
SAGS = "the table sags about 4 mm around 20, 20. Positions are corrected for it; support the table"
FOCUS = "the focal length seems to have changed by +1.0 % since the calibration. Positions are corrected for it"


def score_scene(causes: tuple[str, ...], said: list[str], move_in: float = 0.1, inside: float = 1.0) -> SceneScore:
    counted = Score(
        4, 4, 0, 0, ranges_in=[0.001, 0.002], inside=[True] * int(10 * inside) + [False] * int(10 - 10 * inside)
    )
    return SceneScore("scene", causes, dict.fromkeys(causes, move_in), RoomScore(counted, [0.004], said=said))


def get_values(scores: list[SceneScore]) -> dict[str, Figure]:
    return {figure.what: figure for figure in list_figures(scores, "1080p")}


def test_a_cause_counts_as_named_when_a_sentence_names_it() -> None:
    assert score_scene((SURFACE,), [SAGS]).false == []
    wrong = score_scene((SURFACE,), [FOCUS])
    assert (wrong.named, wrong.due, wrong.false) == ({FOCAL}, [SURFACE], [FOCUS])
    values = get_values([score_scene((SURFACE,), [SAGS]), wrong, score_scene((DROOP,), [], move_in=0.01)])
    assert (values["right cause named"].value, values["right cause named"].reached) == (0.5, False)
    assert values["scenes with faults with a false sentence"].value == pytest.approx(1 / 3)
    assert "named: trays droop" not in values


def test_every_sentence_in_a_clean_scene_is_false_and_a_still_camera_never_moved() -> None:
    moved = "the camera was moved: measurements stop until it is still"
    values = get_values([score_scene((), [moved]), score_scene((), [])])
    assert values["clean scenes with a false sentence"].value == 0.5
    assert (values[f"scenes that name: {CAMERA_MOVED}"].value, values[f"scenes that name: {UNKNOWN}"].value) == (1, 0)


def test_clean_scenes_are_judged_for_sigmas_that_are_too_large_too() -> None:
    assert get_values([score_scene((), [], inside=1.0)])["clean: ranges within 2 sigma"].reached is False
    assert get_values([score_scene((SURFACE,), [], inside=1.0)])["one fault: ranges within 2 sigma"].reached
    values = get_values([score_scene((SURFACE,), [], inside=0.8), score_scene((DROOP,), [])])
    assert values["one fault: ranges within 2 sigma"].value == pytest.approx(0.9)
    assert [values[f"{cause} alone: within 2 sigma"].reached for cause in (SURFACE, DROOP)] == [False, True]


def test_a_sentence_that_the_table_does_not_have_is_unknown() -> None:
    assert name_causes("the moon is full") == {UNKNOWN}


def test_each_row_of_the_table_is_a_piece_of_a_text_of_tablecam() -> None:
    texts = {
        node.value
        for folder in ("tablecam/live", "tablecam/sensing", "calibration")
        for path in (ROOT / folder).rglob("*.py")
        if "Message(" in (source := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert [piece for piece, _ in SENTENCES if not any(piece in text for text in texts)] == []


def test_a_range_of_seeds_that_is_none_is_refused() -> None:
    from click.testing import CliRunner

    refused = CliRunner().invoke(bench, ["scenes", "--seeds", "all"])
    assert refused.exit_code == 2
    assert "FIRST:END" in refused.output


@pytest.mark.long
def test_the_part_reads_scenes_that_are_held_out_and_no_others() -> None:
    first = next(seed for seed in range(100) if is_held_out(seed) and not is_held_out(seed + 1))
    result = scenes(range(first, first + 2))
    rows = [figure for figure in result.figures if figure.what.startswith(f"scene {first}")]
    assert len(rows) == 1
    assert "1 scenes, held out" in result.title
    assert np.isfinite(rows[0].value)
    assert "recall" in rows[0].note
