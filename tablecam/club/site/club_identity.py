"""The name and the badge of a club, which its pages show; a club needs no league for them.

    save_identity(folder, name="Riverside Gamers", badge=Path("anvil.svg"))     # writes club.toml and club-badge.svg
    load_identity(folder)                                                       # as it stands, empty without a file

Both lie beside the database, where everybody who looks after it can replace them.
"""

import base64
from dataclasses import dataclass
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.storage.text_file import check_size, find_state, note_files, write_bytes, write_text
from tablecam.storage.toml_file import read_lined

FILE = "club.toml"
KEYS = ("name", "badge")
PURPOSE = "the name of the club"  # no text: in faults of the file
LONGEST_NAME = 80
# a badge is a part of each page
MOST_BADGE_BYTES = 128 * 1024
# how the pictures of each kind begin, and what browsers call them
KINDS = ((b"\x89PNG", "png", "image/png"), (b"\xff\xd8", "jpg", "image/jpeg"), (b"<", "svg", "image/svg+xml"))


@dataclass(frozen=True, slots=True)
class ClubIdentity:
    """name: empty where the club has not given one. badge: a picture as an address that holds it; empty for none."""

    name: str = ""
    badge: str = ""


def load_identity(folder: Path | None) -> ClubIdentity:
    """The name and the badge of the club whose database lies in a folder. BadFile for a file with faults."""
    if folder is None:
        return ClubIdentity()
    # also a file that is not there, so that a `ReadCache` notices when it comes
    note_files([find_state(folder / FILE)])
    if not (folder / FILE).exists():
        return ClubIdentity()
    file = read_lined(folder / FILE, PURPOSE)
    for fault in file.unknown(*KEYS):
        raise fault
    name = file.text("name") if "name" in file.values else ""
    badge = folder / file.text("badge") if "badge" in file.values else None
    return ClubIdentity(_check_name(name), _encode_badge(badge) if badge else "")


def save_identity(folder: Path, name: str | None = None, badge: Path | None = None) -> ClubIdentity:
    """Replace the name or the badge, or both; an empty name takes it back. BadFile for what is neither."""
    earlier = read_lined(folder / FILE, PURPOSE).values if (folder / FILE).exists() else {}
    texts = {key: str(earlier[key]) for key in KEYS if key in earlier}
    if name is not None:
        texts["name"] = _check_name(name)
    if badge is not None:
        content = _read_badge(badge)
        texts["badge"] = f"club-badge.{_find_kind(badge, content)[1]}"  # no text: name of a file
        write_bytes(folder / texts["badge"], content)
    write_text(folder / FILE, "".join(f"{key} = {_quote(text)}\n" for key, text in texts.items() if text))
    return load_identity(folder)


def _check_name(name: str) -> str:
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadFile(f"the name of a club has at most {LONGEST_NAME} characters, all of them printable")
    return name


def _read_badge(path: Path) -> bytes:
    note_files([find_state(path)])
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BADGE_BYTES + 1)
    except OSError as fault:
        raise BadFile(f"{path}, the badge of the club, cannot be read: {fault.strerror}") from fault
    check_size(path, len(content), MOST_BADGE_BYTES)
    return content


def _find_kind(path: Path, content: bytes) -> tuple[bytes, str, str]:
    kind = next((kind for kind in KINDS if content.lstrip().startswith(kind[0])), None)
    if kind is None:
        raise BadFile(f"{path} is no picture for a badge: give a PNG, JPEG or SVG file")
    return kind


def _encode_badge(path: Path) -> str:
    content = _read_badge(path)
    return f"data:{_find_kind(path, content)[2]};base64,{base64.b64encode(content).decode()}"


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
