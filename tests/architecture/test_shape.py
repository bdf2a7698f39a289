"""Modules are small, packages are docstrings, and nothing is a drawer for odds and ends."""

import ast

import pytest
from sources import ROOT

LONGEST_MODULE = 500
# webui's holds the application factory, as Flask's own examples do; tablecam's is the lazy door for other programs
FACTORIES = {"webui", "tablecam"}
FORBIDDEN_NAMES = {"util", "utils", "helper", "helpers", "manager", "managers", "engine", "handler", "misc", "common"}


def test_no_module_is_longer_than_500_lines(modules) -> None:
    assert [f"{module.name}: {module.lines}" for module in modules if module.lines > LONGEST_MODULE] == []


@pytest.mark.parametrize("folder", ["tests", "tools", "examples"])
def test_no_module_beside_the_product_is_longer_either(folder: str) -> None:
    lengths = {path: path.read_bytes().count(b"\n") for path in sorted((ROOT / folder).rglob("*.py"))}
    assert [f"{path}: {lines}" for path, lines in lengths.items() if lines > LONGEST_MODULE] == []


def test_every_package_file_is_only_a_docstring(modules) -> None:
    wrong = [
        module.name
        for module in modules
        if module.path.name == "__init__.py" and module.name not in FACTORIES
        if len(module.tree.body) != 1 or ast.get_docstring(module.tree) is None
    ]
    assert wrong == []


def test_every_module_says_what_it_is_for(modules) -> None:
    assert [module.name for module in modules if not ast.get_docstring(module.tree)] == []


def test_no_module_is_a_drawer_for_odds_and_ends(modules) -> None:
    assert [module.name for module in modules if FORBIDDEN_NAMES & set(module.path.stem.split("_"))] == []


@pytest.mark.slow
def test_no_module_is_a_singleton_or_keeps_global_state(modules) -> None:
    wrong = [
        f"{module.name}:{node.lineno}"
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Global)
    ]
    assert wrong == []
