"""The sentences about the faults of a scene, each with its remedy."""

from dataclasses import replace

import numpy as np
import pytest
from scene_simulator import Fault, draw_scene

from tablecam.live.pipeline import measure_photo
from tablecam.live.scene_diagnosis import Diagnosis, SceneTag
from tablecam.sensing.scene_fit.fit import fit_scene
from tablecam.sensing.tracking.observation import Observation
from tablecam.table.miniature import Circle, Miniature
from tablecam.table.table import Table
from tools.bench import fault_scenes

TABLE = Table(48.0, 48.0, "tag36h11", ())
REFERENCES = 8
EYE_IN = np.array([24.0, 24.0, 40.0])
SAG = Fault(surface=lambda x, y: -8 / 25.4 * (1 - (x / 24 - 1) ** 2) * (1 - (y / 24 - 1) ** 2))


def diagnose_drawn(
    fault: Fault, table: Table = TABLE, blur_cells: float = 0.0, sigma: float = 0.003, eye_in: np.ndarray = EYE_IN
) -> list[str]:
    """The sentences about a scene of the simulator: tag 0 to 7 lie on the table, model 0 has tag 8."""
    readings, _ = draw_scene(7, fault)
    tags = []
    for row in range(len(readings.figures)):
        reading = Observation(row, 0.0, 0.0, 0.0, 1.0, np.eye(6) * sigma**2, eye_in, blur_cells=blur_cells)
        model = Miniature(str(row), f"Ann {row - REFERENCES}", "", row, 16.0, (0.0, -24.0), 1.2, Circle(32.0), 1.5)
        tags.append(SceneTag(reading, 0.6, 3.0, model=None if row < REFERENCES else model))
    return [str(sentence) for sentence in Diagnosis(table, tuple(tags), fit_scene(readings)).problems]


def test_a_leaning_model_is_named_with_its_lean() -> None:
    (said,) = diagnose_drawn(Fault(lean_deg={3: 9.0}))
    assert said.startswith("Ann 3 is tilted by about 9 degrees: put it down flat")


@pytest.mark.parametrize(("blur_cells", "sigma"), [(0.03, 0.003), (0.3, 0.009)])
def test_no_lean_is_told_of_a_shape_that_halos_blur_or_an_encoder_may_have_drawn(blur_cells, sigma) -> None:
    assert diagnose_drawn(Fault(lean_deg={3: 9.0}), TABLE, blur_cells, sigma) == []


def test_trays_that_droop_are_not_leaning_models() -> None:
    (said,) = diagnose_drawn(Fault(droop_deg=dict.fromkeys(range(28), 5.0)))
    assert said.startswith("28 trays droop by about 4 degrees from level bases")


def test_a_print_is_told_by_what_table_toml_should_say() -> None:
    (said,) = diagnose_drawn(Fault(model_size=0.97), replace(TABLE, print_scale=1.01))
    assert "measure 98.0% of the size in models.toml" in said
    assert "print_scale = 0.980" in said


def test_a_reference_tag_elsewhere_is_named_with_its_distance() -> None:
    (said,) = diagnose_drawn(Fault(moved={2: (0.2, 0.0)}))
    assert said.startswith("reference tag 2 does not lie where table.toml says, but 0.20 in away")


def test_a_sag_is_told_where_it_is_deepest() -> None:
    (said,) = diagnose_drawn(SAG)
    assert "the table sags about 8 mm around 24, 24" in said


def test_a_sag_that_moves_no_place_is_not_told() -> None:
    # from straight above, a place below the table's plane is seen where it is
    assert diagnose_drawn(SAG, eye_in=np.array([24.0, 24.0, 4000.0])) == []


@pytest.mark.long
def test_of_two_faults_both_are_told_and_a_clean_table_says_nothing() -> None:
    # the lens bends otherwise and the models' tags are longer one way; then nothing is wrong
    said = {}
    for seed in (16, 10):
        scene = fault_scenes.draw_scene(seed)
        said[scene.causes] = [
            str(problem) for problem in measure_photo(scene.folder, scene.photograph().frame).snapshot.problems
        ]
    assert said.pop(()) == []
    ((causes, sentences),) = said.items()
    assert causes == (fault_scenes.MODEL_PRINT, fault_scenes.BEND)
    assert [sentence.split(" ", 3)[:3] for sentence in sentences] == [
        ["the", "lens", "bends"],
        ["the", "models’", "tags"],
    ]
