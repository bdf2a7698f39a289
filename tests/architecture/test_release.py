"""The version is declared in pyproject.toml; the changelog's newest release and the installed program agree."""

import re
import tomllib

import pytest
from sources import ROOT

from tools import release_check


@pytest.fixture
def version() -> str:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def test_the_newest_release_of_the_changelog_is_the_version(version: str) -> None:
    assert release_check.find_release() == version


def test_a_version_without_its_release_is_refused(tmp_path, monkeypatch) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.3.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("## Unreleased\n\n## 0.2.0, 2026-11-27\n")
    monkeypatch.setattr(release_check, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match=r"newest release is 0\.2\.0, and pyproject.toml has 0\.3\.0"):
        release_check.find_release()


def test_releases_stand_newest_first_under_unreleased() -> None:
    first, *releases = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first == "Unreleased"
    assert releases == sorted(releases, key=lambda title: title[-10:], reverse=True)
