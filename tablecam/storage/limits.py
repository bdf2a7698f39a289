"""The limits of a file's size and depth, checked before parsing: a parser can take minutes over a hostile file.

Each limit is far above the needs of a table: a family of tags has 587, and a file of as many models has 150 kB.
"""

import re
from pathlib import Path

from tablecam.base.errors import BadFile

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
