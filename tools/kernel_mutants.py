"""Draw mutants of the kernel of sight, in C, and count those that the tests of `make test` kill.

python tools/kernel_mutants.py                36 mutants, all tests of sight that `make test` runs
python tools/kernel_mutants.py --only 17      the 17th mutant of the draw alone
python tools/kernel_mutants.py --list         prints the draw and runs nothing

A mutant differs in one token: a comparison, an operator, a constant or a `!`. Comments and preprocessor lines stay:
those hold margins and thresholds, whose neighbours are as good. The same seed draws the same mutants from the same
sources. A mutant that the compiler refuses, or from which it makes the same program, is passed over.

Nothing changes in this tree: mutants are made and compiled in a copy, as by tools/mutants.py.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kernel import FLAGS, FOLDER, find_compiler
from mutants import OPERATORS, ROOT, Copy, Mutant

HIDDEN_TEXT = re.compile(r"/\*.*?\*/|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.DOTALL | re.MULTILINE)
# the formatter puts spaces around an operator between two operands, and none after that of a pointer or a sign
OPERATOR = r"(?<= )(?:<=|>=|==|!=|&&|\|\||\+=|-=|[-+*/<>])(?= )|!(?!=)"
NUMBER = r"(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.])"
TOKEN = re.compile(f"{OPERATOR}|{NUMBER}")
CHANGES = OPERATORS | {"&&": ("||",), "||": ("&&",), "!": ("",)}
# the tests that concern the kernel most come first
TESTS = (
    "tests/oracles/test_kernel_on_drawn_scenes.py", "tests/table/geometry/test_sightlines.py",
    "tests/table/geometry/test_shadow_kernel.py", "tests/table/measure/test_sight_table.py",
    "tests/golden/test_sight_corpus.py", "tests/table/geometry", "tests/table/measure", "tests/oracles",
)  # fmt: skip


def find_places(path: Path, root: Path) -> Iterator[list[Mutant]]:
    """The tokens of a C file that can be changed, each with the mutants that it gives."""
    text = path.read_text(encoding="utf-8")
    code = HIDDEN_TEXT.sub(lambda hidden: re.sub(r"[^\n]", " ", hidden[0]), text)
    for token in TOKEN.finditer(code):
        line = code.count("\n", 0, token.start()) + 1
        yield [
            Mutant(path.relative_to(root).as_posix(), line, *token.span(), token[0], new, (line, line))
            for new in _list_changes(token[0])
        ]


def _list_changes(token: str) -> tuple[str, ...]:
    if not token[0].isdigit():
        return CHANGES[token]
    if token.isdigit():
        return str(int(token) + 1), str(int(token) - 1)
    return str(float(token) + 1), str(float(token) - 1)


def draw_mutants(seed: int) -> Iterator[Mutant]:
    """Mutants of all sources of the kernel, each of another token, without an end before there are no more."""
    chance = random.Random(seed)
    places = [place for path in sorted(FOLDER.glob("*.[ch]")) for place in find_places(path, ROOT)]
    chance.shuffle(places)
    yield from map(chance.choice, places)


class KernelCopy(Copy):
    """A copy of the tree in which mutants of the kernel are made and compiled."""

    def compile(self, mutant: Mutant | None) -> bytes:
        """The program that the compiler makes of a mutant, or of the sources as they are; nothing if it refuses."""
        folder = self.folder / FOLDER.relative_to(ROOT)
        file = self.folder / mutant.path if mutant else folder / "shadow.h"
        text, made = file.read_text(encoding="utf-8"), folder / "mutant.wasm"
        file.write_text(mutant.apply(text) if mutant else text, encoding="utf-8")
        flags = [flag for flag in FLAGS if flag != "-Werror"]
        sources = map(str, sorted(folder.glob("*.c")))
        try:
            compiled = subprocess.run(
                [find_compiler(), "cc", *flags, "-w", "-o", made, *sources], capture_output=True, check=False
            )
            return made.read_bytes() if compiled.returncode == 0 else b""
        finally:
            file.write_text(text, encoding="utf-8")
            made.unlink(missing_ok=True)

    def run_tests(self, program: bytes, tests: str, timeout_s: float) -> str:
        """The test that fails with a program for a kernel, or "" if none does."""
        compiled = self.folder / FOLDER.relative_to(ROOT) / "shadow.wasm"
        whole = compiled.read_bytes()
        try:
            # its last bytes are the digest of the sources that it is made from
            compiled.write_bytes(program + whole[len(self.base) :])
            return self._run([*TESTS, "-m", tests], timeout_s)
        finally:
            compiled.write_bytes(whole)

    base = b""


def draw_programs(copy: KernelCopy, seed: int, count: int) -> Iterator[tuple[Mutant, bytes]]:
    """As many mutants with their programs, each unlike the kernel's own."""
    copy.base = copy.compile(None)
    found = 0
    for mutant in draw_mutants(seed):
        program = copy.compile(mutant)
        if found < count and program not in (b"", copy.base):
            found += 1
            yield mutant, program
        if found == count:
            return


def main(arguments: list[str]) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=36)
    parser.add_argument("--only", type=int, metavar="N", help="the Nth mutant of the draw alone")
    parser.add_argument("--list", action="store_true", help="print the draw and run nothing")
    parser.add_argument("--tests", metavar="EXPR", default="not long", help="tests by their marks, as pytest -m")
    parser.add_argument("--timeout", type=float, default=600, metavar="SECONDS", help="a mutant may take")
    options = parser.parse_args(arguments)
    killed = seen = 0
    with tempfile.TemporaryDirectory(prefix="kernel-mutants-") as scratch:
        copy = KernelCopy(Path(scratch) / "tree")
        for number, (mutant, program) in enumerate(draw_programs(copy, options.seed, options.count), start=1):
            if options.only not in (None, number):
                continue
            killer = "" if options.list else copy.run_tests(program, options.tests, options.timeout)
            verdict = "listed  " if options.list else "killed  " if killer else "survived"
            print(f"{number:3}  {verdict}  {mutant}" + (f"  by {killer}" if killer else ""), flush=True)
            killed, seen = killed + bool(killer), seen + 1
    if not options.list:
        print(f"{killed} of {seen} killed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
