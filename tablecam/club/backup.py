"""The whole club event as a file after each published round, for the day when the machine does not come up again."""

from collections.abc import Sequence
from pathlib import Path

from tablecam.club.export import as_json
from tablecam.errors import BadFile
from tablecam.storage.text_file import write_text
from tablecam.tournament.club_state import ClubState


def snapshot_path(folder: Path, id: int, number: int) -> Path:
    """Where the event of that number is kept as it was when the round of that number was published."""
    return folder / f"tournament-{id}-round-{number}.json"


def write_snapshot(path: Path, lines: Sequence[str], state: ClubState) -> str:
    """Why it could not be written, empty when all is well: a round that is published stands without its file."""
    try:
        write_text(path, as_json(lines, state))
    except BadFile as fault:
        return str(fault)
    return ""
