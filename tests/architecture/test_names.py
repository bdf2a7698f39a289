"""One name for one thing: no two classes of the program or of one rulebook, and no two modules of tests."""

import ast
import tomllib
from collections import Counter, defaultdict

import pytest
from sources import ROOT, Module

from tablecam.base.i18n import get_domain


def classes(modules: list[Module]) -> dict[tuple[str, str], list[str]]:
    """Where each class name is defined, nested classes too; by the rulebook that it belongs to, or the program."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                found[get_domain(module.name), node.name].append(module.name)
    return found


@pytest.mark.slow
def test_no_two_classes_have_the_same_name(modules: list[Module]) -> None:
    twice = {name: where for name, where in classes(modules).items() if len(where) > 1}
    assert twice == {}


def test_two_rulebooks_may_share_a_name_but_one_may_not_use_it_twice() -> None:
    tree, none = ast.parse("class Moved: pass"), frozenset[str]()
    names = ("tablecam.rules.books.chess.rules", "tablecam.rules.books.chess.board", "tablecam.rules.books.go.rules")
    found = classes([Module(name, ROOT, 1, tree, none) for name in names])
    assert sorted(map(len, found.values())) == [1, 2]


def test_no_two_modules_of_tests_have_the_same_name() -> None:
    # pytest imports them by their names alone
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


def test_no_two_folders_of_the_tests_path_share_a_module() -> None:
    """Which of two modules of a name a test imports would depend on the order of collection."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = [ROOT / name for name in settings["tool"]["pytest"]["ini_options"]["pythonpath"] if name != "."]
    names = Counter(path.name for folder in folders for path in folder.glob("*.py") if path.name != "conftest.py")
    assert {name: count for name, count in names.items() if count > 1} == {}
