"""The Python sources of the project, read once."""

import ast
from dataclasses import dataclass
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


def product_modules() -> list[Module]:
    """Every module of the product."""
    found = [read(path) for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return [module for module in found if "node_modules" not in module.path.parts]
