import cv2
import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecam.base.errors import BadFile
from tablecam.storage.camera_yaml import read_camera, write_camera
from tablecam.table.geometry.projection import Intrinsics

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)


def lens(model="plumb_bob", distortion=(-0.118, 0.031, 6e-4, -1e-05, 1e-20), name='C920 é: "left"'):
    matrix = np.array([[715.77, 0, 643.57], [0, 716.6, 355.8], [0, 0, 1]])
    return Intrinsics(1280, 720, matrix, np.array(distortion), model, name, focal_sigma=2e-05)


def same(a, b):
    assert (a.width, a.height, a.model, a.name, a.focal_sigma) == (b.width, b.height, b.model, b.name, b.focal_sigma)
    assert np.array_equal(a.matrix, b.matrix)
    assert np.array_equal(a.distortion, b.distortion)


@pytest.mark.parametrize(
    "camera",
    [
        lens(),
        lens("rational_polynomial", np.linspace(-0.1, 0.1, 8), "wide"),
        lens("equidistant", (0.1, 0.01, -1e-7, 0.0)),
    ],
)
def test_a_lens_comes_back_as_it_was_written(tmp_path, camera):
    write_camera(tmp_path / "new" / "camera.yaml", camera)
    same(read_camera(tmp_path / "new" / "camera.yaml"), camera)


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(st.lists(NUMBERS, min_size=5, max_size=5), st.floats(1e-3, 1e5), st.text(max_size=12))
def test_any_finite_lens_comes_back_to_the_last_digit(tmp_path_factory, distortion, focal, name):
    path = tmp_path_factory.mktemp("lens") / "camera.yaml"
    camera = Intrinsics(9, 7, np.array([[focal, 0, 4], [0, focal, 3], [0, 0, 1.0]]), np.array(distortion), name=name)
    write_camera(path, camera)
    same(read_camera(path), camera)


def test_pyyaml_reads_every_number_as_a_number_and_our_own_figures_beside_them(tmp_path):
    write_camera(tmp_path / "c.yaml", lens(), {"views": 18, "board": "charuco:11x8:30:22:X", "table_in": [0.01, 2e-06]})
    said = yaml.safe_load((tmp_path / "c.yaml").read_text(encoding="utf-8"))
    assert said["distortion_coefficients"]["data"] == [-0.118, 0.031, 6e-4, -1e-05, 1e-20]
    assert said["tablecam"]["views"] == 18
    assert said["tablecam"]["table_in"] == [0.01, 2e-06]
    assert said["tablecam"]["focal_sigma"] == 2e-05


def test_opencv_reads_the_matrices_as_matrices(tmp_path):
    write_camera(tmp_path / "c.yaml", lens(name="left"), {"made": "by hand: no # yes"})
    storage = cv2.FileStorage(str(tmp_path / "c.yaml"), cv2.FILE_STORAGE_READ)
    assert np.array_equal(storage.getNode("camera_matrix").mat(), lens().matrix)
    assert np.array_equal(storage.getNode("distortion_coefficients").mat().ravel(), lens().distortion)
    assert int(storage.getNode("image_width").real()) == 1280
    assert storage.getNode("camera_name").string() == "left"


def test_the_keys_that_ros_asks_for_are_there_in_its_shapes(tmp_path):
    # camera_calibration_parsers refuses a file without the rectification and projection matrices
    write_camera(tmp_path / "c.yaml", lens())
    said = yaml.safe_load((tmp_path / "c.yaml").read_text(encoding="utf-8"))
    shapes = {"camera_matrix": (3, 3), "rectification_matrix": (3, 3), "projection_matrix": (3, 4)}
    shapes["distortion_coefficients"] = (1, 5)
    for key, shape in shapes.items():
        assert (said[key]["rows"], said[key]["cols"]) == shape
        assert len(said[key]["data"]) == shape[0] * shape[1]
    assert said["distortion_model"] == "plumb_bob"


def test_the_tables_of_the_rendered_frames_are_read(shared_data):
    camera = read_camera(shared_data / "rendered" / "f00" / "table" / "camera.yaml")
    assert (camera.width, camera.height) == (3840, 2160)
    assert camera.matrix[0, 0] == 2147.3
    assert camera.distortion[4] == -0.002
    assert camera.focal_sigma == 0.0


def written(tmp_path, **changes):
    write_camera(tmp_path / "camera.yaml", lens())
    said = yaml.safe_load((tmp_path / "camera.yaml").read_text(encoding="utf-8"))
    for key, value in changes.items():
        if value is None:
            del said[key]
        else:
            said[key] = value
    (tmp_path / "camera.yaml").write_text(yaml.safe_dump(said), encoding="utf-8")
    return tmp_path / "camera.yaml"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"image_width": None}, "lacks the key image_width"),
        ({"camera_matrix": None}, "lacks the key camera_matrix"),
        ({"image_height": 720.5}, "image_height: 720.5"),
        ({"image_height": -1}, "image_height: -1"),
        ({"camera_matrix": [1, 2, 3]}, "camera_matrix: there is no list `data`"),
        ({"camera_matrix": {"data": [1, 0, 0]}}, "camera_matrix: data has 3 numbers, 9 are needed"),
        ({"camera_matrix": {"data": [0, 0, 3, 0, 1, 3, 0, 0, 1]}}, "fx and fy above zero"),
        ({"distortion_coefficients": {"data": [0, 0, float("nan"), 0, 0]}}, "number 3 of data is nan"),
        ({"distortion_coefficients": {"data": [0, 0, 0, "soft", 0]}}, "number 4 of data is 'soft'"),
        ({"distortion_coefficients": {"data": [0, 0, 0]}}, "data has 3 numbers, 4 or 5 are needed"),
        ({"distortion_model": "pinhole"}, "distortion_model: 'pinhole' is unknown"),
        ({"tablecam": {"focal_sigma": -1}}, "tablecam.focal_sigma: -1"),
    ],
)
def test_a_file_that_does_not_say_what_it_must_is_named_with_its_key(tmp_path, changes, says):
    path = written(tmp_path, **changes)
    with pytest.raises(BadFile) as refused:
        read_camera(path)
    assert says in str(refused.value)
    assert str(path) in str(refused.value)


def test_small_numbers_as_python_prints_them_are_numbers(tmp_path):
    path = written(tmp_path, distortion_coefficients={"data": ["-1e-05", 0.1, 0, 0]})
    assert read_camera(path).distortion.tolist() == [-1e-05, 0.1, 0, 0, 0]


def test_a_file_without_a_lens_model_is_read_as_ros_reads_it(tmp_path):
    assert read_camera(written(tmp_path, distortion_model=None)).model == "plumb_bob"


def test_broken_yaml_is_named_with_its_line(tmp_path):
    (tmp_path / "camera.yaml").write_text("image_width: 3\ncamera_matrix: [1, 2\nimage_height: 4\n")
    with pytest.raises(BadFile, match=r"camera\.yaml, line 3"):
        read_camera(tmp_path / "camera.yaml")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("2020-99-99", "line 3: this is not YAML ('2020-99-99' is no value of the kind timestamp)"),
        ("!!timestamp x", "line 3: this is not YAML ('x' is no value of the kind timestamp)"),
        ("!!int x", "line 3: this is not YAML ('x' is no value of the kind int)"),
        ("!!int ''", "line 3: this is not YAML ('' is no value of the kind int)"),
        ("!!float x", "line 3: this is not YAML ('x' is no value of the kind float)"),
        ("!!bool x", "line 3: this is not YAML ('x' is no value of the kind bool)"),
        ("9" * 5000, "is no value of the kind int)"),
        ("-0x" + "f" * 5000, "image_width: a number of thousands of digits is no number of pixels"),
        ("[" * 5000 + "]" * 5000, "line 3: brackets too deep"),
        ("[" * 30_000, "line 3: brackets too deep"),
        ("{" * 5000, "line 3: brackets too deep"),
    ],
    ids=lambda text: text[:20],
)
def test_a_value_that_yaml_itself_stumbles_over_is_named_with_its_line(tmp_path, value, says):
    path = tmp_path / "camera.yaml"
    write_camera(path, lens())
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("image_width: 1280", f"image_width: {value}"), encoding="utf-8")
    with pytest.raises(BadFile) as refused:
        read_camera(path)
    assert str(refused.value).startswith(str(path))
    assert says in str(refused.value)
    assert len(str(refused.value)) < len(str(path)) + 200


def test_a_number_too_large_for_a_float_is_named_with_its_key(tmp_path):
    path = written(tmp_path, distortion_coefficients={"data": [10**400, 0, 0, 0]})
    with pytest.raises(BadFile, match=r"distortion_coefficients: number 1 of data is 10+\.\.\., give a finite number"):
        read_camera(path)


@pytest.mark.parametrize("content", [b"", b"- 1\n", b"\xff\xfe\x00", b"a: \x00"])
def test_what_is_no_camera_file_is_refused_in_one_sentence(tmp_path, content):
    (tmp_path / "camera.yaml").write_bytes(content)
    with pytest.raises(BadFile, match=r"camera\.yaml"):
        read_camera(tmp_path / "camera.yaml")


def test_a_missing_file_and_a_folder_in_its_place_are_refused(tmp_path):
    with pytest.raises(BadFile, match="is missing"):
        read_camera(tmp_path / "camera.yaml")
    with pytest.raises(BadFile):
        read_camera(tmp_path)


def test_a_lens_that_could_not_be_read_back_is_not_written_and_the_old_one_stays(tmp_path):
    write_camera(tmp_path / "c.yaml", lens())
    with pytest.raises(ValueError, match="finite"):
        write_camera(tmp_path / "c.yaml", lens(distortion=(np.nan, 0, 0, 0, 0)))
    same(read_camera(tmp_path / "c.yaml"), lens())
    assert [file.name for file in tmp_path.iterdir()] == ["c.yaml"]


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot be written"):
        write_camera(tmp_path / "file" / "camera.yaml", lens())
