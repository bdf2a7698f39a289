"""A table's folder is held by one server at a time, and another one is told by whom."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablecam.storage.locks import HOLDER, LOCK, FolderLock

HOLDING = """
import sys, pathlib
from tablecam.storage.locks import FolderLock
lock = FolderLock(pathlib.Path(sys.argv[1]))
assert lock.take() is None
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
def test_the_second_one_is_told_which_process_has_it_and_what_to_do(tmp_path: Path) -> None:
    first, second = FolderLock(tmp_path), FolderLock(tmp_path)
    assert first.take() is first.take() is None
    told = str(second.take())
    assert f"(process {os.getpid()}, since " in told
    assert "continue there, or stop it and try again here" in told
    assert str(tmp_path) not in told
    first.release()
    assert second.take() is None
    second.release()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_program_that_is_killed_holds_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDING, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        own = FolderLock(tmp_path)
        assert f"process {other.pid}," in str(own.take())
        other.kill()
    assert own.take() is None
    own.release()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "{", "[]", '{"process": 3}', '{"process": "x", "since": "2026-01-01T20:00:00"}'])
def test_a_holder_who_cannot_be_named_holds_it_all_the_same(tmp_path: Path, text: str) -> None:
    first = FolderLock(tmp_path)
    first.take()
    (tmp_path / HOLDER).write_text(text)
    assert str(FolderLock(tmp_path).take()).startswith("another tablecam is running at this table: continue there")
    first.release()


def test_a_folder_that_cannot_be_written_is_held_by_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    assert FolderLock(tmp_path).take() is None
    assert not (tmp_path / LOCK).exists()
