"""A file is written whole or not at all, and a new one by one program only."""

import errno
import os
import stat
from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from tablecam.storage.text_file import create_bytes


@pytest.fixture(params=[None, errno.EPERM, errno.EOPNOTSUPP], ids=["links", "EPERM", "EOPNOTSUPP"])
def disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk with hard links, and disks that have none."""

    def refused(*_paths: object) -> None:
        raise OSError(request.param, "no hard links here")

    if request.param:
        monkeypatch.setattr(os, "link", refused)


@pytest.mark.usefixtures("disk")
def test_only_the_first_creates_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "keys"
    assert create_bytes(path, b"first", private=True)
    assert not create_bytes(path, b"second", private=True)
    assert path.read_bytes() == b"first"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["keys"]


def test_a_file_that_cannot_be_created_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_paths: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "link", full)
    with pytest.raises(BadFile, match="keys cannot be written: no space left on device"):
        create_bytes(tmp_path / "keys", b"")
    assert list(tmp_path.iterdir()) == []
