"""Text files, read and written with the disk's own faults told as sentences."""

import json
import os
import tempfile
from pathlib import Path

from tablecam.errors import BadFile


def read_text(path: Path, what: str) -> str:
    """The text of a UTF-8 file, with or without a byte order mark. what: what the file is for, for the message."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as fault:
        raise BadFile(f"{path} is missing; it holds {what}") from fault
    except UnicodeDecodeError as fault:
        line = fault.object[: fault.start].count(b"\n") + 1
        raise BadFile(f"{path}, line {line}: not UTF-8 text; save the file as UTF-8") from fault
    except OSError as fault:
        raise BadFile(f"{path} cannot be read: {_reason(fault)}; it holds {what}") from fault


def parse_json(path: Path, text: str) -> object:
    """What a JSON text says; BadFile with the line where it is not JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise BadFile(f"{path}, line {fault.lineno}: not JSON: {fault.msg[:1].lower()}{fault.msg[1:]}") from fault
    except (ValueError, RecursionError) as fault:
        raise BadFile(f"{path}: a number too long or brackets too deep for JSON: {str(fault).lower()}") from fault


def write_text(path: Path, text: str) -> None:
    """Writes the whole file or leaves the old one as it was: a temporary file beside it, then renamed."""
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            temporary = Path(file.name)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        # a temporary file is private to its owner; the table folder is meant to be shared and copied
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as fault:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise BadFile(f"{path} cannot be written: {_reason(fault)}") from fault


def _reason(fault: OSError) -> str:
    return (fault.strerror or str(fault)).lower()
