"""Rosters of BattleScribe (.ros, .rosz) and New Recruit (the same, or JSON).

XML is read without entities and document types, and a zip only up to the size that a roster can have; so neither can
take more memory than the file of an honest roster.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Counted, Message
from tablecam.storage.rosters.roster_list import RosterBuilder, RosterList, read_count, show
from tablecam.storage.rosters.selections import Selection, add_selections

# the largest rosters of tournaments have half a megabyte of XML
MOST_XML_BYTES = 8 * 1024 * 1024
MOST_ELEMENTS, DEEPEST, MOST_FILES = 200_000, 60, 8
POINTS = ("pts", "pt", "points", "point", "cost")
TEXTS = ("rules", "profiles")
# what zipfile raises over a damaged or locked file
DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, EOFError, OSError, ValueError, LookupError)
PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_zip(name: str, content: bytes) -> RosterList:
    """The roster in a .rosz file, a zip of one .ros file. Raises BadFile."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            rosters = [file for file in archive.infolist() if file.filename.lower().endswith(".ros")]
            if (
                len(archive.infolist()) > MOST_FILES
                or len(rosters) != 1
                or rosters[0].compress_type not in PLAIN_METHODS
            ):
                raise BadFile(f"{name}: a .rosz file has one .ros file inside; export the roster again")
            with archive.open(rosters[0]) as file:
                text = file.read(MOST_XML_BYTES + 1)
    except DAMAGED as fault:
        raise BadFile(f"{name}: the zip is damaged or locked; export the roster again") from fault
    return read_xml(name, text)


def read_xml(name: str, content: bytes) -> RosterList:
    """The roster in a .ros file. Raises BadFile."""
    root = parse_xml(name, content)
    if root.tag != "roster":
        raise BadFile(f"{name}: the XML is no roster, its first element is {show(root.tag)}; export a roster file")
    builder = RosterBuilder(root.get("name", ""))
    for force in root.iterfind("./forces//force"):
        add_selections(builder, tuple(_read_element(element, builder) for element in _children(force, "selections")))
    return builder.build(name)


def read_json(name: str, value: Any) -> RosterList:
    """The roster in the JSON that New Recruit exports. Raises BadFile."""
    roster = value.get("roster") if isinstance(value, Mapping) else None
    if not isinstance(roster, Mapping):
        raise BadFile(f"{name}: the JSON has no roster; export the roster as New Recruit does")
    builder = RosterBuilder(str(roster.get("name") or ""))
    _add_forces(builder, roster)
    return builder.build(name)


def parse_xml(name: str, content: bytes) -> Element:
    """The root element, tags without namespaces. BadFile for a document type, too much of anything, and no XML."""
    if len(content) > MOST_XML_BYTES:
        raise BadFile(f"{name} is larger than any roster: {MOST_XML_BYTES // 2**20} MB are the limit")
    tree, reader = TreeBuilder(), expat.ParserCreate(namespace_separator="}")
    limit = _Limit(name)

    def start(tag: str, attributes: dict[str, str]) -> None:
        limit.enter()
        tree.start(tag.rpartition("}")[2], attributes)

    def end(tag: str) -> None:
        limit.depth -= 1
        tree.end(tag.rpartition("}")[2])

    reader.StartElementHandler, reader.EndElementHandler, reader.CharacterDataHandler = start, end, tree.data
    reader.StartDoctypeDeclHandler = limit.refuse_document_type
    try:
        reader.Parse(content, True)
    except (expat.ExpatError, LookupError, ValueError) as fault:
        raise BadFile(f"{name}: not XML: {fault}") from fault
    return tree.close()


class _Limit:
    """Counts elements and their depth."""

    def __init__(self, name: str) -> None:
        self.name, self.count, self.depth = name, 0, 0

    def enter(self) -> None:
        """One more element; BadFile where no roster has so much."""
        self.count, self.depth = self.count + 1, self.depth + 1
        if self.count > MOST_ELEMENTS or self.depth > DEEPEST:
            raise BadFile(f"{self.name} has more or deeper elements than any roster")

    def refuse_document_type(self, *_declaration: object) -> None:
        """BadFile: entities could grow without limit, and a roster needs none."""
        raise BadFile(f"{self.name} declares a document type, which no roster needs; export the roster again")


def _children(element: Element, group: str) -> list[Element]:
    child = element.find(group)
    return [] if child is None else list(child)


def _read_element(element: Element, builder: RosterBuilder) -> Selection:
    costs = [(cost.get("name", ""), cost.get("value", "")) for cost in _children(element, "costs")]
    return Selection(
        name=element.get("name", ""),
        kind=element.get("type", ""),
        number=_read_number(element.get("number", "1"), element.get("name", ""), builder),
        points=_sum_points(costs, builder),
        parts=tuple(_read_element(child, builder) for child in _children(element, "selections")),
        texts=sum(len(_children(element, group)) for group in TEXTS),
    )


def _add_forces(builder: RosterBuilder, holder: Mapping[str, Any]) -> None:
    for force in _records(holder, "forces", builder):
        selections = _records(force, "selections", builder)
        add_selections(builder, tuple(_read_record(record, builder) for record in selections))
        _add_forces(builder, force)


def _read_record(record: Mapping[str, Any], builder: RosterBuilder) -> Selection:
    costs = [(str(cost.get("name", "")), cost.get("value")) for cost in _records(record, "costs", builder)]
    return Selection(
        name=str(record.get("name") or ""),
        kind=str(record.get("type") or ""),
        number=_read_number(record.get("number", 1), record.get("name"), builder),
        points=_sum_points(costs, builder),
        parts=tuple(_read_record(child, builder) for child in _records(record, "selections", builder)),
        texts=sum(len(_records(record, group, builder)) for group in TEXTS),
    )


def _records(record: Mapping[str, Any], key: str, builder: RosterBuilder) -> list[Mapping[str, Any]]:
    """The objects under a key; what is no object there is a loss."""
    values = record.get(key) or []
    if not isinstance(values, list):
        builder.lose(Message("“{part}” is no list and was left out", part=key))
        return []
    objects = [value for value in values if isinstance(value, Mapping)]
    if strangers := len(values) - len(objects):
        builder.lose(
            Counted(
                "{n} entry of “{part}” is no object and was left out",
                "{n} entries of “{part}” are no objects and were left out",
                strangers,
                part=key,
            )
        )
    return objects


def _read_number(value: Any, name: object, builder: RosterBuilder) -> int:
    number = read_count(value)
    if number is None:
        builder.lose(Message("the number of {name} is {value}, taken as 1", name=show(name or ""), value=show(value)))
        return 1
    return number


def _sum_points(costs: list[tuple[str, Any]], builder: RosterBuilder) -> int:
    """The points among the costs; costs of another kind are losses."""
    counts = {kind: read_count(value) for kind, value in costs}
    for kind, count in counts.items():
        if count and kind.strip().lower() not in POINTS:
            builder.lose(Message("costs in {kind} were left out", kind=show(kind)))
    return sum(count or 0 for kind, count in counts.items() if kind.strip().lower() in POINTS)
