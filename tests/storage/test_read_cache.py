"""Values that are kept until their files change."""

import os
from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from tablecam.storage.read_cache import MOST_KEPT, ReadCache
from tablecam.storage.text_file import read_text, write_text


class Reader:
    """Reads two files, and counts how often."""

    def __init__(self, *paths: Path) -> None:
        self.paths, self.times = paths, 0

    def __call__(self) -> list[str]:
        self.times += 1
        return [read_text(path, "a test") for path in self.paths]


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    paths = [tmp_path / "force.toml", tmp_path / "elsewhere.toml"]
    for path in paths:
        write_text(path, "one")
    return Reader(*paths)


def test_a_value_is_read_once(reader: Reader) -> None:
    cache = ReadCache()
    assert cache.get("key", reader) == cache.get("key", reader) == ["one", "one"]
    assert reader.times == 1


@pytest.mark.parametrize("which", [0, 1])
def test_a_value_is_read_again_once_any_of_its_files_has_changed(reader: Reader, which: int) -> None:
    cache = ReadCache()
    cache.get("key", reader)
    write_text(reader.paths[which], "two")
    assert cache.get("key", reader)[which] == "two"
    assert cache.get("key", reader)[which] == "two"
    assert reader.times == 2


def test_a_file_of_the_same_size_and_time_that_takes_the_place_of_another_is_read(reader: Reader) -> None:
    cache = ReadCache()
    cache.get("key", reader)
    before = reader.paths[0].stat()
    write_text(reader.paths[0], "two")
    os.utime(reader.paths[0], ns=(before.st_atime_ns, before.st_mtime_ns))
    assert cache.get("key", reader)[0] == "two"


def test_a_file_that_is_gone_is_missed(reader: Reader) -> None:
    cache = ReadCache()
    cache.get("key", reader)
    reader.paths[1].unlink()
    with pytest.raises(BadFile, match="is missing"):
        cache.get("key", reader)


def test_a_value_within_another_one_notes_its_files_for_both(reader: Reader) -> None:
    cache, inner = ReadCache(), ReadCache()
    read_both = lambda: [*inner.get("inner", Reader(reader.paths[1])), *Reader(reader.paths[0])()]  # noqa: E731
    cache.get("key", read_both)
    write_text(reader.paths[1], "two")
    assert cache.get("key", read_both)[0] == "two"


def test_no_more_are_kept_than_a_club_has(reader: Reader) -> None:
    cache = ReadCache()
    for number in range(MOST_KEPT + 1):
        cache.get(number, reader)
    cache.get(MOST_KEPT, reader)
    assert reader.times == MOST_KEPT + 1
    cache.get(0, reader)
    assert reader.times == MOST_KEPT + 2
