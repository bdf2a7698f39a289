"""Reads a force list of any known format, which its content tells apart."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.storage.rosters import battlescribe
from tablecam.storage.rosters.pasted_text import read_pasted
from tablecam.storage.rosters.roster_csv import find_delimiter, read_csv
from tablecam.storage.rosters.roster_list import RosterBuilder, RosterEntry, RosterList, read_count, show
from tablecam.storage.text_file import check_size, check_toml, parse_json

# of the file as it is sent; a zip may hold `battlescribe.MOST_XML_BYTES`
MOST_BYTES = 4 * 1024 * 1024
MARKS = (b"\xef\xbb\xbf",)


def read_roster_file(path: Path) -> RosterList:
    """The roster in a file. Raises BadFile for a file that cannot be read at all."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as fault:
        raise BadFile(f"{path} cannot be read: {(fault.strerror or str(fault)).lower()}; it holds a roster") from fault
    return read_roster_list(path.name, content)


def read_roster_list(name: str, content: bytes) -> RosterList:
    """The roster in the content of a file, or in pasted text. name: of the file; BadFile as for `read_roster_file`."""
    check_size(Path(name), len(content), MOST_BYTES)
    if content.startswith(b"PK\x03\x04"):
        return battlescribe.read_zip(name, content)
    start = content.removeprefix(MARKS[0]).lstrip()[:1]
    if start == b"<":
        return battlescribe.read_xml(name, content.removeprefix(MARKS[0]).lstrip())
    text = _decode(name, content)
    suffix = Path(name).suffix.lower()
    if start == b"{":
        return battlescribe.read_json(name, parse_json(Path(name), text))
    if suffix == ".toml":
        return _read_own(name, text)
    is_table = suffix in (".csv", ".tsv") or (suffix != ".txt" and find_delimiter(text) in ("\t", ";"))
    return (read_csv if is_table else read_pasted)(name, text)


def _decode(name: str, content: bytes) -> str:
    """Text of UTF-8, or of UTF-16 with its mark, or of Windows."""
    if b"\x00" in content[:4096] and content[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise BadFile(f"{name} is no text; send a .ros, .rosz, JSON, CSV, TOML or text file")
    try:
        if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return content.decode("utf-16")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _read_own(name: str, text: str) -> RosterList:
    """The roster in a force file of tablecam's own."""
    check_toml(Path(name), text)
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as fault:
        raise BadFile(f"{name}: not TOML: {fault}") from fault
    builder = RosterBuilder(str(values.get("name") or ""))
    groups = [values.get(key) for key in ("models", "units")]
    records = [record for group in groups if isinstance(group, list) for record in group]
    for number, record in enumerate(records, 1):
        if isinstance(record, Mapping):
            builder.add(_read_own_model(record))
        else:
            builder.lose(Message("model {n} was left out: it is no table of keys", n=number))
    keys = ("name", "cards", "limit", "models", "units")
    for key in values.keys() - set(keys):
        builder.lose(Message("{part} was left out", part=show(key)))
    return builder.build(name)


def _read_own_model(record: Mapping[str, Any]) -> RosterEntry:
    extras = record.get("extras")
    options = [str(extra) for extra in extras] if isinstance(extras, list) else []
    if read_count(record.get("CAL")) is not None:
        options.append(f"CAL {record['CAL']}")  # no text: as on a card
    if record.get("commander") is True:
        options.append("Commander")  # no text: as on a card
    return RosterEntry(str(record.get("card") or record.get("name") or record.get("id") or ""), 1, None, tuple(options))


def describe_roster(roster: RosterList) -> str:
    """The roster as JSON text, for other programs."""
    entries = [
        {"name": entry.name, "count": entry.count, "points": entry.points, "options": list(entry.options)}
        for entry in roster.entries
    ]
    losses = [str(loss) for loss in roster.losses]
    return json.dumps({"name": roster.name, "models": entries, "losses": losses}, ensure_ascii=False, indent=2)
