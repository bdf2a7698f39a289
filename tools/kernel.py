"""Compiles the kernel of sight, tablecam/geometry/kernel/*.c, to WebAssembly: `make kernel`.

What comes of it is kept in git, so that whoever installs tablecam needs no compiler. Its last bytes are a digest of the
sources that it was made from, by which a test knows whether it is still theirs.
"""

import hashlib
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "tablecam" / "geometry" / "kernel"
COMPILED = FOLDER / "shadow.wasm"
FLAGS = ["-target", "wasm32-freestanding", "-nostdlib", "-Wl,--no-entry", "-Wl,--strip-all"]
FLAGS += ["-O3", "-flto", "-msimd128", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
# a section that programs pass over: its kind, the length of all that follows, and that of its name
NAME = b"sources"


def digest(folder: Path = FOLDER) -> bytes:
    """Of all sources, by their names."""
    found = hashlib.sha256()
    for path in _sources(folder, "*.[ch]"):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.digest()


def compile_all() -> None:
    """Writes the compiled kernel; CalledProcessError where a source is at fault."""
    sources = [str(path) for path in _sources(FOLDER, "*.c")]
    subprocess.run([sys.executable, "-m", "ziglang", "cc", *FLAGS, "-o", str(COMPILED), *sources], check=True)
    told = bytes([len(NAME)]) + NAME + digest()
    COMPILED.write_bytes(COMPILED.read_bytes() + bytes([0, len(told)]) + told)
    COMPILED.chmod(0o644)


def _sources(folder: Path, pattern: str) -> Iterable[Path]:
    return sorted(folder.glob(pattern))


if __name__ == "__main__":
    compile_all()
