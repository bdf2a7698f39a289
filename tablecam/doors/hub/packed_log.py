"""A log in the archive: a JSON list of its lines, packed by bzip2, which makes it half as large as gzip does."""

import bz2
import gzip
import json

# the first bytes of a log packed by an earlier version
GZIP = b"\x1f\x8b"


def packed_texts(texts: list[str]) -> bytes:
    """The lines of a log, packed."""
    return bz2.compress(json.dumps(texts, ensure_ascii=False).encode())


def unpacked(body: bytes) -> list[str]:
    """The lines of a packed log."""
    unpack = gzip.decompress if body.startswith(GZIP) else bz2.decompress
    texts: list[str] = json.loads(unpack(body))
    return texts
