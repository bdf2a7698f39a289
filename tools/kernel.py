"""Compiles the kernel of sight, tablecam/table/geometry/kernel/*.c, to WebAssembly, with the compiler that pip brings.

Standard library only: the build hook runs it when tablecam is installed or packed. Wheel and sdist carry what comes of
it, so that nobody who installs them needs a compiler. Its last bytes are a digest of the sources that it was made from.
"""

import hashlib
import importlib.util
import os
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "tablecam" / "table" / "geometry" / "kernel"
COMPILED = FOLDER / "shadow.wasm"
FLAGS = ["-target", "wasm32-freestanding", "-nostdlib", "-Wl,--no-entry", "-Wl,--strip-all"]
FLAGS += ["-O3", "-flto", "-msimd128", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
# a section that programs pass over: its kind, the length of all that follows, and that of its name
NAME = b"sources"


def digest(folder: Path = FOLDER) -> bytes:
    """The SHA-256 of all sources, by their names."""
    found = hashlib.sha256()
    for path in _sources(folder, "*.[ch]"):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.digest()


def is_stale() -> bool:
    """Whether the compiled kernel is missing or was made from other sources."""
    return not (COMPILED.is_file() and COMPILED.read_bytes().endswith(NAME + digest()))


def build() -> None:
    """Writes the compiled kernel unless it is up to date; CalledProcessError where a source is at fault."""
    if not is_stale():
        return
    sources = [str(path) for path in _sources(FOLDER, "*.c")]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / COMPILED.name
        subprocess.run([find_compiler(), "cc", *FLAGS, "-o", str(made), *sources], check=True)
        told = bytes([len(NAME)]) + NAME + digest()
        COMPILED.write_bytes(made.read_bytes() + bytes([0, len(told)]) + told)


def find_compiler() -> Path:
    """The compiler of the package `ziglang`."""
    spec = importlib.util.find_spec("ziglang")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(
            "the kernel of sight is compiled by ziglang, which is not installed: pip install ziglang"
        )
    return Path(spec.origin).parent / ("zig.exe" if os.name == "nt" else "zig")


def _sources(folder: Path, pattern: str) -> Iterable[Path]:
    return sorted(folder.glob(pattern))
