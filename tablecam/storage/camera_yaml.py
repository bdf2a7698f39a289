"""`camera.yaml`: the lens, in the words of ROS's camera_info, so that ROS, PyYAML and OpenCV 5 all read it.

Our own values are under the key `tablecam`, which the others ignore. `dt: d` is for OpenCV, which needs it to
read a map as a matrix; `%YAML 1.2` on the first line is the only header that all three accept.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from tablecam.base.errors import BadFile
from tablecam.storage.record import brief
from tablecam.storage.text_file import DEEPEST, MOST_CAMERA_BYTES, check_size, write_text
from tablecam.table.geometry.projection import LENS_MODELS, Intrinsics

# The number of coefficients of each lens model; plumb_bob is also written without its k3.
COEFFICIENTS = {"plumb_bob": (4, 5), "rational_polynomial": (8,), "equidistant": (4,)}

Extra = str | bool | int | float | Sequence[float] | Sequence[str]


def read_camera(path: Path | str) -> Intrinsics:
    """The lens that a `camera.yaml` describes.

    `rectification_matrix` and `projection_matrix` are for ROS and ignored. Raises BadFile naming file, line or key.
    """
    path = Path(path)
    values = _load_values(path)
    model = _read_lens_model(path, values)
    matrix = np.array(_read_numbers(path, values, "camera_matrix", (9,))).reshape(3, 3)
    if matrix[0, 0] <= 0 or matrix[1, 1] <= 0 or not np.array_equal(matrix[2], [0, 0, 1]):
        raise BadFile(f"{path}, camera_matrix: give nine numbers, fx 0 cx 0 fy cy 0 0 1, with fx and fy above zero")
    distortion = np.array(_read_numbers(path, values, "distortion_coefficients", COEFFICIENTS[model]))
    if model == "plumb_bob":
        distortion = np.pad(distortion, (0, 5 - len(distortion)))
    width, height = (_read_whole(path, values, key) for key in ("image_width", "image_height"))
    lens = Intrinsics(width, height, matrix, distortion, model)
    return replace(lens, name=str(values.get("camera_name", "camera")), focal_sigma=_read_focal_sigma(path, values))


def write_camera(path: Path | str, intrinsics: Intrinsics, extras: Mapping[str, Extra] | None = None) -> None:
    """Writes a lens to `path`, whole or not at all.

    extras: plain figures and sentences about the calibration, kept under `tablecam`. Raises BadFile if the file cannot
    be written, ValueError for a lens that `read_camera` would refuse.
    """
    write_text(Path(path), _lens_to_yaml(intrinsics, dict(extras or {})))


class _Loader(yaml.SafeLoader):  # type: ignore[misc]
    """PyYAML's safe loader, which also names the line of a value that its constructors cannot read."""

    def compose_node(self, parent: yaml.Node, index: Any) -> yaml.Node:
        if self.check_event(yaml.AliasEvent):
            # a few of them, one within the other, make a value that fills the memory
            raise yaml.composer.ComposerError(None, None, "a reference to another value", self.peek_event().start_mark)
        self._depth = getattr(self, "_depth", 0) + 1
        if self._depth > DEEPEST:
            raise RecursionError
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (ValueError, LookupError, AttributeError) as reason:
            problem = f"{brief(node.value)} is no value of the kind {node.tag.rpartition(':')[2]}"
            raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark) from reason


def _parse_yaml(path: Path, text: str) -> Any:
    loader = _Loader(text)
    try:
        return loader.get_single_data()
    except RecursionError as reason:
        raise BadFile(f"{path}, line {loader.line + 1}: brackets too deep, correct it or calibrate again") from reason
    finally:
        loader.dispose()


def _read_content(path: Path) -> str:
    with path.open("rb") as file:
        content = file.read(MOST_CAMERA_BYTES + 1)
    check_size(path, len(content), MOST_CAMERA_BYTES)
    return content.decode("utf-8")


def _load_values(path: Path) -> dict[str, Any]:
    try:
        values = _parse_yaml(path, _read_content(path))
    except FileNotFoundError as reason:
        raise BadFile(f"{path} is missing: make it with `tablecam calibrate`") from reason
    except yaml.MarkedYAMLError as reason:
        line = reason.problem_mark.line + 1 if reason.problem_mark else 1
        raise BadFile(
            f"{path}, line {line}: this is not YAML ({reason.problem}), correct it or calibrate again"
        ) from reason
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as reason:
        raise BadFile(f"{path} cannot be read as text in YAML, correct it or calibrate again") from reason
    if not isinstance(values, dict):
        raise BadFile(f"{path} holds no keys: calibrate again, or copy a camera.yaml that ROS wrote")
    return values


def _require_key(path: Path, values: Mapping[str, Any], key: str) -> Any:
    if key not in values:
        raise BadFile(f"{path} lacks the key {key}: add it, or calibrate again")
    return values[key]


def _to_number(value: object) -> float:
    """The finite number, or nan. YAML 1.1 reads 1e-05 as a word, though its writer meant a number."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return math.nan
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return math.nan
    return number if math.isfinite(number) else math.nan


def _read_whole(path: Path, values: Mapping[str, Any], key: str) -> int:
    value = _require_key(path, values, key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise BadFile(f"{path}, {key}: {brief(value)} is no number of pixels, give a whole one above zero")
    return value


def _read_numbers(path: Path, values: Mapping[str, Any], key: str, lengths: Sequence[int]) -> list[float]:
    matrix = _require_key(path, values, key)
    data = matrix.get("data") if isinstance(matrix, dict) else None
    if not isinstance(data, list):
        raise BadFile(f"{path}, {key}: there is no list `data`, write it as `data: [..]`")
    if len(data) not in lengths:
        counts = " or ".join(str(length) for length in lengths)
        raise BadFile(f"{path}, {key}: data has {len(data)} numbers, {counts} are needed")
    numbers = [_to_number(value) for value in data]
    for place, (value, number) in enumerate(zip(data, numbers, strict=True), start=1):
        if math.isnan(number):
            raise BadFile(f"{path}, {key}: number {place} of data is {brief(value)}, give a finite number")
    return numbers


def _read_lens_model(path: Path, values: Mapping[str, Any]) -> str:
    # files older than the key are plumb_bob, as in ROS
    model = values.get("distortion_model", "plumb_bob")
    if model not in LENS_MODELS:
        raise BadFile(f"{path}, distortion_model: {brief(model)} is unknown, use {', '.join(LENS_MODELS)}")
    return str(model)


def _read_focal_sigma(path: Path, values: Mapping[str, Any]) -> float:
    ours = values.get("tablecam")
    value = ours.get("focal_sigma", 0.0) if isinstance(ours, dict) else 0.0
    sigma = _to_number(value)
    if not sigma >= 0:
        raise BadFile(f"{path}, tablecam.focal_sigma: {brief(value)} is no uncertainty, give a share such as 0.0005")
    return sigma


def _lens_to_yaml(intrinsics: Intrinsics, extras: dict[str, Extra]) -> str:
    matrix = np.asarray(intrinsics.matrix, float)
    distortion = np.asarray(intrinsics.distortion, float).ravel()
    if len(distortion) not in COEFFICIENTS.get(intrinsics.model, ()):
        raise ValueError(f"{intrinsics.model} with {len(distortion)} coefficients is no lens model")
    if not (np.isfinite(matrix).all() and np.isfinite(distortion).all()):
        raise ValueError("a lens with numbers that are not finite cannot be written")
    # one camera, image not rectified: ROS expects no rotation, and the camera's own projection
    projection = np.column_stack([matrix, np.zeros(3)])
    ours = {"focal_sigma": float(intrinsics.focal_sigma), **extras}
    lines = [
        "%YAML 1.2",
        "---",
        f"image_width: {intrinsics.width}",
        f"image_height: {intrinsics.height}",
        f"camera_name: {_value_to_yaml(intrinsics.name)}",
        *_matrix_lines("camera_matrix", matrix),
        f"distortion_model: {intrinsics.model}",
        *_matrix_lines("distortion_coefficients", distortion[None]),
        *_matrix_lines("rectification_matrix", np.eye(3)),
        *_matrix_lines("projection_matrix", projection),
        "tablecam:",
        *(f"  {key}: {_value_to_yaml(value)}" for key, value in ours.items()),
    ]
    return "\n".join(lines) + "\n"


def _matrix_lines(key: str, matrix: np.ndarray) -> list[str]:
    rows, columns = matrix.shape
    return [
        f"{key}:",
        f"  rows: {rows}",
        f"  cols: {columns}",
        "  dt: d",
        f"  data: {_value_to_yaml(matrix.ravel().tolist())}",
    ]


def _value_to_yaml(value: Extra) -> str:
    """A value on one line. YAML 1.1 reads 1e-05 as a word, so such a number gets a decimal point."""
    if isinstance(value, str):
        return str(yaml.safe_dump(value, default_style='"', allow_unicode=True, width=math.inf)).rstrip("\n")
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value_to_yaml(item) for item in value) + "]"
    plain = json.dumps(value)
    return plain.replace("e", ".0e") if isinstance(value, float) and "e" in plain and "." not in plain else plain
