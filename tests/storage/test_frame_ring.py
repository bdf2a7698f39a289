"""Frames of the camera on disk: never more than their budget, never the last of the disk, and gone when told to."""

import os
from pathlib import Path

import pytest

from tablecam.storage.frame_ring import FrameRing, KeptFrame

JPEG = bytes(1000)


def frame(second: int, game: int = 7, line: int = 1) -> KeptFrame:
    return KeptFrame(game, 1000 * second, line)


def test_the_oldest_frames_go_when_the_budget_is_used_up(tmp_path: Path) -> None:
    ring = FrameRing(tmp_path / "frames", most_bytes=5500, least_free_bytes=0)
    ring.add(frame(0, game=6), JPEG)
    for second in range(1, 9):
        ring.add(frame(second), JPEG)
        assert sum(file.stat().st_size for file in ring.folder.iterdir()) <= 5500
    assert ring.list_frames(7) == tuple(frame(second) for second in range(4, 9))
    assert ring.list_frames(6) == ()
    assert ring.read_frame(frame(8)) == JPEG
    assert ring.read_frame(frame(1)) is None


def test_spared_frames_outlive_newer_ones_and_go_only_if_nothing_else_is_left(tmp_path: Path) -> None:
    ring = FrameRing(tmp_path, most_bytes=5000, least_free_bytes=0)
    for second in range(5):
        ring.add(frame(second), JPEG)
    ring.make_room(2000, {frame(0), frame(2)})
    assert ring.list_frames(7) == (frame(0), frame(2), frame(4))
    ring.make_room(4000, {frame(0), frame(2)})
    assert ring.list_frames(7) == (frame(2),)


def test_another_program_finds_the_frames_again_and_a_game_goes_for_good(tmp_path: Path) -> None:
    ring = FrameRing(tmp_path, least_free_bytes=0)
    for game in (7, 8):
        ring.add(frame(3, game, line=20), JPEG)
        ring.add(frame(5, game, line=22), JPEG)
    if os.name == "posix":
        assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}
    (tmp_path / "holiday-2025-1.jpg").write_bytes(JPEG)
    (tmp_path / ".7-4000-21.jpg.k3j").write_bytes(b"half of a frame, when the program was killed")
    again = FrameRing(tmp_path)
    assert again.list_frames(7) == (frame(3, 7, 20), frame(5, 7, 22))
    assert again.list_frames(7, since_ms=4000) == (frame(5, 7, 22),)
    assert again.count_bytes(8) == 2000
    again.delete_game(7)
    assert again.list_games() == {8}
    assert len(list(tmp_path.iterdir())) == 3


def test_the_last_space_of_a_disk_is_left_to_the_games(tmp_path: Path) -> None:
    ring = FrameRing(tmp_path, least_free_bytes=2**62)
    with pytest.raises(OSError, match="nearly full"):
        ring.add(frame(1), JPEG)
    assert list(tmp_path.iterdir()) == []
    assert ring.list_games() == frozenset()
