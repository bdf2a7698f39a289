"""Builds what a release uploads, and tries it as a user gets it: `make release-check`. Needs a package index.

The sdist is built, the wheel from the sdist, and both are read by `twine check`. The wheel is installed away from the
sources twice: with the newest libraries, and with the oldest that pyproject.toml allows.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UV = Path(sys.executable).with_name("uv")
# nothing of this environment may be found from those
ELSEWHERE = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
LIBRARIES = {"newest": "highest", "oldest": "lowest-direct"}
RELEASE = re.compile(r"^## (\d+\.\d+\.\d+), \d{4}-\d{2}-\d{2}$", re.MULTILINE)
# the help of each command, which imports what the command is made of
EVERY_HELP = """
import click
from click.testing import CliRunner
from tablecam.__main__ import cli

def show_help(command, words):
    answer = CliRunner().invoke(cli, [*words, "--help"])
    assert answer.exit_code == 0 and answer.output.startswith("Usage: "), (words, answer)
    names = command.list_commands(click.Context(command)) if isinstance(command, click.Group) else ()
    return 1 + sum(show_help(command.get_command(click.Context(command), name), [*words, name]) for name in names)

print(show_help(cli, []))
"""


def find_release(tag: str = "") -> str:
    """The version of pyproject.toml. SystemExit if the changelog's newest release, or the tag, is another."""
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    released = RELEASE.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    if released is None or released[1] != version:
        sys.exit(f"CHANGELOG.md's newest release is {released and released[1]}, and pyproject.toml has {version}")
    if tag and tag != f"v{version}":
        sys.exit(f"the tag is {tag}, and pyproject.toml has {version}: the tag of this release is v{version}")
    return version


def build(folder: Path) -> Path:
    """Build the sdist, and the wheel from it; returns the wheel."""
    run([UV, "build", "--quiet", "--python", sys.executable, "--out-dir", folder, ROOT], folder)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    run([UV, "tool", "run", "--quiet", "--from", "twine>=6.1", "twine", "check", "--strict", wheel, sdist], folder)
    return wheel


def install(wheel: Path, folder: Path, resolution: str) -> Path:
    """Install the wheel without extras into an empty environment; returns its programs' folder."""
    run([UV, "venv", "--quiet", "--python", sys.executable, folder], folder.parent)
    run([UV, "pip", "install", "--quiet", "--resolution", resolution, "--python", folder, wheel], folder.parent)
    return folder / ("Scripts" if os.name == "nt" else "bin")


def smoke(programs: Path, folder: Path, version: str) -> None:
    """Run the installed program: its version, every help, a picture, the sheets, and a game."""
    tablecam = programs / "tablecam"
    expect(version in run([tablecam, "--version"], folder), f"the program is version {version}")
    commands = run([programs / "python", "-I", "-c", EVERY_HELP], folder)
    print(f"  help of {commands.strip()} commands")
    example = ROOT / "examples"
    seen = json.loads(run([tablecam, "measure", example / "photo.jpg", "--table", example / "table", "--json"], folder))
    expect(bool(seen["models"]) and not seen["missing_models"], "the models of a picture are measured")
    sight = run([programs / "python", "-I", example / "sight_between_two_models.py"], folder)
    expect(" sees " in sight, "one model's view of another is measured")
    run([tablecam, "print", "all", "--out", "sheets"], folder)
    made = {path.suffix for path in (folder / "sheets").rglob("*")}
    expect({".pdf", ".stl"} <= made, "sheets and trays are made")
    played = run([tablecam, "umpire", "--auto", "--seed", 7, "--forces", "harbour_watch", "tunnel_kin"], folder)
    expect(" wins: " in played, "a game plays itself to its end")
    run([tablecam, "replay", 1, "--verify"], folder)
    run([tablecam, "replay", 1, "--report", "report.html", "--film", "game.webp"], folder)
    expect({"report.html", "game.webp"} <= {path.name for path in folder.iterdir()}, "it is verified, told and filmed")


def keep(folder: Path, out: Path) -> None:
    """Copy sdist and wheel to a folder."""
    out.mkdir(parents=True, exist_ok=True)
    for path in (*folder.glob("*.whl"), *folder.glob("*.tar.gz")):
        shutil.copy2(path, out)


def expect(is_true: bool, statement: str) -> None:
    """Print a statement that is true. SystemExit if it is not."""
    if not is_true:
        sys.exit(f"  not so: {statement}")
    print(f"  {statement}")


def run(command: list[object], folder: Path) -> str:
    """Run a command and return its output; SystemExit with the output if it fails."""
    done = subprocess.run([*map(str, command)], cwd=folder, env=ELSEWHERE, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Build, check, install and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tag", default="", help="the tag of the release, such as v0.2.0, to compare with the version")
    parser.add_argument("--out", type=Path, help="the folder that gets sdist and wheel if everything is right")
    wanted = parser.parse_args()
    version = find_release(wanted.tag)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build(folder)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
        for libraries, resolution in LIBRARIES.items():
            print(f"with the {libraries} libraries")
            away = folder / libraries
            away.mkdir()
            smoke(install(wheel, away / "venv", resolution), away, version)
        if wanted.out:
            keep(folder, wanted.out)


if __name__ == "__main__":
    main()
