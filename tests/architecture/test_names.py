"""One name for one thing: no two classes of the product are called the same, and no two modules of tests."""

import ast
from collections import defaultdict

import pytest
from sources import ROOT, Module


def classes(modules: list[Module]) -> dict[str, list[str]]:
    """Where each class name is defined, nested classes too."""
    found: dict[str, list[str]] = defaultdict(list)
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(module.name)
    return found


@pytest.mark.slow
def test_no_two_classes_have_the_same_name(modules: list[Module]) -> None:
    twice = {name: where for name, where in classes(modules).items() if len(where) > 1}
    assert twice == {}


def test_no_two_modules_of_tests_have_the_same_name() -> None:
    # pytest imports them by their names alone
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
