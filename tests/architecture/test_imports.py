"""Imports follow the data: a frame goes in at one end and a screen comes out at the other."""

import ast
import sys

# What a part may import of the others. A part is a package or module directly under tablecam, or a top-level package.
# Geometry is the ground that everything else stands on, and "table" the vocabulary of the position.
MAY_IMPORT: dict[str, set[str]] = {
    "i18n": set(),
    "languages": set(),
    "units": set(),
    "errors": set(),
    "clause": set(),
    "geometry": {"units", "errors"},
    "table": {"units", "errors", "geometry"},
    "vision": {"units", "errors", "geometry"},
    "camera": {"units", "errors", "geometry", "vision", "table", "storage"},
    "tracking": {"units", "errors", "geometry", "vision", "table"},
    "measure": {"units", "errors", "geometry", "table"},
    "rules": {"errors", "clause", "measure"},
    "tournament": {"units", "errors", "clause"},
    "storage": {"units", "errors", "geometry", "table", "rules"},
    "calibration": {"units", "errors", "geometry", "vision", "table", "storage", "camera"},
    "hardware": {"units", "errors", "geometry", "vision", "table", "storage"},
    "pipeline": {"units", "errors", "geometry", "vision", "tracking", "table", "storage", "calibration"},
    "reading": {"errors", "vision", "table", "storage", "pipeline"},
    # what a person does to a table before a game: each step looks through the camera and writes the table folder
    "setup": {
        "units",
        "errors",
        "geometry",
        "vision",
        "camera",
        "tracking",
        "table",
        "storage",
        "calibration",
        "hardware",
        "pipeline",
        "rulebooks",
    },
    # one folder a book; of the parts before it a book takes what it measures, and hands over one object
    "rulebooks": {
        "units", "errors", "clause", "geometry", "tracking", "table", "measure", "rules", "storage", "tournament",
    },
    "game": {"errors", "clause", "rules", "rulebooks", "storage", "table"},
    "hosting": {"errors", "clause", "rules", "rulebooks", "game", "storage", "table", "tracking"},
    "observing": {
        "units", "errors", "geometry", "vision", "tracking", "table", "measure", "storage", "pipeline",
        "rules", "rulebooks", "game", "hosting",
    },
    "replay": {"errors", "clause", "units", "table", "measure", "rules", "rulebooks", "game", "hosting", "storage"},
    "club": {"errors", "clause", "units", "rules", "rulebooks", "game", "hosting", "replay", "storage", "tournament"},
    # of the rulebooks and the guide, the page knows how they refuse; of the cameras, the one that it can direct
    "webui": {
        "units",
        "errors",
        "geometry",
        "vision",
        "storage",
        "camera",
        "reading",
        "tracking",
        "table",
        "measure",
        "calibration",
        "rulebooks",
        "game",
        "hosting",
        "observing",
        "replay",
        "club",
        "setup",
        "rules",
        "tournament",
        "languages",
    },
}  # fmt: skip
# What says something to people is said in their language, wherever it is said.
SPOKEN_EVERYWHERE = {"i18n"}
# The composition roots put the parts together, so they may name them all.
ROOTS = ("tablecam.__main__", "tablecam.commands", "tablecam.bench", "webui.command")

# No device, clock, disk, thread or chance inside: data in, data out.
PURE = ("i18n", "units", "errors", "clause", "geometry", "tracking", "table", "measure", "rules", "tournament")
IMPURE_MODULES = {
    "time", "datetime", "threading", "asyncio", "multiprocessing", "subprocess", "random", "secrets", "uuid", "socket",
    "os", "sys", "io", "pathlib", "shutil", "tempfile", "logging", "urllib", "http", "sqlite3", "sqlalchemy", "flask",
}  # fmt: skip
IMPURE_CALLS = {"open", "input", "print"}

# Rulebooks and logs read facts on a machine that has no camera.
STANDARD_LIBRARY_ONLY = (
    "tablecam.i18n",
    "tablecam.measure.facts",
    "tablecam.errors",
    "tablecam.units",
    "tablecam.clause",
)
FOREIGN_TO_RULES = {"numpy", "shapely", "cv2", "scipy", "trimesh"}


def part_of(name: str) -> str:
    """The part that a dotted name belongs to; "" for what is not ours, and for the root package itself."""
    first, _, rest = name.partition(".")
    if first == "tablecam":
        return rest.partition(".")[0]
    return first if first in {"calibration", "hardware", "webui"} else ""


def is_root(name: str) -> bool:
    return any(name == root or name.startswith(root + ".") for root in ROOTS)


def test_every_part_imports_only_what_lies_before_it_on_the_way(modules) -> None:
    wrong = [
        f"{module.name} imports {name}"
        for module in modules
        if not is_root(module.name) and (part := part_of(module.name)) in MAY_IMPORT
        for name in sorted(module.imports)
        if (other := part_of(name)) and other != part and other not in MAY_IMPORT[part] | SPOKEN_EVERYWHERE
    ]
    assert wrong == []


def test_every_part_has_its_line_in_the_table(modules) -> None:
    parts = {part_of(module.name) for module in modules if not is_root(module.name)}
    assert parts - {""} - set(MAY_IMPORT) == set()


def test_no_two_parts_import_each_other() -> None:
    pairs = {(a, b) for a, others in MAY_IMPORT.items() for b in others}
    assert {(a, b) for a, b in pairs if (b, a) in pairs} == set()


def test_pure_parts_touch_no_device_clock_disk_or_chance(modules) -> None:
    wrong = [
        f"{module.name} imports {name}"
        for module in modules
        if part_of(module.name) in PURE
        for name in sorted(module.imports)
        if name.partition(".")[0] in IMPURE_MODULES
    ]
    assert wrong == []


def test_pure_parts_neither_read_nor_print(modules) -> None:
    wrong = [
        f"{module.name}:{node.lineno} calls {node.func.id}"
        for module in modules
        if part_of(module.name) in PURE
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
    ]
    assert wrong == []


def test_facts_and_errors_need_the_standard_library_only(modules) -> None:
    wrong = [
        f"{module.name} imports {name}"
        for module in modules
        if module.name in STANDARD_LIBRARY_ONLY
        for name in sorted(module.imports)
        if name.partition(".")[0] not in sys.stdlib_module_names and name.partition(".")[0] != "tablecam"
    ]
    assert wrong == []


def test_rulebooks_do_no_geometry(modules) -> None:
    wrong = [
        f"{module.name} imports {name}"
        for module in modules
        if part_of(module.name) in {"rules", "tournament"}
        for name in sorted(module.imports)
        if name.partition(".")[0] in FOREIGN_TO_RULES
    ]
    assert wrong == []


def test_rulebooks_know_measurements_as_figures_only(modules) -> None:
    wrong = [
        f"{module.name} imports {name}"
        for module in modules
        if part_of(module.name) == "rules"
        for name in sorted(module.imports)
        if part_of(name) == "measure" and not name.startswith("tablecam.measure.facts")
    ]
    assert wrong == []


def test_environment_variables_are_read_at_the_composition_root_only(modules) -> None:
    allowed = (*ROOTS, "webui.frontend.build")
    wrong = [
        module.name
        for module in modules
        if not any(module.name == name or module.name.startswith(name + ".") for name in allowed)
        if {"os.environ", "os.getenv"} & module.imports or "os.environ" in module.path.read_text(encoding="utf-8")
    ]
    assert wrong == []
