"""An update keeps what is kept: the program before this one begins a game, and this one goes on with it."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

# two wheels and two programs
pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
# the page is not asked for, and would take a minute
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
ENVIRONMENT["TABLECAM_FRONTEND"] = "skip"
ANSWERS = 15


def ran(*command: object, folder: Path = ROOT) -> str:
    done = subprocess.run(
        [*map(str, command)], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout.strip()


def asked_git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def the_version_before() -> str:
    """Main's last commit, or its parent where nothing was changed since."""
    here = asked_git("rev-parse", "HEAD")
    main = next(filter(None, (asked_git("merge-base", "HEAD", name) for name in ("origin/main", "main"))), here)
    changed = main != here or asked_git("status", "--porcelain", "--", "tablecam", "webui", "pyproject.toml")
    before = main if changed else asked_git("rev-parse", "--verify", "--quiet", "HEAD~1")
    if not before:
        pytest.skip("this is no clone with a commit before this one, so there is no version to update from")
    return before


def wheel_of(sources: Path, folder: Path) -> Path:
    ran(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=sources)
    (wheel,) = folder.glob("*.whl")
    return wheel


class Installed:
    """An environment into which one version after the other is installed, over the libraries of this one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        venv.create(folder, symlinks=True)
        self._python = folder / "bin" / "python"
        own = Path(ran(self._python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"))
        libraries = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
        (own / "libraries.pth").write_text("\n".join(libraries))

    def install(self, wheel: Path) -> None:
        ran(sys.executable, "-m", "pip", "--python", self._python, "install", "--quiet", "--no-deps", "--no-index",
            "--ignore-installed" if not self.program.exists() else "--force-reinstall", wheel)  # fmt: skip

    @property
    def program(self) -> Path:
        return self._folder / "bin" / "tablecam"

    def marked(self, word: str) -> str:
        """What a file of the installed program says, which tells one version from another."""
        script = f"import tablecam, pathlib; print(pathlib.Path(tablecam.__file__).with_name({word!r}).read_text())"
        return ran(self._python, "-c", script, folder=self._folder)


def begin_a_game(program: Path, folder: Path) -> list[str]:
    """Plays some answers, then the power goes; what the log has."""
    words = ["umpire", "--auto", "--seed", "3", "--forces", "harbour_watch", "tunnel_kin", "--rules", "deployed=true"]
    with subprocess.Popen([program, *words], cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as begun:
        assert begun.stdout is not None
        said = (line for line in begun.stdout if line.startswith("> "))
        for _ in range(ANSWERS):
            next(said)
        begun.kill()
    return lines(folder)


def lines(folder: Path) -> list[str]:
    engine = open_database(str(folder / "games.db"))
    try:
        return list(GameStore(engine).read(1))
    finally:
        engine.dispose()


def test_a_game_that_the_version_before_began_goes_on_after_the_update(tmp_path: Path) -> None:
    for name in ("sources", "old", "new", "evening"):
        (tmp_path / name).mkdir()
    archive = tmp_path / "sources.tar"
    ran("git", "archive", "--output", archive, the_version_before())
    ran("tar", "--extract", "--file", archive, "--directory", tmp_path / "sources")
    (tmp_path / "sources" / "tablecam" / "version_before.txt").write_text("before")
    installed = Installed(tmp_path / "venv")

    installed.install(wheel_of(tmp_path / "sources", tmp_path / "old"))
    assert installed.marked("version_before.txt") == "before"
    begun = begin_a_game(installed.program, tmp_path / "evening")
    assert len(begun) > ANSWERS

    installed.install(wheel_of(ROOT, tmp_path / "new"))
    assert not list((tmp_path / "venv").rglob("version_before.txt"))
    said = ran(installed.program, "umpire", "--game", "1", "--auto", "--seed", "1", folder=tmp_path / "evening")
    assert " wins: " in said.splitlines()[-1]
    kept = lines(tmp_path / "evening")
    assert kept[: len(begun)] == begun
    assert len(kept) > len(begun)
    assert " wins: " in ran(installed.program, "replay", "1", folder=tmp_path / "evening")
