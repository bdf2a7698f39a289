"""Judges the reader of dice on drawn rolls and on photographs that took no part in its training.

    python -m tools.dice.judge --photographs FOLDER --rolls 200

It prints, for each kind of die, the shares that were read right, asked about, and read wrong without asking, then the
confusion of faces. Drawn rolls go through `read_dice`, as at the table. Of photographs, the network is judged on the
labelled dice, and `read_dice` on whole pictures of plain backgrounds.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tablecam.sensing.dice.faces import CLASSES, DIGITS, NONE, PIPS, TEN
from tablecam.sensing.dice.network import load_network
from tablecam.sensing.dice.reading import DieReading, judge, read_dice
from tools.dice.crops import cut_photographs
from tools.dice.draw import DrawnDie, draw_roll, make_design

RIGHT, ASKED, WRONG, MISSED = "right", "asked", "wrong", "missed"
SHAPES, SHARES = (PIPS, DIGITS, TEN), (0.4, 0.2, 0.4)
LEAST_PX, MOST_PX = 35, 100


@dataclass
class Tally:
    """How many dice of each shape were read how, and the pairs of true and read faces.

    seconds: of the processor, per picture.
    """

    outcomes: dict[str, Counter[str]] = field(default_factory=dict)
    pairs: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def add(self, shape: str, face: int, read: str, outcome: str) -> None:
        """Count one die."""
        self.outcomes.setdefault(shape, Counter())[outcome] += 1
        self.pairs[shape, face, read] += 1

    def describe(self) -> Iterator[str]:
        """Yield the lines of the report."""
        for shape, counts in sorted(self.outcomes.items()):
            total = sum(counts.values())
            shares = ", ".join(f"{name} {counts[name]} ({counts[name] / total:.2%})" for name in counts)
            yield f"  {shape}: {total} dice: {shares}"
        for shape in sorted(self.outcomes):
            yield from self._describe_faces(shape)
        if self.seconds:
            yield f"  seconds a picture: median {np.median(self.seconds):.3f}, longest {max(self.seconds):.3f}"

    def _describe_faces(self, shape: str) -> Iterator[str]:
        for face in sorted({face for name, face, _ in self.pairs if name == shape}):
            reads = {
                read: count for (name, true, read), count in sorted(self.pairs.items()) if (name, true) == (shape, face)
            }
            yield f"    {shape} {face}: " + ", ".join(f"{read} x{count}" for read, count in reads.items())


def judge_rolls(seed: int, count: int) -> Tally:
    """Return how rolls of 1 to 8 held-out dice, 35 to 100 px each, are read."""
    chance, tally = np.random.default_rng(seed), Tally()
    for _ in range(count):
        number = int(chance.integers(1, 9))
        die_px = float(chance.uniform(LEAST_PX, MOST_PX if number < 5 else 75))
        shapes = chance.choice(SHAPES, number, p=SHARES)
        designs = [make_design(3 * int(chance.integers(10**5, 2 * 10**5)) + 2, str(shape)) for shape in shapes]
        image, dice = draw_roll(chance, designs, (800, 600), die_px)
        started = time.process_time()
        readings = read_dice(image)
        tally.seconds.append(time.process_time() - started)
        for die in dice:
            _count_drawn(tally, die, readings)
    return tally


def _count_drawn(tally: Tally, die: DrawnDie, readings: tuple[DieReading, ...]) -> None:
    reading = next((each for each in readings if _contains(each, die.centre_px)), None)
    if reading is None:
        tally.add(die.design.shape, die.face, MISSED, MISSED)
    elif reading.value is None:
        tally.add(die.design.shape, die.face, ASKED, ASKED)
    else:
        kind = "d10" if die.design.shape == TEN else "d6"
        right = (reading.kind, reading.value) == (kind, die.face)
        tally.add(die.design.shape, die.face, f"{reading.kind} {reading.value}", RIGHT if right else WRONG)


def _contains(reading: DieReading, point: np.ndarray) -> bool:
    return cv2.pointPolygonTest(reading.outline_px.astype(np.float32), tuple(map(float, point)), False) >= 0


def judge_labelled(folder: Path, name: str) -> Tally:
    """Return how the network reads the labelled dice of a set of photographs."""
    crops, tally, network = cut_photographs(folder)[name], Tally(), load_network()
    for square, label, die in zip(crops.images, crops.labels, crops.dice, strict=True):
        shape, face = CLASSES[label]
        row = network.compute_probabilities([square])[0]
        kind, value, _ = judge(row)
        true_kind = "d10" if shape == TEN else "d6"
        right = shape != NONE and (kind, value) == (true_kind, face)
        outcome = ASKED if value is None else RIGHT if right else WRONG
        tally.add(f"{shape} of {die.split()[0]}", face, ASKED if value is None else f"{kind} {value}", outcome)
    return tally


def judge_pictures(folder: Path, sources: tuple[str, ...]) -> Tally:
    """Return how whole pictures of these sources are read, each labelled die by the reading around its middle."""
    tally = Tally()
    for picture in json.loads((folder / "labels.json").read_text(encoding="utf-8"))["pictures"]:
        if picture["source"] in sources and picture["boxes"] and "whole" not in picture["file"]:
            started = time.process_time()
            readings = read_dice(np.asarray(cv2.imread(str(folder / picture["file"]))))
            tally.seconds.append(time.process_time() - started)
            for kind, face, box in zip(picture["kinds"], picture["faces"], picture["boxes"], strict=True):
                _count_labelled(tally, kind, face, np.reshape(box, (2, 2)).mean(axis=0), readings)
    return tally


def _count_labelled(tally: Tally, kind: str, face: int, middle: np.ndarray, readings: tuple[DieReading, ...]) -> None:
    reading = next((each for each in readings if _contains(each, middle)), None)
    if reading is None or reading.value is None:
        outcome = MISSED if reading is None else ASKED
        tally.add(kind, face, outcome, outcome)
    else:
        outcome = RIGHT if (reading.kind, reading.value) == (kind, face) else WRONG
        tally.add(kind, face, f"{reading.kind} {reading.value}", outcome)


def run() -> None:
    """Print the whole report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", type=Path)
    parser.add_argument("--rolls", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    print("drawn rolls, held-out dice")
    print("\n".join(judge_rolls(arguments.seed, arguments.rolls).describe()))
    if arguments.photographs:
        print("labelled dice of held-out photographs")
        print("\n".join(judge_labelled(arguments.photographs, "held out").describe()))
        print("whole pictures, held-out sources")
        print("\n".join(judge_pictures(arguments.photographs, ("matteop65", "burksbuilds")).describe()))


if __name__ == "__main__":
    run()
