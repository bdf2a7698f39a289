"""tools/mutants.py: what it changes, which tests a mutant meets, and that a copy alone is changed."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = '''"""Adds 1 to 2."""
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    LATER = 4

Side = Literal[1, 2]
LIMIT = 3


def is_small(number: "int | 5", *, strict: bool = False) -> bool:
    """Whether a number is smaller than 3."""
    if not number:
        raise ValueError("none of 7", 7)
    return (
        number # less < more
        < LIMIT
    ) and -number is not None


def name_size(number: int) -> str:
    return f"{number + 8:.2f}"
'''
TEST = """from tablecam.size import is_small

def test_small():
    assert is_small(2)
    assert not is_small(4)
"""


@pytest.fixture(scope="module")
def mutants() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutants", ROOT / "tools" / "mutants.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    # dataclasses look their module up
    sys.modules["mutants"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    for file, text in {"tablecam/size.py": SOURCE, "tablecam/__init__.py": "", "tests/test_size.py": TEST}.items():
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(text, encoding="utf-8")
    return root


def test_only_code_that_runs_is_changed(mutants: ModuleType, tree: Path) -> None:
    places = mutants.find_places(tree / "tablecam/size.py", tree)
    changes = {(mutant.line, " ".join(mutant.old.split()), mutant.new) for place in places for mutant in place}
    returned = "( number # less < more < LIMIT ) and -number is not None"
    assert changes == {
        (8, "3", "4"), (8, "3", "2"), (11, "False", "True"), (13, "not", ""), (15, returned, "None"),
        (17, "<", "<="), (17, "<", ">="), (18, "and", "or"), (18, "-", ""), (18, "is not", "is"),
        (22, 'f"{number + 8:.2f}"', "None"),
    }  # fmt: skip
    for place in places:
        for mutant in place:
            compile(mutant.apply(SOURCE), mutant.path, "exec")


def test_the_same_seed_draws_the_same_mutants(mutants: ModuleType, tree: Path) -> None:
    drawn = mutants.draw_mutants(tree, 5, 4)
    assert len({(mutant.start, mutant.end) for mutant in drawn}) == 4
    assert mutants.draw_mutants(tree, 5, 4) == drawn
    assert mutants.draw_mutants(tree, 5, 9)[:4] == drawn
    assert mutants.draw_mutants(tree, 6, 4) != drawn
    assert len(mutants.draw_mutants(tree, 5, 1000)) == 9


def test_letters_of_several_bytes_move_no_change(mutants: ModuleType, tree: Path) -> None:
    file = tree / "tablecam/size.py"
    file.write_text('WIDE = "Ä×Ö" if 1 < 2 else "é"\n', encoding="utf-8")
    [less] = [mutant for place in mutants.find_places(file, tree) for mutant in place if mutant.new == "<="]
    assert less.apply(file.read_text(encoding="utf-8")) == 'WIDE = "Ä×Ö" if 1 <= 2 else "é"\n'


def test_a_mutant_meets_the_tests_that_execute_its_statement_the_nearest_first(mutants: ModuleType) -> None:
    seconds = {
        "tests/far/test_a.py::test_a": 1.0,
        "tests/near/test_b.py::test_b": 1.0,
        "tests/near/test_size.py::test_c": 1.0,
    }
    lines = {
        1: [""],
        2: ["tests/far/test_a.py::test_a", "tests/near/test_size.py::test_c", "tests/near/test_b.py", "a failed test"],
        4: ["tests/near/test_b.py::test_b"],
    }  # fmt: skip
    tests = mutants.TestMap(seconds, {"tablecam/near/size.py": lines, "tablecam/far/importer.py": lines})

    def chosen(path: str, first: int, last: int, budget_s: float = 99) -> list[str]:
        mutant = mutants.Mutant(path, first, 0, 1, "1", "2", (first, last))
        return [Path(name).name for name in tests.choose(mutant, ["tablecam/far/importer.py"], budget_s)]

    assert chosen("tablecam/near/size.py", 3, 4) == ["test_b.py::test_b"]
    assert chosen("tablecam/near/size.py", 2, 2) == ["test_size.py::test_c", "test_b.py::test_b", "test_a.py::test_a"]
    assert chosen("tablecam/near/size.py", 2, 2, 2) == ["test_size.py::test_c", "test_b.py::test_b"]
    # at import
    assert len(chosen("tablecam/near/size.py", 1, 1)) == 3
    assert len(chosen("tablecam/near/constants.py", 1, 1)) == 3


def test_importers_are_found_by_the_modules_name(mutants: ModuleType, tree: Path) -> None:
    (tree / "tablecam/user.py").write_text("from tablecam import other, size\n", encoding="utf-8")
    (tree / "tablecam/other.py").write_text("from tablecam.size_of import LIMIT\n", encoding="utf-8")
    assert mutants.find_importers(tree, "tablecam/size.py") == ["tablecam/user.py"]


@pytest.mark.slow
def test_a_mutant_lives_in_a_copy_and_is_killed_or_survives_there(
    mutants: ModuleType, tree: Path, tmp_path: Path
) -> None:
    copy = mutants.Copy(tmp_path / "copy", tree)
    by_change = {
        mutant.new: mutant for place in mutants.find_places(tree / "tablecam/size.py", tree) for mutant in place
    }
    tests = {"tests/test_size.py::test_small": 0.1}
    assert copy.meet(by_change[">="], tests) == "tests/test_size.py::test_small"
    assert copy.meet(by_change["<="], tests) == ""
    assert (copy.folder / "tablecam/size.py").read_text(encoding="utf-8") == SOURCE
