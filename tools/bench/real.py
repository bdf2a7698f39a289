"""Real frames of a board of printed tags: some are the table's references, the others its models, and nothing is wrong.

The frames lie beside the project, with a consensus of all readings as truth; the document there says how good that is.
The peer is the plain pipeline: pupil's corners, the camera from the references' corners (SQPnP, then
Levenberg-Marquardt), and the mean of a tag's corners on the plane.
"""

import json
import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tablecam.base.errors import BadPicture
from tablecam.base.units import to_inches
from tablecam.live.pipeline import measure_photo
from tablecam.live.scene_diagnosis import SHAKEN
from tablecam.sensing.camera.recording import load_image
from tablecam.storage.table_folder import TableFolder, read_folder
from tools.bench.figure import BenchResult, Figure, Target
from tools.bench.peers import PUPIL, Peers

BOARD = "real_sequences/board_realsense"
LENS_WRONG = "the lens bends the image"
LEAST_PLAIN_TAGS = 3
INSIDE, MOST_SHIFT_IN = Target(0.93, 0.98), 0.003
# in the order of a detector's corners
CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2

Place = tuple[str, int]


@dataclass
class BoardScore:
    """Errors of places, by frame and tag, (2,) each, in inches. inside: each axis within two sigma. said: by frame."""

    errors: dict[Place, np.ndarray] = field(default_factory=dict)
    inside: dict[Place, tuple[bool, bool]] = field(default_factory=dict)
    said: dict[str, list[str]] = field(default_factory=dict)

    def find_error(self, places: Sequence[Place], share: float) -> float:
        """Return the error, in inches, below which this share of the places lies."""
        return float(np.quantile([np.linalg.norm(self.errors[place]) for place in places], share))

    def compute_shift(self, places: Sequence[Place]) -> float:
        """Return the length of the mean error of the tags, each with the mean of its frames."""
        return float(np.linalg.norm(np.mean(list(self._group(places, np.mean).values()), axis=0)))

    def compute_scatter(self, places: Sequence[Place]) -> float:
        """Return the root mean square scatter of a tag about its own mean, over all tags."""
        return float(np.sqrt(np.mean([spread**2 for spread in self._group(places, np.std).values()]) * 2))

    def _group(self, places: Sequence[Place], how: Any) -> dict[int, np.ndarray]:
        tags = sorted({tag for _, tag in places})
        return {tag: how([self.errors[place] for place in places if place[1] == tag], axis=0) for tag in tags}


@dataclass(frozen=True)
class Board:
    """The sequence in a folder. lens: `fitted`, or `maker` for the stated one, with the places it gives."""

    folder: Path
    truth: Mapping[str, Any]
    lens: str = "fitted"

    @classmethod
    def load(cls, folder: Path, lens: str = "fitted") -> "Board":
        """Read the truth of the sequence."""
        return cls(folder, json.loads((folder / "truth.json").read_text(encoding="utf-8")), lens)

    @property
    def tags(self) -> dict[int, Mapping[str, float]]:
        """The place, turn and size of each tag."""
        places = self.truth["places" if self.lens == "fitted" else "places_maker_lens"]
        return {int(tag): place for tag, place in places.items()}

    @property
    def references(self) -> list[int]:
        """The tags that the table's file names."""
        return list(self.truth["references"])

    @property
    def models(self) -> list[int]:
        """The other tags."""
        return [tag for tag in self.tags if tag not in self.references]

    @property
    def frames(self) -> list[Path]:
        """The frames, in their order."""
        return [path for path in sorted((self.folder / "frames").iterdir()) if path.name in self.truth["frames"]]

    def is_steady(self, frame: str) -> bool:
        """Report whether the camera held still."""
        return bool(self.truth["frames"][frame]["steady"])

    def get_place(self, tag: int) -> np.ndarray:
        """Return the true place of a tag, (2,), in inches."""
        return np.array([self.tags[tag]["x_in"], self.tags[tag]["y_in"]])

    def get_lens(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the camera matrix, (3, 3), and the distortion, (5,)."""
        lens = self.truth["lenses"][self.lens]
        matrix = np.array([[lens["fx"], 0, lens["cx"]], [0, lens["fy"], lens["cy"]], [0, 0, 1.0]])
        return matrix, np.array((lens["dist"] + [0.0] * 5)[:5])

    def list_corners(self, tag: int) -> np.ndarray:
        """Return the corners of a tag on the board, (4, 3), in inches."""
        turn = math.radians(self.tags[tag]["turn_deg"])
        edge = to_inches(self.tags[tag]["size_mm"]) * CORNERS
        across = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        return np.c_[edge @ across + self.get_place(tag), np.zeros(4)]


def real(data: Path) -> BenchResult:
    """The figures of the board's frames."""
    title = "real frames, 640 x 480, of a board of tags"
    if not (data / BOARD).is_dir():
        return BenchResult("real", title, (), f"there is no {data / BOARD}")
    board = Board.load(data / BOARD)
    ours, plain = read_board(board), read_plainly(board)
    stated = read_board(Board.load(data / BOARD, "maker"))
    return BenchResult("real", title, (*list_figures(board, ours, plain), *_list_lens_figures(stated)))


def list_figures(board: Board, ours: BoardScore, plain: BoardScore) -> Iterator[Figure]:
    """Yield the figures of steady frames beside the plain pipeline's, and what tablecam says of all frames."""
    steady = [place for place in ours.errors if board.is_steady(place[0])]
    both = [place for place in steady if place in plain.errors]
    plainly = [place for place in plain.errors if board.is_steady(place[0])]
    yield Figure("steady frames: tags read", float(len(steady)), "", (("plain", float(len(plainly))),))
    for share, name in ((0.5, "median"), (0.95, "95 %")):
        peer = plain.find_error(both, share)
        # the median is compared, without a target
        target = Target(at_most=peer) if share > 0.5 else None
        yield Figure(f"read by both: place, {name}", ours.find_error(both, share), " in", (("plain", peer),), target)
    peer = plain.compute_scatter(both)
    yield Figure("read by both: scatter", ours.compute_scatter(both), " in", (("plain", peer),), Target(at_most=peer))
    shift = Target(at_most=MOST_SHIFT_IN)
    yield Figure("read by both: shift", ours.compute_shift(both), " in", (("plain", plain.compute_shift(both)),), shift)
    within = float(np.mean([ours.inside[place] for place in steady]))
    yield Figure("steady frames: axes within 2 sigma", within, "", (), INSIDE)
    yield from _list_sentences(board, ours)


def _list_sentences(board: Board, ours: BoardScore) -> Iterator[Figure]:
    steady = [frame for frame in ours.said if board.is_steady(frame)]
    shaken = [frame for frame in ours.said if not board.is_steady(frame)]
    false = [sentence for frame in steady for sentence in ours.said[frame]]
    note = " / ".join(dict.fromkeys(false))
    yield Figure("steady frames: sentences, all false", float(len(false)), "", (), Target(at_most=0), note=note)
    told = sum(str(SHAKEN) in ours.said[frame] for frame in shaken)
    yield Figure("shaken frames told", told / len(shaken), "", (), Target(at_least=1), note=f"{told} of {len(shaken)}")


def _list_lens_figures(stated: BoardScore) -> Iterator[Figure]:
    told = sum(any(LENS_WRONG in sentence for sentence in said) for said in stated.said.values())
    count = len(stated.said)
    yield Figure("stated lens, which is wrong: frames that say so", told / count, note=f"{told} of {count}")


def read_board(board: Board) -> BoardScore:
    """Read every frame with tablecam."""
    score = BoardScore()
    with tempfile.TemporaryDirectory() as folder:
        table = _write_table(board, Path(folder))
        for path in board.frames:
            _read_frame(score, board, table, path)
    return score


def _read_frame(score: BoardScore, board: Board, table: TableFolder, path: Path) -> None:
    try:
        snapshot = measure_photo(table, load_image(path)).snapshot
    except BadPicture as refusal:
        score.said[path.name] = [str(refusal)]
        return
    score.said[path.name] = [str(problem) for problem in snapshot.problems]
    for placed in snapshot.models:
        error = np.array([placed.x_in, placed.y_in]) - board.get_place(placed.model.tag)
        sigmas = np.sqrt(np.diagonal(np.asarray(placed.covariance)[:2, :2]))
        place = path.name, placed.model.tag
        score.errors[place], within = error, np.abs(error) <= 2 * sigmas
        score.inside[place] = bool(within[0]), bool(within[1])


def read_plainly(board: Board) -> BoardScore:
    """Read every frame as most programs do first."""
    score = BoardScore()
    with Peers() as peers:
        for path in board.frames:
            found = peers.detect(PUPIL, np.asarray(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)))
            corners = {one.tag: one.corners_px for one in found.detections if one.tag in board.tags}
            for tag, place in place_plainly(board, corners).items():
                score.errors[path.name, tag] = place - board.get_place(tag)
    return score


def place_plainly(board: Board, corners: Mapping[int, np.ndarray]) -> dict[int, np.ndarray]:
    """Return the places of the models in sight, (2,) each, in inches; none if few references are seen."""
    seen = [tag for tag in board.references if tag in corners]
    if len(seen) < LEAST_PLAIN_TAGS:
        return {}
    matrix, bends = board.get_lens()
    there, here = np.concatenate([board.list_corners(tag) for tag in seen]), np.concatenate([corners[t] for t in seen])
    _, turn, shift = cv2.solvePnP(there, here, matrix, bends, flags=cv2.SOLVEPNP_SQPNP)
    turn, shift = cv2.solvePnPRefineLM(there, here, matrix, bends, turn, shift)
    rotation = cv2.Rodrigues(turn)[0]
    eye = (-rotation.T @ shift).ravel()
    places = {}
    for tag in board.models:
        if tag in corners:
            ideal = cv2.undistortPoints(corners[tag].reshape(-1, 1, 2), matrix, bends).reshape(-1, 2)
            rays = np.c_[ideal, np.ones(4)] @ rotation
            places[tag] = (eye + rays * (-eye[2] / rays[:, 2])[:, None])[:, :2].mean(axis=0)
    return places


def _write_table(board: Board, folder: Path) -> TableFolder:
    """Write the files of a table whose references and models are the board's tags."""
    matrix, bends = board.get_lens()
    width, height = board.truth["image_size"]
    lens = [f"image_width: {width}", f"image_height: {height}", "camera_name: board", "camera_matrix:"]
    lens += ["  rows: 3", "  cols: 3", f"  data: {matrix.ravel().tolist()}", "distortion_model: plumb_bob"]
    lens += ["distortion_coefficients:", "  rows: 1", "  cols: 5", f"  data: {bends.tolist()}"]
    wide, deep = board.truth["table_in"]
    table = ["[table]", f"width_in = {wide}", f"depth_in = {deep}", "[tags]", 'family = "tag36h11"']
    table += ["assembly_sigma_mm = 0.0"]
    for tag in board.references:
        x, y = board.get_place(tag)
        table += ["[[reference_tags]]", f"id = {tag}", f"size_mm = {board.tags[tag]['size_mm']}"]
        table += [f"center_in = [{x:.5f}, {y:.5f}]", f"rotation_deg = {board.tags[tag]['turn_deg']:.4f}"]
    models = []
    for tag in board.models:
        models += ["[[models]]", f'id = "t{tag}"', f'name = "t{tag}"', 'side = "red"', f"tag = {tag}"]
        models += [f"tag_size_mm = {board.tags[tag]['size_mm']}", "tag_offset_mm = [0.0, 0.0]", "tag_height_mm = 0.0"]
        models += ['base = { shape = "circle", diameter_mm = 25.0 }', "height_in = 1.0"]
    terrain = ['{"type": "FeatureCollection", "features": []}']
    files = {"camera.yaml": lens, "table.toml": table, "models.toml": models, "terrain.geojson": terrain}
    for name, lines in files.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_folder(folder)
