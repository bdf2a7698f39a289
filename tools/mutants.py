"""Draw mutants of the product and count those that the tests kill.

python tools/mutants.py                     120 mutants, the tests of `make test`
python tools/mutants.py --count 20 --tests "not slow and not browser and not long"
python tools/mutants.py --only 17           the 17th mutant of the draw alone
python tools/mutants.py --keep FOLDER       keeps what the first run found out, for the next call with the same tests

A mutant differs from the product in one token: a comparison, an operator, a constant, a truth value, a `not`, a
`break`, or the value that a function returns. Mutants are drawn from code that runs: docstrings, annotations,
decorators, errors and formatted texts stay. The same seed draws the same mutants from the same sources.

Nothing changes in this tree: mutants are made in copies in a temporary folder. To afford it, the tests run once under
coverage, which notes the test that executes each line. A mutant meets only tests that execute its statement, and that
passed in that run. A statement that runs at import meets the tests that execute anything else in its module, or else
in the modules that import it. Tests of the nearest folder come first, up to `--budget` seconds of them, and the first
that fails ends the run. A mutant whose tests take four times as long, and a minute more, counts as killed.
"""

import argparse
import ast
import json
import os
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("tablecam", "calibration", "webui", "hardware")
LEFT_OUT = {"node_modules", "static", "migrations"}
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "node_modules", ".*_cache", ".hypothesis", "__pycache__")
LINKED = (".venv", "webui/frontend/node_modules")

OPERATORS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "is": ("is not",), "is not": ("is",), "in": ("not in",), "not in": ("in",), "and": ("or",), "or": ("and",),
    "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "//": ("*",),
    "+=": ("-=",), "-=": ("+=",), "*=": ("/=",), "/=": ("*=",),
}  # fmt: skip
MOST_LETTERS = 40
SKIPPED = (ast.JoinedStr, ast.Raise, ast.Assert)


@dataclass(frozen=True)
class Mutant:
    """One changed token: where it stands in the file's text, and its statement's first and last line."""

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str
    statement: tuple[int, int]

    def apply(self, text: str) -> str:
        """The file's text with the change."""
        return text[: self.start] + self.new + text[self.end :]

    def __str__(self) -> str:
        old = " ".join(self.old.split())
        shown = old if len(old) <= MOST_LETTERS else old[: MOST_LETTERS - 3] + "..."
        return f"{self.path}:{self.line}  {shown} -> {self.new or 'nothing'}"


def draw_mutants(root: Path, seed: int, count: int) -> list[Mutant]:
    """Mutants of the product under a folder, each of another token; fewer than `count` where there are no more.

    A larger count draws the same ones first.
    """
    chance = random.Random(seed)
    places = [place for path in _list_sources(root) for place in find_places(path, root)]
    chance.shuffle(places)
    return [chance.choice(place) for place in places[:count]]


def _list_sources(root: Path) -> list[Path]:
    files = (path for package in PRODUCT for path in (root / package).rglob("*.py"))
    return sorted(path for path in files if not LEFT_OUT & set(path.relative_to(root).parts))


def find_places(path: Path, root: Path) -> list[list[Mutant]]:
    """The tokens of a file that can be changed, each with the mutants that it gives."""
    with path.open(encoding="utf-8", newline="") as file:
        text = file.read()
    return list(_Finder(path.relative_to(root).as_posix(), text).walk(ast.parse(text)))


class _Finder:
    """Walks one file, and knows which statement it is in."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._text = text
        self._lines = [line.encode() for line in text.splitlines(keepends=True)]
        self._line_starts = [0]
        for line in self._lines:
            self._line_starts.append(self._line_starts[-1] + len(line.decode()))
        self._statement = (1, 1)

    def walk(self, node: ast.AST) -> Iterator[list[Mutant]]:
        """The places in a node and below it, in the order of the text."""
        if isinstance(node, SKIPPED) or _is_for_readers(node):
            return
        if isinstance(node, ast.stmt):
            self._statement = _find_header(node)
        here = self._statement
        yield from self._find_own(node)
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list"}:
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    self._statement = here
                    yield from self.walk(child)

    def _find_own(self, node: ast.AST) -> Iterator[list[Mutant]]:
        for left, right in _pair_operands(node):
            yield from self._swap_operator(self._end(left), self._start(right))
        match node:
            case ast.UnaryOp(op=ast.Not() | ast.USub()):
                yield [self._mutant(self._start(node), self._start(node.operand), "")]
            case ast.Constant(value=bool() | int() | float()) | ast.Break() | ast.Continue():
                yield [self._mutant(self._start(node), self._end(node), new) for new in _list_replacements(node)]
            case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
                yield [self._mutant(self._start(value), self._end(value), "None")]

    def _swap_operator(self, start: int, end: int) -> Iterator[list[Mutant]]:
        """The places of the operator that stands between two operands; parentheses and comments may stand there too."""
        for found in re.finditer(r"#[^\n]*|not\s+in|is\s+not|[a-z]+|[-+*/<>=!%@&|^]+", self._text[start:end]):
            changes = OPERATORS.get(" ".join(found[0].split()), ())
            if changes:
                yield [self._mutant(start + found.start(), start + found.end(), new) for new in changes]

    def _mutant(self, start: int, end: int, new: str) -> Mutant:
        line = self._text.count("\n", 0, start) + 1
        return Mutant(self._path, line, start, end, self._text[start:end], new, self._statement)

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._offset(node.lineno, node.col_offset)

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._offset(node.end_lineno, node.end_col_offset)

    def _offset(self, line: int, column: int) -> int:
        """The place in the text of a line and of bytes in it."""
        return self._line_starts[line - 1] + len(self._lines[line - 1][:column].decode())


def _pair_operands(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """The operands between which an operator stands."""
    match node:
        case ast.Compare(left=left, comparators=others):
            return list(zip([left, *others], others, strict=False))
        case ast.BoolOp(values=values):
            return list(pairwise(values))
        case ast.BinOp(left=left, right=right) | ast.AugAssign(target=left, value=right):
            return [(left, right)]
    return []


def _list_replacements(node: ast.Constant | ast.Break | ast.Continue) -> list[str]:
    """The replacements for a constant, a `break` or a `continue`."""
    match node:
        case ast.Constant(value=bool() as value):
            return [repr(not value)]
        case ast.Constant(value=int() | float() as number):
            return [repr(number + 1), repr(number - 1)]
        case ast.Break():
            return ["continue"]
    return ["break"]


def _is_for_readers(node: ast.AST) -> bool:
    """Whether a node is only read by type checkers, or only runs in a program of its own."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return True
        case ast.Subscript(value=ast.Name(id="Literal")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
    return False


def _find_header(node: ast.stmt) -> tuple[int, int]:
    """The lines of a statement, without the statements inside it."""
    inner = [child.lineno for child in ast.walk(node) if isinstance(child, ast.stmt) and child is not node]
    end = node.end_lineno or node.lineno
    return node.lineno, max(node.lineno, min([end + 1, *inner]) - 1) if inner else end


# ---- the plugin of pytest that notes which test executes what: `-p mutants`


def pytest_configure(config: "pytest.Config") -> None:
    """Note tests where this file is loaded as a plugin."""
    config.pluginmanager.register(TestRecorder(Path(os.environ["MUTANTS_TESTS"])))


class TestRecorder:
    """Names to coverage the test that runs, or its file while fixtures are made, and writes down what passed."""

    __test__ = False

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: dict[str, float] = defaultdict(float)
        self._failed: set[str] = set()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Count fixtures for all tests of the file."""
        _switch_context(nodeid.partition("::")[0])

    def pytest_runtest_call(self, item: "pytest.Item") -> None:
        """Count what runs from here on for this test alone."""
        _switch_context(item.nodeid)

    def pytest_runtest_teardown(self, item: "pytest.Item") -> None:
        """Count fixtures for all tests of the file again."""
        _switch_context(item.nodeid.partition("::")[0])

    def pytest_runtest_logreport(self, report: "pytest.TestReport") -> None:
        """Add up the seconds of a test."""
        self._seconds[report.nodeid] += report.duration
        if report.outcome != "passed":
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the seconds of each test that passed."""
        passed = {name: seconds for name, seconds in self._seconds.items() if name not in self._failed}
        self._file.write_text(json.dumps(passed), encoding="utf-8")


def _switch_context(name: str) -> None:
    import coverage

    running = coverage.Coverage.current()
    if running is not None:
        running.switch_context(name)


# ---- which tests concern a mutant


class TestMap:
    """The tests that passed, with their seconds, and the lines of each file that they execute."""

    __test__ = False

    def __init__(self, seconds: dict[str, float], contexts: dict[str, dict[int, list[str]]]) -> None:
        self._seconds = seconds
        self._contexts = contexts
        self._by_file: dict[str, list[str]] = defaultdict(list)
        for name in seconds:
            self._by_file[name.partition("::")[0]].append(name)

    @classmethod
    def load(cls, folder: Path, tree: Path) -> "TestMap":
        """The map that a run left in a folder; `tree` is where it ran."""
        from coverage import CoverageData

        data = CoverageData(str(folder / "coverage"))
        data.read()
        contexts = {
            Path(file).relative_to(tree).as_posix(): data.contexts_by_lineno(file)
            for file in data.measured_files()
        }  # fmt: skip
        return cls(json.loads((folder / "tests.json").read_text(encoding="utf-8")), contexts)

    def choose(self, mutant: Mutant, importers: list[str], budget_s: float) -> dict[str, float]:
        """The tests that a mutant meets, the nearest first, with their seconds; none if no test executes it."""
        lines = self._contexts.get(mutant.path, {})
        first, last = mutant.statement
        names = self._list_tests(lines, range(first, last + 1)) or self._list_tests(lines, lines)
        for path in () if names else importers:
            others = self._contexts.get(path, {})
            names |= self._list_tests(others, others)
        files: dict[str, list[str]] = defaultdict(list)
        for name in self._seconds:
            if name in names:
                files[name.partition("::")[0]].append(name)
        chosen: dict[str, float] = {}
        for file in sorted(files, key=lambda file: (-_count_common_folders(file, mutant.path), len(files[file]), file)):
            for name in files[file]:
                if not chosen or sum(chosen.values()) + self._seconds[name] <= budget_s:
                    chosen[name] = self._seconds[name]
        return chosen

    def _list_tests(self, lines: dict[int, list[str]], wanted: Any) -> set[str]:
        contexts = {context for line in wanted for context in lines.get(line, ())}
        return {name for context in contexts for name in self._by_file.get(context, [context]) if name in self._seconds}


def _count_common_folders(test: str, path: str) -> float:
    """How near a test's file lies to a file of the product, since tests mirror the code; its own test is nearest."""
    folders, others = Path(test).parts[1:-1], Path(path).parts[:-1]
    if others[0] == "tablecam":
        others = others[1:]
    common = 0
    while common < min(len(folders), len(others)) and folders[common] == others[common]:
        common += 1
    return common + (100 if Path(test).stem.removeprefix("test_") == Path(path).stem else 0)


def find_importers(root: Path, path: str) -> list[str]:
    """The product's files that import a module by its name."""
    parts = Path(path).with_suffix("").parts
    module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    package, _, name = module.rpartition(".")
    line = re.compile(rf"^\s*(?:from {re.escape(module)} import|import {re.escape(module)}\b"
                      rf"|from {re.escape(package)} import .*\b{re.escape(name)}\b)", re.MULTILINE)  # fmt: skip
    files = _list_sources(root)
    return [file.relative_to(root).as_posix() for file in files if line.search(file.read_text(encoding="utf-8"))]


# ---- the runs


class Copy:
    """A copy of the tree in which mutants are made."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.folder = folder
        shutil.copytree(root, folder, ignore=NOT_COPIED)
        for name in LINKED:
            if (root / name).exists():
                (folder / name).symlink_to((root / name).resolve())

    def note_tests(self, notes: Path, tests: str) -> None:
        """Run the tests once, and leave in a folder which of them passed and what they executed."""
        notes.mkdir(parents=True, exist_ok=True)
        environment = self._environment() | {"MUTANTS_TESTS": str(notes / "tests.json")}
        environment["PYTHONPATH"] += os.pathsep + str(ROOT / "tools")
        under_coverage = ["coverage", "run", f"--data-file={notes / 'coverage'}", f"--source={','.join(PRODUCT)}"]
        command = [sys.executable, "-m", *under_coverage, "-m", "pytest", "-q", "-p", "mutants", "-m", tests]
        subprocess.run(command, cwd=self.folder, env=environment, check=False)

    def meet(self, mutant: Mutant, chosen: dict[str, float]) -> str:
        """The test that kills a mutant, or "" if it survives."""
        file = self.folder / mutant.path
        text, before = file.read_bytes(), file.stat()
        try:
            file.write_bytes(mutant.apply(text.decode()).encode())
            return self._run(list(chosen), 60 + 4 * sum(chosen.values()))
        finally:
            file.write_bytes(text)
            os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    def _run(self, names: list[str], timeout_s: float) -> str:
        listed = self.folder / "chosen_tests.txt"
        listed.write_text("\n".join(names), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{listed}"]
        # bytecode of a mutant would outlive it
        environment = self._environment() | {"PYTHONDONTWRITEBYTECODE": "1"}
        with subprocess.Popen(
            command, cwd=self.folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as running:  # fmt: skip
            try:
                output, _ = running.communicate(timeout=timeout_s)
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                return "a timeout"
        if running.returncode == 0:
            return ""
        if running.returncode == 4 and any("::" in name for name in names):
            # a test is named by what the mutant changed
            return self._run(sorted({name.partition("::")[0] for name in names}), timeout_s)
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: \(| - |$)", output, re.MULTILINE)
        return failed[1] if failed else "the import"

    def _environment(self) -> dict[str, str]:
        path = os.pathsep.join(filter(None, [str(self.folder), os.environ.get("PYTHONPATH", "")]))
        return {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}


def main(arguments: list[str]) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--only", type=int, metavar="N", help="the Nth mutant of the draw alone")
    parser.add_argument("--tests", metavar="EXPR", default="not long", help="tests by their marks, as pytest -m")
    parser.add_argument("--budget", type=float, default=300, metavar="SECONDS", help="of tests that a mutant meets")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep there which test executes what")
    options = parser.parse_args(arguments)

    drawn = list(enumerate(draw_mutants(ROOT, options.seed, options.count), start=1))
    if options.only:
        drawn = drawn[options.only - 1 : options.only]
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        survived = _run_all(drawn, options, Path(scratch))
    print(f"{len(drawn) - survived} of {len(drawn)} killed, {survived} survived")
    return 0


def _run_all(drawn: list[tuple[int, Mutant]], options: argparse.Namespace, scratch: Path) -> int:
    """Run all mutants, print a line for each, and return how many survived."""
    first = Copy(scratch / "0")
    notes = (options.keep or scratch / "notes").resolve()
    if not (notes / "tests.json").is_file():
        first.note_tests(notes, options.tests)
        (notes / "tree.txt").write_text(str(first.folder), encoding="utf-8")
    tests = TestMap.load(notes, Path((notes / "tree.txt").read_text(encoding="utf-8")))
    copies: queue.Queue[Copy] = queue.Queue()
    for copy in [first, *(Copy(scratch / str(number)) for number in range(1, options.jobs))]:
        copies.put(copy)

    def run(numbered: tuple[int, Mutant]) -> bool:
        number, mutant = numbered
        chosen = tests.choose(mutant, find_importers(ROOT, mutant.path), options.budget)
        copy = copies.get()
        killer = copy.meet(mutant, chosen) if chosen else ""
        copies.put(copy)
        verdict = f"killed    {mutant}  by {killer}" if killer else f"survived  {mutant}  {len(chosen)} tests"
        print(f"{number:4}  {verdict}", flush=True)
        return not killer

    with ThreadPoolExecutor(options.jobs) as pool:
        return sum(pool.map(run, drawn))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
