"""Faults of a real room, one at a time, on a table whose truth is known.

What a wrong print, a badly glued tag or a refocused lens does to a picture is the same as an exact picture that is read
with a wrong file, so those faults change the table's folder. `picture_faults` has what light, lens, sensor and encoder
do to the picture. Leaning models, a mat that sags and a camera that looks obliquely have to be drawn (`tables`).
"""

import math
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tablecam.sensing.vision.frame import Frame
from tablecam.table.miniature import Roster
from tablecam.table.table import USUAL_ASSEMBLY_SIGMA_MM, ReferenceTag, Table
from tools.bench.tables import KnownTable, last_of_film

Spoil = Callable[[KnownTable, np.random.Generator], KnownTable]
# a camera bends its tones by this exponent, so a share of the light is not the same share of the grey levels
GAMMA = 2.2
# a third of a second, so that most pictures are made of those before
FILM_FRAMES = 10


def _of_picture(change: Callable[[np.ndarray, np.random.Generator], np.ndarray]) -> Spoil:
    def spoil(table: KnownTable, random: np.random.Generator) -> KnownTable:
        return replace(table, frame=Frame(change(table.frame.image, random), table.frame.time))

    return spoil


def noisy(levels: float) -> Spoil:
    """The noise of a raw sensor before demosaicing; levels: sigma of one of its pixels at mid grey."""

    return _of_picture(lambda image, random: _raw(image, random, levels))


def defocused(blur_px: float) -> Spoil:
    """A lens that is not in focus; blur_px: sigma."""
    return _of_picture(lambda image, _: cv2.GaussianBlur(image, (0, 0), blur_px))


def shaken(way_px: int) -> Spoil:
    """A camera that moves so far to one side during the exposure."""

    def change(image: np.ndarray, random: np.random.Generator) -> np.ndarray:
        kernel = np.zeros((2 * way_px + 1, 2 * way_px + 1), np.float32)
        turn = random.uniform(0, math.pi)
        for part in np.linspace(-way_px / 2, way_px / 2, 8 * way_px):
            x, y = way_px + part * math.cos(turn), way_px + part * math.sin(turn)
            left, top = int(x), int(y)
            for column, across in ((left, left + 1 - x), (left + 1, x - left)):
                for row, down in ((top, top + 1 - y), (top + 1, y - top)):
                    if across * down > 0:
                        kernel[row, column] += across * down
        return cv2.filter2D(image, -1, kernel / kernel.sum())

    return _of_picture(change)


def smeared(levels: int) -> Spoil:
    """A camera in poor light that averages like parts of the picture, and fine print with them.

    levels: by how many grey levels parts may differ and count as alike.
    """

    def change(image: np.ndarray, random: np.random.Generator) -> np.ndarray:
        return cv2.fastNlMeansDenoisingColored(_raw(image, random, 8.0), None, levels, levels, 7, 21)

    return _of_picture(change)


def dimmed(stops: float) -> Spoil:
    """Less light, in stops, on a sensor with a gamma of 2.2."""
    share = 2.0 ** (-stops / GAMMA)
    return _of_picture(lambda image, random: _grained(cv2.convertScaleAbs(image, alpha=share), random, 2.0))


def shadowed(share: float) -> Spoil:
    """A hard shadow over the far half of the picture that leaves so much of the light."""

    def change(image: np.ndarray, _: np.random.Generator) -> np.ndarray:
        height, width = image.shape[:2]
        edge = np.array([[0, 0], [width, 0], [width, 0.35 * height], [0, 0.55 * height]], np.int32)
        shadow = np.ones((height, width), np.float32)
        cv2.fillPoly(shadow, [edge], share ** (1 / GAMMA))
        return cv2.convertScaleAbs(image * cv2.GaussianBlur(shadow, (0, 0), 3)[..., None])

    return _of_picture(change)


def compressed(quality: int) -> Spoil:
    """A Motion-JPEG stream of that quality."""
    return _of_picture(lambda image, _: _jpeg(image, quality))


def overexposed(stops: float) -> Spoil:
    """More light, in stops: what was bright is white."""
    share = 2.0 ** (stops / GAMMA)
    return _of_picture(lambda image, _: cv2.convertScaleAbs(image, alpha=share))


def banded(share: float, bands: float = 7.0) -> Spoil:
    """Lamps on mains that flicker by so much of their light while the sensor is read row by row."""

    def change(image: np.ndarray, random: np.random.Generator) -> np.ndarray:
        rows = np.arange(len(image)) / len(image)
        light = 1 + share * np.sin(2 * math.pi * bands * rows + random.uniform(0, 2 * math.pi))
        return cv2.convertScaleAbs(image * (light ** (1 / GAMMA))[:, None, None])

    return _of_picture(change)


def vignetted(share: float) -> Spoil:
    """A lens that loses so much of the light in the picture's corners."""

    def change(image: np.ndarray, _: np.random.Generator) -> np.ndarray:
        height, width = image.shape[:2]
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        light = 1 - share * ((x**2 + y**2) / 2) ** 2
        return cv2.convertScaleAbs(image * (light ** (1 / GAMMA))[..., None])

    return _of_picture(change)


def _without_colour(image: np.ndarray, _: np.random.Generator) -> np.ndarray:
    return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)


def _coarse_colour(image: np.ndarray, _: np.random.Generator) -> np.ndarray:
    height, width = image.shape[:2]
    bright, *colours = cv2.split(cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb))
    coarse = [cv2.resize(each, (width // 4, height // 2), interpolation=cv2.INTER_AREA) for each in colours]
    spread = [cv2.resize(each, (width, height), interpolation=cv2.INTER_NEAREST) for each in coarse]
    return cv2.cvtColor(cv2.merge([bright, *spread]), cv2.COLOR_YCrCb2BGR)


# a camera without colours, and one that stores a colour for each eight pixels
colourless, coarsely_coloured = _of_picture(_without_colour), _of_picture(_coarse_colour)


def sharpened(amount: float) -> Spoil:
    """A camera that sharpens: edges get halos of a multiple of what blur takes from them."""

    def change(image: np.ndarray, _: np.random.Generator) -> np.ndarray:
        return cv2.addWeighted(image, 1 + amount, cv2.GaussianBlur(image, (0, 0), 1.5), -amount, 0)

    return _of_picture(change)


def filmed(mbit: float) -> Spoil:
    """The last picture of a film of a table at rest, in an H.264 stream of a rate in megabits a second."""

    def change(image: np.ndarray, random: np.random.Generator) -> np.ndarray:
        return last_of_film((_grained(image, random, 2.0) for _ in range(FILM_FRAMES)), mbit)

    return _of_picture(change)


def _raw(image: np.ndarray, random: np.random.Generator, levels: float) -> np.ndarray:
    """The picture of a raw sensor of that noise."""
    raw = np.empty(image.shape[:2], np.float32)
    for row, column, channel in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 2)):
        raw[row::2, column::2] = image[row::2, column::2, channel]
    # light comes in grains: their noise grows with its root
    raw += random.standard_normal(raw.shape, np.float32) * levels * np.sqrt(0.15 + 0.85 * raw / 128)
    whole = cv2.cvtColor(np.clip(raw, 0, 255).astype(np.uint8), cv2.COLOR_BayerRG2BGR_EA)
    return _jpeg(whole, 90)


def _grained(image: np.ndarray, random: np.random.Generator, levels: float) -> np.ndarray:
    grain = random.standard_normal(image.shape, np.float32) * levels
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def _jpeg(image: np.ndarray, quality: int) -> np.ndarray:
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong. name: as a person says it."""

    name: str
    spoil: Spoil

    def on(self, table: KnownTable) -> KnownTable:
        """The table with the fault; always the same for the same table."""
        return self.spoil(table, np.random.default_rng(zlib.crc32(f"{self.name} {table.name}".encode())))


def _of_folder(change: Callable[[Table, Roster, np.random.Generator], tuple[Table, Roster]]) -> Spoil:
    def spoil(known: KnownTable, random: np.random.Generator) -> KnownTable:
        table, roster = change(known.folder.table, known.folder.roster, random)
        return replace(known, folder=replace(known.folder, table=table, roster=roster))

    return spoil


def _of_lens(change: Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]) -> Spoil:
    """change: what the file says of a lens, from its true matrix (3, 3) and its five coefficients, (5,)."""

    def spoil(known: KnownTable, _: np.random.Generator) -> KnownTable:
        lens = known.folder.intrinsics
        assert lens is not None
        matrix, bends = change(lens.matrix, np.ravel(lens.distortion)[:5])
        said = replace(lens, matrix=matrix, distortion=bends)
        return replace(known, folder=replace(known.folder, intrinsics=said))

    return spoil


def printed(models: float = 1.0, references: float = 1.0, accepted: bool = False) -> Spoil:
    """Tags that came out of the printer this many times as large as their files say.

    accepted: a person has said so about the models' tags.
    """

    def change(table: Table, roster: Roster, _: np.random.Generator) -> tuple[Table, Roster]:
        worn = tuple(replace(model, tag_size_mm=model.tag_size_mm / models) for model in roster.models)
        around = tuple(replace(tag, size_mm=tag.size_mm / references) for tag in table.reference_tags)
        scale = models if accepted else table.print_scale
        return replace(table, reference_tags=around, print_scale=scale), Roster(worn)

    return _of_folder(change)


def glued_off(sigma_mm: float) -> Spoil:
    """Tags that lie off the middle of their trays by so much, either way, one sigma."""

    def change(table: Table, roster: Roster, random: np.random.Generator) -> tuple[Table, Roster]:
        worn = []
        for model in roster.models:
            x, y = np.array(model.tag_offset_mm) + random.normal(0, sigma_mm, 2)
            worn.append(replace(model, tag_offset_mm=(float(x), float(y))))
        # what the folder of a person says who has not measured it
        return replace(table, assembly_sigma_mm=USUAL_ASSEMBLY_SIGMA_MM), Roster(tuple(worn))

    return _of_folder(change)


def pushed(off_mm: float, count: int = 1) -> Spoil:
    """Reference tags that do not lie where the file says."""

    def change(table: Table, roster: Roster, random: np.random.Generator) -> tuple[Table, Roster]:
        tags = list(table.reference_tags)
        for number in random.choice(len(tags), count, replace=False):
            turn = random.uniform(0, 2 * math.pi)
            tags[number] = _moved(tags[number], off_mm / 25.4 * np.array([math.cos(turn), math.sin(turn)]))
        return replace(table, reference_tags=tuple(tags)), roster

    return _of_folder(change)


def stretched(share: float) -> Spoil:
    """Reference tags whose places were measured with a tape that is wrong by this share."""

    return stretched_by(share, share)


def stretched_by(across: float, along: float) -> Spoil:
    """Reference tags whose places were measured with tapes that are wrong by these shares along x and y."""

    def change(table: Table, roster: Roster, _: np.random.Generator) -> tuple[Table, Roster]:
        shares = np.array([across, along])
        tags = tuple(_moved(tag, shares * np.array(tag.center_in)) for tag in table.reference_tags)
        return replace(table, reference_tags=tags), roster

    return _of_folder(change)


def pushed_by(ways_in: Mapping[int, tuple[float, float]]) -> Spoil:
    """Reference tags that do not lie where the file says, by these ways in inches."""

    def change(table: Table, roster: Roster, _: np.random.Generator) -> tuple[Table, Roster]:
        tags = tuple(_moved(tag, np.array(ways_in.get(tag.id, (0.0, 0.0)))) for tag in table.reference_tags)
        return replace(table, reference_tags=tags), roster

    return _of_folder(change)


def refocused(share: float) -> Spoil:
    """A focal length that has grown by this share since the lens was calibrated."""
    return _of_lens(lambda matrix, bends: (matrix / [[1 + share, 1, 1], [1, 1 + share, 1], [1, 1, 1]], bends))


def off_axis(by_px: float) -> Spoil:
    """A lens whose axis the calibration has put so far to one side."""
    return _of_lens(lambda matrix, bends: (matrix + by_px * np.eye(3, k=2), bends))


def bent(k1: float = 0.0, k3: float = 0.0, tangential: float = 0.0) -> Spoil:
    """A lens that bends more than its calibration knows, by these coefficients."""
    unknown = np.array([k1, 0.0, tangential, tangential, k3])
    return _of_lens(lambda matrix, bends: (matrix, bends - unknown))


def _unspoilt(known: KnownTable, _: np.random.Generator) -> KnownTable:
    return known


def _several(known: KnownTable, random: np.random.Generator) -> KnownTable:
    for spoil in (glued_off(0.2), defocused(0.7), noisy(4.0), refocused(0.002)):
        known = spoil(known, random)
    return known


CLEAN = Fault("clean", _unspoilt)
FAULTS: tuple[Fault, ...] = (
    CLEAN,
    Fault("model tags at 103 %", printed(models=1.03)),
    Fault("model tags at 97 %", printed(models=0.97)),
    Fault("model tags at 103 %, accepted", printed(models=1.03, accepted=True)),
    Fault("all tags at 97 %", printed(0.97, 0.97)),
    Fault("glued 0.1 mm off", glued_off(0.1)),
    Fault("glued 0.2 mm off", glued_off(0.2)),
    Fault("glued 0.3 mm off", glued_off(0.3)),
    Fault("reference 2 mm off", pushed(2.0)),
    Fault("reference 5 mm off", pushed(5.0)),
    Fault("two references 5 mm off", pushed(5.0, 2)),
    Fault("references stretched 0.5 %", stretched(0.005)),
    Fault("focal length +0.3 %", refocused(0.003)),
    Fault("focal length +1 %", refocused(0.01)),
    Fault("axis 30 px off", off_axis(30.0)),
    Fault("k3 off by 0.005", bent(k3=0.005)),
    Fault("tangential off by 0.001", bent(tangential=0.001)),
    Fault("noise of 4 levels", noisy(4.0)),
    Fault("noise of 8 levels", noisy(8.0)),
    Fault("noise of 16 levels", noisy(16.0)),
    Fault("defocus 1 px", defocused(1.0)),
    Fault("defocus 2 px", defocused(2.0)),
    Fault("shaken 3 px", shaken(3)),
    Fault("shaken 6 px", shaken(6)),
    Fault("smeared, mild", smeared(24)),
    Fault("smeared, strong", smeared(26)),
    Fault("2 stops under", dimmed(2.0)),
    Fault("4 stops under", dimmed(4.0)),
    Fault("hard shadow", shadowed(0.15)),
    Fault("1 stop over", overexposed(1.0)),
    Fault("2 stops over", overexposed(2.0)),
    Fault("bands of 30 %", banded(0.3)),
    Fault("corners lose 70 %", vignetted(0.7)),
    Fault("no colour", colourless),
    Fault("a colour for eight pixels", coarsely_coloured),
    Fault("halos", sharpened(1.5)),
    *(Fault(f"JPEG of quality {quality}", compressed(quality)) for quality in (30, 40, 80)),
    *(Fault(f"H.264 of {mbit} Mbit", filmed(mbit)) for mbit in (3, 8)),
    Fault("glued 0.2 mm off, soft, noisy and refocused", _several),
)
BY_NAME: Mapping[str, Fault] = {fault.name: fault for fault in FAULTS}


def _moved(tag: ReferenceTag, by_in: np.ndarray) -> ReferenceTag:
    x, y = np.array(tag.center_in) + by_in
    return replace(tag, center_in=(float(x), float(y)))
