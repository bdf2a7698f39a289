"""A file of the whole club event after each published round, in case the machine fails."""

from collections.abc import Sequence
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.club.event.export import as_json
from tablecam.club.tournament.club_state import ClubState
from tablecam.storage.text_file import write_text


def snapshot_path(folder: Path, id: int, number: int) -> Path:
    """The file for an event as it was when a round was published."""
    return folder / f"tournament-{id}-round-{number}.json"


def write_snapshot(path: Path, lines: Sequence[str], state: ClubState) -> str:
    """Writes the file; returns why it could not be written, or an empty text. The round is published either way."""
    try:
        write_text(path, as_json(lines, state))
    except BadFile as fault:
        return str(fault)
    return ""
