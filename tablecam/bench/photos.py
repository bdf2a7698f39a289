"""Published photographs: the tags that each detector reads, and its false readings."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tablecam.bench.figure import BenchResult, Figure, Target
from tablecam.bench.peers import NAMES, PUPIL, Peers
from tablecam.camera.recorded import load_image
from tablecam.pipeline import PHOTO_SEARCH
from tablecam.vision.apriltag import TagDetector

FAMILY = "tag36h11"


@dataclass
class _PhotoTally:
    """found: tags that are there and were read. wrong: numbers read that are not there. in_none: of those, in pictures
    without a tag."""

    found: int = 0
    wrong: int = 0
    in_none: int = 0

    def count(self, expected: list[int], seen: list[int]) -> None:
        """Adds one picture; tags of one number count as often as they occur."""
        right = sum(min(expected.count(tag), seen.count(tag)) for tag in set(expected))
        strange = sum(tag not in expected for tag in seen)
        self.found, self.wrong = self.found + right, self.wrong + strange
        self.in_none += strange if not expected else 0


def photos(data: Path) -> BenchResult:
    """All photographs of the family whose tags are known."""
    title = "photographs: tags read, numbers that are not there, and pictures without tags"
    listed = data / "expected_ids.json"
    if not listed.is_file():
        return BenchResult("photos", title, (), f"there is no {listed}: name the folder of the photographs with --data")
    expected = _expected(json.loads(listed.read_text(encoding="utf-8")))
    ours, theirs = _PhotoTally(), {name: _PhotoTally() for name in NAMES}
    detector = TagDetector()
    with Peers() as peers:
        for name, ids in expected.items():
            grey = load_image(data / name).grey
            ours.count(ids, [detection.tag for detection in detector.detect(grey, PHOTO_SEARCH)])
            for peer, tally in theirs.items():
                tally.count(ids, peers.detect(peer, np.asarray(grey)).ids)
    there = sum(len(ids) for ids in expected.values())
    empty = sum(not ids for ids in expected.values())
    return BenchResult("photos", f"{title} ({len(expected)} pictures)", _figures(ours, theirs, there, empty))


def _expected(listed: Mapping[str, Mapping[str, Any]]) -> dict[str, list[int]]:
    """Picture -> the numbers in it. A set of tags of one number is listed by that number and its count."""
    known = {}
    for name, facts in listed.items():
        if facts["family"] == FAMILY:
            ids = facts["ids"]
            known[name] = [facts["id_of_all_tags"]] * facts["count_reference"] if ids is None else list(ids)
    return known


def _figures(ours: _PhotoTally, theirs: Mapping[str, _PhotoTally], there: int, empty: int) -> tuple[Figure, ...]:
    def beside(what: str, of: str, target: Target, note: str) -> Figure:
        peers = tuple((name, float(getattr(tally, of))) for name, tally in theirs.items())
        return Figure(what, float(getattr(ours, of)), "", peers, target, note=note)

    return (
        beside("tags read", "found", Target(at_least=theirs[PUPIL].found), f"of {there}"),
        beside("numbers that are not there", "wrong", Target(at_most=0), ""),
        beside("of them in pictures without tags", "in_none", Target(at_most=0), f"{empty} pictures"),
    )
