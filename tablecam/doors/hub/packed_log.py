"""A log as the archive keeps it: a JSON list of its lines, packed by bzip2, which halves what gzip leaves of a game."""

import bz2
import gzip
import json

# what was packed by an earlier version
GZIP = b"\x1f\x8b"


def packed_texts(texts: list[str]) -> bytes:
    """A log packed."""
    return bz2.compress(json.dumps(texts, ensure_ascii=False).encode())


def unpacked(body: bytes) -> list[str]:
    """The lines again."""
    unpack = gzip.decompress if body.startswith(GZIP) else bz2.decompress
    texts: list[str] = json.loads(unpack(body))
    return texts
