"""Files, read and written with the disk's own faults as sentences.

`write_bytes` is the only way to write a file, and `create_bytes` to write one that must not exist yet.
"""

import errno
import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from tablecam.base.errors import BadFile

# the line ends of other systems
NEW_LINE = re.compile(r"\r\n?")
# the errors of a file system without hard links: FAT on a memory card, a folder of another machine
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)


# The limits of a file's size and depth, checked before parsing: a parser can take minutes over a hostile file.
#
# Each limit is far above the needs of a table: a family of tags has 587, and a file of as many models has 150 kB.

# the limit of any text file; a map from another program includes an image
MOST_BYTES = 64 * 1024 * 1024
MOST_TOML_BYTES = 512 * 1024
MOST_TERRAIN_BYTES = 2 * 1024 * 1024
# PyYAML is slow, and a lens has some thirty numbers
MOST_CAMERA_BYTES = 32 * 1024
DEEPEST = 32
MOST_TABLES = 3000
MOST_FEATURES = 2000
LONGEST_KEY = 16

BRACKET = re.compile(r"[\[\]{}]")
# an unclosed string extends to the end, so that no letter is scanned twice
JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
TOML_STRING = re.compile(r""""(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*""")
DOTTED = re.compile(rf"(?:\.[ \t]*[\w-]+[ \t]*){{{LONGEST_KEY}}}")
TABLE = re.compile(r"^[ \t]*\[|\{", re.MULTILINE)


def check_json(path: Path, text: str) -> None:
    """BadFile for brackets deeper than any file of ours has."""
    _check_depth(path, JSON_STRING.sub("", text))


def check_toml(path: Path, text: str) -> None:
    """BadFile for more tables, deeper brackets or longer keys than any file of ours has."""
    bare = TOML_STRING.sub("s", text)
    _check_depth(path, bare)
    if (tables := len(TABLE.findall(bare))) > MOST_TABLES:
        raise BadFile(f"{path} has {tables} tables: no file of a table has more than {MOST_TABLES}")
    if match := DOTTED.search(bare):
        line = bare.count("\n", 0, match.start()) + 1
        raise BadFile(f"{path}, line {line}: a key has more than {LONGEST_KEY} parts between dots")


def check_features(path: Path, features: object) -> None:
    """BadFile for more features than any terrain has."""
    if isinstance(features, list) and len(features) > MOST_FEATURES:
        raise BadFile(f"{path} has {len(features)} features: no terrain has more than {MOST_FEATURES}")


def check_size(path: Path, found: int, most: int) -> None:
    """BadFile for a file with more bytes than it may have."""
    if found > most:
        raise BadFile(f"{path} has more than {most // 1024} kB, which is more than any file of its kind needs")


def _check_depth(path: Path, text: str) -> None:
    depth = 0
    for bracket in BRACKET.finditer(text):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            line = text.count("\n", 0, bracket.start()) + 1
            raise BadFile(f"{path}, line {line}: brackets are more than {DEEPEST} deep")


class FileState(NamedTuple):
    """A file as it was: another one at its place, or other bytes in it, give another state."""

    path: Path
    changed_ns: int = 0
    size: int = -1
    number: int = 0


def find_state(path: Path) -> FileState:
    """The state of a file now; one of its own where there is none."""
    try:
        return _get_state(path, path.stat())
    except OSError:
        return FileState(path)


def _get_state(path: Path, status: os.stat_result) -> FileState:
    return FileState(path, status.st_mtime_ns, status.st_size, status.st_ino)


_NOTED: ContextVar[list[FileState] | None] = ContextVar("noted", default=None)


@contextmanager
def noting_reads() -> Iterator[list[FileState]]:
    """Notes the state of each file that is read inside the block, from just before; an outer block notes it too."""
    outer, noted = _NOTED.get(), list[FileState]()
    token = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(token)
        if outer is not None:
            outer += noted


def note_files(files: Iterable[FileState]) -> None:
    """Notes files that were read before, as if they were read now."""
    if (noted := _NOTED.get()) is not None:
        noted.extend(files)


def read_text(path: Path, what: str, most: int = MOST_BYTES) -> str:
    """The text of a UTF-8 file, with or without a byte order mark. what: the purpose of the file, for the message.

    most: the greatest allowed number of bytes; no more of it is read.
    """
    try:
        with path.open("rb") as file:
            if (noted := _NOTED.get()) is not None:
                noted.append(_get_state(path, os.fstat(file.fileno())))
            content = file.read(most + 1)
        check_size(path, len(content), most)
        return NEW_LINE.sub("\n", content.decode("utf-8-sig"))
    except FileNotFoundError as fault:
        raise BadFile(f"{path} is missing; it holds {what}") from fault
    except UnicodeDecodeError as fault:
        line = fault.object[: fault.start].count(b"\n") + 1
        raise BadFile(f"{path}, line {line}: not UTF-8 text; save the file as UTF-8") from fault
    except OSError as fault:
        raise BadFile(f"{path} cannot be read: {_fault_reason(fault)}; it holds {what}") from fault


def parse_json(path: Path, text: str) -> object:
    """The value of a JSON text. Raises BadFile, with the line where the text is not JSON."""
    check_json(path, text)
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise BadFile(f"{path}, line {fault.lineno}: not JSON: {fault.msg[:1].lower()}{fault.msg[1:]}") from fault
    except (ValueError, RecursionError) as fault:
        raise BadFile(f"{path}: a number too long or brackets too deep for JSON: {str(fault).lower()}") from fault


def write_text(path: Path, text: str) -> None:
    """Writes a UTF-8 file, whole or not at all. Raises BadFile."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes, *, flush: bool = True, private: bool = False) -> None:
    """Writes a file and its folders. A file that cannot be written whole is not written: the old one stays.

    The bytes go into a temporary file in the same folder, which then takes the file's name. flush: whether the bytes
    are on the disk before that; without it the file may be lost with the power, and is written much faster. private:
    whether only the owner may read the file. Raises BadFile.
    """
    with _write_temporary(path, content, flush, private) as temporary:
        temporary.replace(path)


def create_bytes(path: Path, content: bytes, *, private: bool = False) -> bool:
    """Writes a file, as `write_bytes` does, unless it exists already; returns whether this call has written it.

    If several programs call it at once, one of them writes the file, and the others find it whole. Raises BadFile.
    """
    with _write_temporary(path, content, True, private) as temporary:
        try:
            os.link(temporary, path)
        except FileExistsError:
            return False
        except OSError as fault:
            if fault.errno not in NO_LINKS:
                raise
            if path.exists():
                return False
            temporary.replace(path)
    return True


def put_in_place(temporary: Path, path: Path, *, private: bool = False) -> None:
    """Moves a whole file on the same disk to its place, in place of an older one. OSError."""
    with temporary.open("rb") as file:
        os.fsync(file.fileno())
    temporary.chmod(0o600 if private else 0o644)
    temporary.replace(path)


def rename_file(path: Path, new: Path) -> None:
    """Gives a file another name, which no file may have. Raises BadFile."""
    try:
        if new.exists():
            raise FileExistsError(errno.EEXIST, "the other name is taken")
        path.rename(new)
    except OSError as fault:
        raise BadFile(f"{path} cannot be put away as {new}: {_fault_reason(fault)}") from fault


@contextmanager
def _write_temporary(path: Path, content: bytes, flush: bool, private: bool) -> Iterator[Path]:
    """Writes the bytes to a temporary file beside the path, which is gone after the block.

    BadFile for a fault, in the block too.
    """
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = Path(file.name)
            file.write(content)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        # a temporary file is private to its owner; files of tables and prints are meant to be shared and copied
        if not private:
            temporary.chmod(0o644)
        yield temporary
    except OSError as fault:
        raise BadFile(f"{path} cannot be written: {_fault_reason(fault)}") from fault
    finally:
        # none is left after the renaming; after an interruption there may be one
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _fault_reason(fault: OSError) -> str:
    return (fault.strerror or str(fault)).lower()
