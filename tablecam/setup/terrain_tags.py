"""A piece of terrain gets a tag: from where it stands and where the tag is seen, what pieces.toml says of it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from shapely import Point, affinity

from hardware.tag_art import black_mm
from tablecam.errors import BadFile
from tablecam.geometry.projection import Camera
from tablecam.setup.known_places import TableFiles
from tablecam.setup.unassigned_tags import SeenTag, lying_at
from tablecam.storage.table_toml import FAMILY_SIZES
from tablecam.table.pieces import Piece
from tablecam.table.terrain import Feature
from tablecam.units import to_mm
from tablecam.vision.detection import Detection


@dataclass(frozen=True)
class Worn:
    """A tag as it lies on a piece. height_in: of its plane above the table."""

    seen: SeenTag
    height_in: float

    @property
    def tag(self) -> int:
        """Its number."""
        return self.seen.tag


def lying_on(detection: Detection, camera: Camera, features: Sequence[Feature]) -> Worn:
    """The tag on the highest of the features' tops on which it would lie if it lay that high; else on the table."""
    for top_in in sorted({feature.z_top_in for feature in features}, reverse=True):
        seen = lying_at(detection, camera, top_in)
        there = Point(seen.x_in, seen.y_in)
        if any(feature.z_top_in == top_in and feature.polygon.covers(there) for feature in features):
            return Worn(seen, top_in)
    return Worn(lying_at(detection, camera), 0.0)


def worn_piece(name: str, features: Sequence[Feature], worn: Worn) -> Piece:
    """The piece in its tag's frame: the origin under the tag's middle, forward where its top points.

    features: on the table. BadFile where there are none.
    """
    if not features:
        raise BadFile(f"no piece is called {name}: draw it before it gets a tag")
    seen = worn.seen
    turn = math.pi / 2 - seen.heading_rad
    sin, cos = math.sin(turn), math.cos(turn)
    back = (cos, -sin, sin, cos, -(cos * seen.x_in - sin * seen.y_in), -(sin * seen.x_in + cos * seen.y_in))
    own = tuple(
        replace(
            feature,
            name=_own_name(feature.name, name),
            polygon=affinity.affine_transform(feature.polygon, back),
            piece=None,
        )
        for feature in features
    )
    return Piece(name, seen.tag, black_mm(seen.printed_mm), own, tag_height_mm=to_mm(worn.height_in))


def refuse_worn(folder: TableFiles, pieces: Sequence[Piece], tag: int, name: str | None) -> None:
    """BadFile where something else wears the tag, or is called like that."""
    last = FAMILY_SIZES[folder.table.family if folder.table is not None else "tag36h11"] - 1
    if not 0 <= tag <= last:
        raise BadFile(f"there is no tag {tag}: their numbers are 0 to {last}")
    if folder.table is not None and any(each.id == tag for each in folder.table.reference_tags):
        raise BadFile(f"tag {tag} is a reference tag of the table: take another")
    models = folder.roster.models if folder.roster is not None else ()
    wearers = {model.tag: model.name for model in models} | {piece.tag: piece.id for piece in pieces}
    if tag in wearers:
        raise BadFile(f"tag {tag} is worn by {wearers[tag]} already: take it away there first, or use another")
    if name is not None and (any(model.id == name for model in models) or any(piece.id == name for piece in pieces)):
        raise BadFile(f"something with a tag is called {name} already: give the piece another name")


def _own_name(name: str, piece: str) -> str:
    return name.removeprefix(piece).strip() or "body"
