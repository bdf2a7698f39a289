"""Measure the house: names, phrases, pieces. Every row of the table in CONTRIBUTING comes from here.

python tools/house.py              print the table
python tools/house.py --list ROW   name what counts in a row: "one word", "participle", "preposition", "empty local",
                                   "dialect", "single importer", "class twice"
"""

import argparse
import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("tablecam", "calibration", "webui", "hardware")
LEFT_OUT = {"node_modules", "static", "locale", "migrations", "__pycache__"}
TEXTS = {".py", ".ts", ".tsx", ".md"}
SMALL_MODULE = 80

IRREGULAR = frozenset({
    "told", "seen", "written", "sent", "lost", "kept", "made", "known", "taken", "given", "drawn", "said",
    "held", "found", "gone", "won", "shown", "born", "met", "paid", "sold", "spent", "struck", "thrown", "worn",
    "chosen", "broken", "hidden", "laid", "led", "bound", "built", "bought", "brought", "caught", "done",
    "felt", "fallen", "forgotten", "frozen", "grown", "hung", "heard", "lent", "meant", "risen", "sought",
    "stood", "swept", "taught", "thought", "understood",
})  # fmt: skip
NO_PARTICIPLES = frozenset({
    "need", "feed", "speed", "seed", "bed", "red", "shed", "embed", "breed", "proceed", "exceed", "succeed",
})  # fmt: skip
PREPOSITIONS = frozenset({
    "of", "at", "over", "away", "under", "here", "apart", "out", "in", "to", "from", "between", "after",
    "before", "off", "around", "through", "within", "by",
})  # fmt: skip
# `to_json`, `from_toml`, `by_name` say what they do
CONVERSIONS = frozenset(("to", "from", "by"))
EMPTY_LOCALS = frozenset({
    "found", "each", "one", "other", "own", "first", "last", "now", "before", "after", "at", "left", "known",
    "seen", "placed", "said", "told", "given", "kept", "made", "taken", "whole", "way", "thing", "part", "end",
    "wanted", "asked", "here", "there", "apart", "away", "over", "past", "same", "most", "least", "rest",
    "half", "both", "any", "all", "some", "such",
})  # fmt: skip
DIALECT = {
    "is told, are told": r"\b(?:is|are) told\b",
    "noun-less opening": r'"""(?:Who|What|Whose|That|Those|Where) ',
    "so many": r"\bso many\b",
    "as X has it": r"\bas [a-z]+ has it\b",
    "anew": r"\banew\b",
    "reckon": r"\breckon",
    "aslant": r"\baslant\b",
}


@dataclass
class Measurement:
    """What was counted: a number a row, how many there were to count, and what counted."""

    counts: Counter[str] = field(default_factory=Counter)
    of: Counter[str] = field(default_factory=Counter)
    offenders: dict[str, Counter[str]] = field(default_factory=dict)

    def count(self, row: str, name: str) -> None:
        """Count an offender."""
        self.counts[row] += 1
        self.offenders.setdefault(row, Counter())[name] += 1

    def share(self, row: str) -> float:
        """How many in a hundred offend."""
        return 100 * self.counts[row] / max(1, self.of[row])


def list_files(endings: set[str], *roots: str) -> Iterator[Path]:
    """Every file below the roots with one of these endings; what is built or installed is left out."""
    for root in roots:
        path = ROOT / root
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.suffix in endings and not LEFT_OUT & set(file.relative_to(ROOT).parts):
                yield file


def split_words(name: str) -> list[str]:
    """The words of an identifier, in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)] or ["x"]


def is_participle(word: str) -> bool:
    """Whether a word looks like a past participle."""
    return word in IRREGULAR or (word.endswith("ed") and word not in NO_PARTICIPLES)


def measure_names(measured: Measurement, tree: ast.AST) -> None:
    """Count functions and locals whose names do not say what they are; properties and dunder methods do not count."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not node.name.startswith("__") and not _is_property(node):
                _count_function(measured, node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            measured.of["empty local"] += 1
            if node.id in EMPTY_LOCALS:
                measured.count("empty local", node.id)


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)


def _count_function(measured: Measurement, name: str) -> None:
    words = split_words(name)
    for row in ("one word", "participle", "preposition"):
        measured.of[row] += 1
    if len(words) == 1:
        measured.count("one word", name)
    if is_participle(words[0]):
        measured.count("participle", name)
    elif words[0] in PREPOSITIONS - CONVERSIONS or (len(words) > 1 and words[-1] in PREPOSITIONS):
        measured.count("preposition", name)


def measure_dialect(measured: Measurement) -> None:
    """Count phrases that a native reader stumbles over, in the product, the page and the docs."""
    for file in list_files(TEXTS, *PRODUCT, "docs", "README.md", "CONTRIBUTING.md", "examples", "tools"):
        if file == Path(__file__).resolve():
            continue
        text = file.read_text(encoding="utf-8")
        for row, phrase in DIALECT.items():
            for match in re.finditer(phrase, text):
                line = text.count("\n", 0, match.start()) + 1
                measured.count(row, f"{file.relative_to(ROOT)}:{line}")


def measure_modules(measured: Measurement) -> None:
    """Count lines, files, class names that stand twice, and small modules that one neighbour alone imports."""
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in list_files({".py"}, *PRODUCT)}
    classes: dict[str, set[Path]] = {}
    for file, tree in trees.items():
        measure_names(measured, tree)
        measured.counts["Python files"] += 1
        measured.counts["Python lines"] += file.read_text(encoding="utf-8").count("\n")
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, set()).add(file)
    for name, files in classes.items():
        if len(files) > 1:
            measured.count("class twice", name)
    for module, importer in find_single_importers(trees):
        measured.count("single importer", f"{module.relative_to(ROOT)} <- {importer.name}")


def find_single_importers(trees: dict[Path, ast.Module]) -> Iterator[tuple[Path, Path]]:
    """Small modules that exactly one other module of the product imports, which lies in the same folder."""
    names = {_dotted(file): file for file in trees}
    importers: dict[Path, set[Path]] = {file: set() for file in trees}
    for file, tree in trees.items():
        for name in _imported_names(tree):
            while name and name not in names:
                name = name.rpartition(".")[0]
            if name and names[name] != file:
                importers[names[name]].add(file)
    for module, users in importers.items():
        lines = module.read_text(encoding="utf-8").count("\n")
        if len(users) == 1 and lines < SMALL_MODULE and module.name != "__init__.py":
            (importer,) = users
            if importer.parent == module.parent:
                yield module, importer


def _dotted(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def measure_typescript(measured: Measurement) -> None:
    """Count lines of TypeScript and find the longest."""
    for file in list_files({".ts", ".tsx"}, "webui/frontend/src"):
        lines = file.read_text(encoding="utf-8").splitlines()
        measured.counts["TypeScript files"] += 1
        measured.counts["TypeScript lines"] += len(lines)
        measured.counts["longest TypeScript line"] = max(
            measured.counts["longest TypeScript line"], *map(len, lines), 0
        )


def measure_house() -> Measurement:
    """Measure the whole tree."""
    measured = Measurement()
    measure_modules(measured)
    measure_typescript(measured)
    measure_dialect(measured)
    return measured


def main() -> None:
    """Print the table, or what counts in one row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", metavar="ROW", help="name what counts in a row")
    row = parser.parse_args().list
    measured = measure_house()
    if row:
        rows = DIALECT if row == "dialect" else (row,)
        for name in rows:
            for offender, count in measured.offenders.get(name, Counter()).most_common():
                print(f"{name}: {offender} {count}")
        return
    for name in ("one word", "participle", "preposition", "empty local"):
        print(f"{name}: {measured.share(name):.1f} % of {measured.of[name]}")
    for name in (*DIALECT, "class twice", "single importer"):
        print(f"{name}: {measured.counts[name]}")
    for name in ("Python lines", "Python files", "TypeScript lines", "TypeScript files", "longest TypeScript line"):
        print(f"{name}: {measured.counts[name]}")


if __name__ == "__main__":
    main()
