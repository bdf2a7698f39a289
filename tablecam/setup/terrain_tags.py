"""Gives a piece of terrain a tag: makes its entry in pieces.toml from the places of the piece and of the tag."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from shapely import Point, affinity

from hardware.tag_art import black_mm
from tablecam.base.i18n import Message
from tablecam.base.units import to_mm
from tablecam.sensing.vision.detection import Detection
from tablecam.setup.known_places import TableFiles
from tablecam.setup.refusal import SetupRefusal
from tablecam.setup.unassigned_tags import SeenTag, tag_at_height
from tablecam.storage.table_toml import FAMILY_SIZES
from tablecam.table.geometry.projection import Camera
from tablecam.table.pieces import Piece
from tablecam.table.terrain import Feature


@dataclass(frozen=True)
class TagOnPiece:
    """A tag on a piece of terrain. height_in: of its plane above the table."""

    seen: SeenTag
    height_in: float

    @property
    def tag(self) -> int:
        """The tag's number."""
        return self.seen.tag


def tag_on_top(detection: Detection, camera: Camera, features: Sequence[Feature]) -> TagOnPiece:
    """Places the tag on the highest top of the features that covers it at that height; else on the table."""
    for top_in in sorted({feature.z_top_in for feature in features}, reverse=True):
        placed_tag = tag_at_height(detection, camera, top_in)
        place = Point(placed_tag.x_in, placed_tag.y_in)
        if any(feature.z_top_in == top_in and feature.polygon.covers(place) for feature in features):
            return TagOnPiece(placed_tag, top_in)
    return TagOnPiece(tag_at_height(detection, camera), 0.0)


def describe_piece(name: str, features: Sequence[Feature], tag: TagOnPiece) -> Piece:
    """Describes the piece in its tag's frame: the origin under the tag's middle, forward in the direction of its top.

    features: on the table. Raises SetupRefusal if there are none.
    """
    if not features:
        raise SetupRefusal(Message("no piece is called {piece}: draw it before it gets a tag", piece=name))
    seen_tag = tag.seen
    turn = math.pi / 2 - seen_tag.heading_rad
    sin, cos = math.sin(turn), math.cos(turn)
    to_tag_frame = (
        cos,
        -sin,
        sin,
        cos,
        -(cos * seen_tag.x_in - sin * seen_tag.y_in),
        -(sin * seen_tag.x_in + cos * seen_tag.y_in),
    )
    own_features = tuple(
        replace(
            feature,
            name=_shorten_name(feature.name, name),
            polygon=affinity.affine_transform(feature.polygon, to_tag_frame),
            piece=None,
        )
        for feature in features
    )
    return Piece(name, seen_tag.tag, black_mm(seen_tag.printed_mm), own_features, tag_height_mm=to_mm(tag.height_in))


def refuse_taken(folder: TableFiles, pieces: Sequence[Piece], tag: int, name: str | None) -> None:
    """Raises SetupRefusal if something else has the tag or that name."""
    highest = FAMILY_SIZES[folder.table.family if folder.table is not None else "tag36h11"] - 1
    if not 0 <= tag <= highest:
        raise SetupRefusal(Message("there is no tag {tag}: tags have numbers from 0 to {last}", tag=tag, last=highest))
    if folder.table is not None and any(reference.id == tag for reference in folder.table.reference_tags):
        raise SetupRefusal(Message("tag {tag} is a reference tag of the table: choose another", tag=tag))
    models = folder.roster.models if folder.roster is not None else ()
    wearers = {tag: model.name for model in models for tag in model.tags} | {piece.tag: piece.id for piece in pieces}
    if tag in wearers:
        raise SetupRefusal(
            Message(
                "tag {tag} already belongs to {wearer}: remove it there first, or use another tag",
                tag=tag,
                wearer=wearers[tag],
            )
        )
    if name is not None and (any(model.id == name for model in models) or any(piece.id == name for piece in pieces)):
        raise SetupRefusal(
            Message("something with a tag is called {name} already: give the piece another name", name=name)
        )


def _shorten_name(name: str, piece: str) -> str:
    return name.removeprefix(piece).strip() or "body"
