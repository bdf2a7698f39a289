"""The Python sources of the project, read once."""

import ast
import gc
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("tablecam", "calibration", "hardware", "webui")


@dataclass(frozen=True)
class Module:
    """A source file: its dotted name, its lines, its tree, and the modules that it imports anywhere."""

    name: str
    path: Path
    lines: int
    tree: ast.Module
    imports: frozenset[str]


def read(path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text, str(path))
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return Module(name, path, len(text.splitlines()), tree, frozenset(imported_by(tree)))


def imported_by(tree: ast.Module) -> list[str]:
    """Full names of what is imported; the tree has no relative imports, which the linter sees to."""
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def targets(modules: list[Module]) -> dict[str, set[str]]:
    """For each module the modules of ours that it imports."""
    names = {module.name for module in modules}
    found: dict[str, set[str]] = {}
    for module in modules:
        imported = {_module_of(name, names) for name in module.imports}
        found[module.name] = imported - {module.name, ""}
    return found


def _module_of(name: str, modules: set[str]) -> str:
    """The longest beginning of a dotted name that is a module; "" for what is not ours."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def circles(modules: list[Module]) -> list[str]:
    """The first circle of imports, as the modules on it; [] where there is none."""
    try:
        TopologicalSorter(targets(modules)).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def product_modules() -> list[Module]:
    """Every module of the product."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    # all the trees are kept: to look for garbage among them, now and later, takes longer than to make them
    gc.disable()
    try:
        return [read(path) for path in paths if "node_modules" not in path.parts]
    finally:
        gc.freeze()
        gc.enable()
