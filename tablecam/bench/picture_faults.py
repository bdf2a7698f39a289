"""What light, lens, sensor and encoder do to a picture whose truth is known."""

import math
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from tablecam.bench.h264 import last_of_film
from tablecam.bench.tables import KnownTable
from tablecam.vision.frame import Frame

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
    """The noise of a raw sensor before its colours are told apart; levels: sigma of one of its pixels at mid grey."""

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
    """Less light by so many stops, on a sensor whose tones are bent by 2.2."""
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
    """More light by so many stops: what was bright is white."""
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
    """A camera that sharpens: edges get halos of so many times what blur takes from them."""

    def change(image: np.ndarray, _: np.random.Generator) -> np.ndarray:
        return cv2.addWeighted(image, 1 + amount, cv2.GaussianBlur(image, (0, 0), 1.5), -amount, 0)

    return _of_picture(change)


def filmed(mbit: float) -> Spoil:
    """The last picture of a film of a table at rest, in an H.264 stream of so many megabits a second.

    Needs PyAV; `h264.there_is_an_encoder` says whether it is there.
    """

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
