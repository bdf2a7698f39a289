"""The picture that a club has as its badge: a small PNG, JPEG or SVG file.

    check_badge("anvil.svg", content)       # BadFile for anything else, and for an SVG that does more than draw
    encode_badge("anvil.svg", content)      # an address that holds it: data:image/svg+xml;base64,..

Pages show a badge as an image, in which browsers run no script and fetch nothing. A new SVG is checked all the same, so
that its file is harmless wherever somebody opens it.
"""

import base64
import struct
from collections.abc import Mapping
from typing import NamedTuple
from xml.parsers import expat

from tablecam.base.errors import BadFile

# a badge is a part of each page
MOST_BADGE_BYTES = 128 * 1024
MOST_PIXELS = 2048
ACTIVE_ELEMENTS = {"script", "foreignobject", "iframe", "object", "embed", "audio", "video"}
INSIDE = ("#", "data:image/png", "data:image/jpeg")


class BadgeKind(NamedTuple):
    """A kind of picture. start: how its files begin; mime: what browsers call it."""

    start: bytes
    ending: str
    mime: str


SVG = BadgeKind(b"<", "svg", "image/svg+xml")
PNG = BadgeKind(b"\x89PNG", "png", "image/png")
KINDS = (PNG, BadgeKind(b"\xff\xd8", "jpg", "image/jpeg"), SVG)


def find_kind(name: str, content: bytes) -> BadgeKind:
    """The kind of a picture. name: of its file, for the fault; BadFile for one that is too large, or none."""
    if len(content) > MOST_BADGE_BYTES:
        raise BadFile(f"{name} has more than {MOST_BADGE_BYTES // 1024} kB: a badge is a part of each page")
    kind = next((kind for kind in KINDS if content.lstrip().startswith(kind.start)), None)
    if kind is None:
        raise BadFile(f"{name} is no picture for a badge: give a PNG, JPEG or SVG file")
    return kind


def encode_badge(name: str, content: bytes) -> str:
    """The picture as an address that holds it. BadFile as `find_kind`."""
    return f"data:{find_kind(name, content).mime};base64,{base64.b64encode(content).decode()}"


def check_badge(name: str, content: bytes) -> BadgeKind:
    """The kind of a new badge. BadFile for a PNG of too many pixels, and for an SVG that does more than draw."""
    kind = find_kind(name, content)
    if kind is PNG and (len(content) < 24 or max(struct.unpack(">II", content[16:24])) > MOST_PIXELS):
        raise BadFile(f"{name} is wider or higher than {MOST_PIXELS} pixels: make the picture smaller")
    if kind is SVG:
        _check_svg(name, content)
    return kind


def _check_svg(name: str, content: bytes) -> None:
    reader, tags = expat.ParserCreate(namespace_separator="}"), list[str]()

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        tags.append(tag.rpartition("}")[2].lower())
        _check_element(name, tags[-1], attributes)

    def refuse_entity(*_declaration: object) -> None:
        raise BadFile(f"{name} declares entities, which a badge does not need: export it as plain SVG")

    reader.StartElementHandler, reader.EntityDeclHandler = start, refuse_entity
    try:
        reader.Parse(content.lstrip(), True)
    except (expat.ExpatError, LookupError, ValueError) as fault:
        raise BadFile(f"{name} is no SVG file: {fault}") from fault
    if tags[0] != "svg":
        raise BadFile(f"{name} is no picture for a badge: give a PNG, JPEG or SVG file")


def _check_element(name: str, tag: str, attributes: Mapping[str, str]) -> None:
    """BadFile for an element that runs something or leads elsewhere."""
    local = {key.rpartition("}")[2].lower(): value.strip().lower() for key, value in attributes.items()}
    leads_out = "href" in local and not local["href"].startswith(INSIDE)
    if tag in ACTIVE_ELEMENTS or leads_out or any(key.startswith("on") for key in local):
        raise BadFile(f"{name} has scripts or links, which a badge does not need: export it as plain SVG")
