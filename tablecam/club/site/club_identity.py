"""The name and the badge of a club, which its pages show; a club needs no league for them.

    save_identity(folder, name="Riverside Gamers", badge=content)     # writes club.toml and club-badge.svg
    load_identity(folder)                                             # as it stands, empty without a file

Both lie beside the database, where everybody who looks after it can replace them.
"""

from dataclasses import dataclass
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.club.site.badge_picture import MOST_BADGE_BYTES, check_badge, encode_badge
from tablecam.storage.text_file import find_state, note_files, write_bytes, write_text
from tablecam.storage.toml_file import quote_string, read_lined

FILE = "club.toml"
KEYS = ("name", "badge")
PURPOSE = "the name of the club"  # no text: in faults of the file
LONGEST_NAME = 80


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
    return ClubIdentity(_check_name(name), encode_badge(str(badge), read_badge(badge)) if badge else "")


def save_identity(
    folder: Path,
    name: str | None = None,
    badge: bytes | None = None,
    badge_name: str = "the file",  # no text: of a fault
) -> ClubIdentity:
    """Replace the name or the badge, or both; an empty one takes it back. BadFile for what is neither.

    badge_name: of the file that the badge comes from, for the fault.
    """
    earlier = read_lined(folder / FILE, PURPOSE).values if (folder / FILE).exists() else {}
    texts = {key: str(earlier[key]) for key in KEYS if key in earlier}
    if name is not None:
        texts["name"] = _check_name(name)
    if badge is not None:
        texts["badge"] = f"club-badge.{check_badge(badge_name, badge).ending}" if badge else ""  # no text: of a file
    if badge:
        write_bytes(folder / texts["badge"], badge)
    write_text(folder / FILE, "".join(f"{key} = {quote_string(text)}\n" for key, text in texts.items() if text))
    return load_identity(folder)


def read_badge(path: Path) -> bytes:
    """The content of a file that may be a badge, as much as one may have and a byte more. BadFile."""
    note_files([find_state(path)])
    try:
        with path.open("rb") as file:
            return file.read(MOST_BADGE_BYTES + 1)
    except OSError as fault:
        raise BadFile(f"{path}, the badge of the club, cannot be read: {fault.strerror}") from fault


def _check_name(name: str) -> str:
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadFile(f"the name of a club has at most {LONGEST_NAME} characters, all of them printable")
    return name
