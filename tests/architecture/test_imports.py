"""Imports follow the data: a frame goes in at one end and a screen comes out at the other."""

import ast
import re
import sys
from graphlib import TopologicalSorter
from pathlib import Path

from sources import Module, circles

# What a part may import of the others. A part is a package or module directly under tablecam, or a top-level package.
# Geometry is the ground that everything else stands on, and "table" the vocabulary of the position.
MAY_IMPORT: dict[str, set[str]] = {
    "i18n": set(),
    "languages": set(),
    # how a length is told
    "lengths": set(),
    "units": set(),
    "errors": set(),
    "clause": set(),
    # the one place that knows Linux from Windows and macOS
    "system": set(),
    "geometry": set(),
    "table": {"units", "errors", "geometry"},
    "vision": {"errors", "geometry"},
    "camera": {"system", "units", "errors", "geometry", "vision", "table", "storage"},
    "tracking": {"units", "geometry", "vision", "table"},
    "measure": {"geometry", "table"},
    "rules": {"errors", "clause", "measure"},
    "tournament": {"errors", "clause"},
    # the club's year: people, seasons, tables, ratings
    "league": {"errors", "tournament"},
    "storage": {"units", "errors", "geometry", "table"},
    "calibration": {"errors", "geometry", "vision", "table", "storage", "camera"},
    "hardware": {"units", "errors", "vision", "table", "storage"},
    # what one camera sees of a table, and all of them together
    "viewing": {"units", "errors", "geometry", "vision", "tracking", "storage", "calibration"},
    "pipeline": {"geometry", "vision", "tracking", "table", "storage", "calibration", "viewing"},
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
        "viewing",
        "rulebooks",
    },
    # one folder a book; of the parts before it a book takes what it measures, and hands over one object
    "rulebooks": {"errors", "clause", "tracking", "table", "measure", "rules", "storage", "tournament"},
    "game": {"errors", "rules"},
    "hosting": {"errors", "rules", "rulebooks", "game", "storage"},
    "observing": {
        "errors", "geometry", "vision", "tracking", "table", "storage",
        "rules", "rulebooks", "game", "hosting",
    },
    "replay": {"errors", "table", "measure", "rules", "rulebooks", "game", "hosting", "storage"},
    "club": {"errors", "rules", "rulebooks", "game", "hosting", "storage", "tournament", "league",
        "measure", "replay", "languages"},
    # what of a game leaves the table, and the record that keeps it
    "hub": {"errors", "rules", "game", "hosting", "storage"},
    # what other programs are told over the network
    "publishing": {"units", "errors", "table", "measure", "observing", "hub"},
    # the door for other programs: the parts behind it, put together
    "api": {
        "errors", "vision", "camera", "tracking", "table", "measure", "storage", "pipeline",
        "rules", "rulebooks", "game",
    },
    # of the rulebooks and the guide, the page knows how they refuse; of the cameras, the one that it can direct
    "webui": {
        "errors", "geometry", "camera", "tracking", "table", "measure", "calibration", "rulebooks", "game", "hosting",
        "observing", "publishing", "replay", "club", "hub", "setup", "rules", "tournament", "languages",
        "storage", "system",
    },
}  # fmt: skip
# What says something to people is said in their language, wherever it is said.
SPOKEN_EVERYWHERE = {"i18n", "lengths"}
# The composition roots put the parts together, so they may name them all.
ROOTS = ("tablecam.__main__", "tablecam.commands", "webui.command")

# No device, clock, disk, thread or chance inside: data in, data out.
PURE = (
    "i18n", "lengths", "units", "errors", "clause", "geometry", "tracking", "table", "measure", "rules", "tournament",
    "league",
)  # fmt: skip
# and modules of parts that do touch them
PURE_MODULES = ("tablecam.hub.anti_entropy", "tablecam.hub.card", "tablecam.hub.message", "tablecam.hub.told")
# loads its own compiled code, as Python loads modules, and keeps one for each thread: what it computes is pure
COMPILED_CODE = {"tablecam.geometry.shadow_kernel"}
IMPURE_MODULES = {
    "time", "datetime", "threading", "asyncio", "multiprocessing", "subprocess", "random", "secrets", "uuid", "socket",
    "os", "sys", "io", "pathlib", "shutil", "tempfile", "logging", "urllib", "http", "sqlite3", "sqlalchemy", "flask",
}  # fmt: skip
IMPURE_CALLS = {"open", "input", "print"}

# Rulebooks and logs read facts on a machine that has no camera.
STANDARD_LIBRARY_ONLY = (
    "tablecam.i18n",
    "tablecam.lengths",
    "tablecam.measure.facts",
    "tablecam.errors",
    "tablecam.units",
    "tablecam.clause",
)
FOREIGN_TO_RULES = {"numpy", "shapely", "cv2", "scipy", "trimesh"}
# The rules of a book, in its folder, are as pure as the engine that plays them, and may import no more than it may.
RULES_OF_A_BOOK = re.compile(r"tablecam\.rulebooks\.(\w+)\.rules(\.|$)")


def part_of(name: str) -> str:
    """The part that a dotted name belongs to; "" for what is not ours, and for the root package itself."""
    first, _, rest = name.partition(".")
    if first == "tablecam":
        return rest.partition(".")[0]
    return first if first in {"calibration", "hardware", "webui"} else ""


def is_root(name: str) -> bool:
    return any(name == root or name.startswith(root + ".") for root in ROOTS)


def is_pure(name: str) -> bool:
    if name in COMPILED_CODE:
        return False
    return part_of(name) in PURE or name in PURE_MODULES or RULES_OF_A_BOOK.match(name) is not None


def is_rules(name: str) -> bool:
    """The engine, the rules of any book, and the tournament guide."""
    return part_of(name) in {"rules", "tournament"} or RULES_OF_A_BOOK.match(name) is not None


def used_parts(modules: list[Module]) -> dict[str, set[str]]:
    """What each part imports of the others."""
    used: dict[str, set[str]] = {part: set() for part in MAY_IMPORT}
    for module in modules:
        if not is_root(module.name) and (part := part_of(module.name)):
            used.setdefault(part, set()).update({part_of(name) for name in module.imports} - {part, ""})
    return used


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


def test_every_part_needs_all_that_it_may_import(modules) -> None:
    used = used_parts(modules)
    assert {part: may - used[part] for part, may in MAY_IMPORT.items() if may - used[part]} == {}


def test_the_parts_stand_in_one_order() -> None:
    # raises CycleError where a part leads back to itself, directly or through others
    order = list(TopologicalSorter(MAY_IMPORT).static_order())
    assert set(order) == set(MAY_IMPORT)


def test_no_modules_import_each_other_in_a_circle(modules) -> None:
    # imports inside functions and for types alone count too
    assert circles(modules) == []


def test_pure_parts_touch_no_device_clock_disk_or_chance(modules) -> None:
    wrong = [
        f"{module.name} imports {name}"
        for module in modules
        if is_pure(module.name)
        for name in sorted(module.imports)
        if name.partition(".")[0] in IMPURE_MODULES
    ]
    assert wrong == []


def test_pure_parts_neither_read_nor_print(modules) -> None:
    wrong = [
        f"{module.name}:{node.lineno} calls {node.func.id}"
        for module in modules
        if is_pure(module.name)
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
        if is_rules(module.name)
        for name in sorted(module.imports)
        if name.partition(".")[0] in FOREIGN_TO_RULES
    ]
    assert wrong == []


def test_rulebooks_know_measurements_as_figures_only(modules) -> None:
    wrong = [
        f"{module.name} imports {name}"
        for module in modules
        if is_rules(module.name)
        for name in sorted(module.imports)
        if part_of(name) == "measure" and not name.startswith("tablecam.measure.facts")
    ]
    assert wrong == []


def test_the_rules_of_a_book_import_what_the_engine_may_and_themselves(modules) -> None:
    may = MAY_IMPORT["rules"] | SPOKEN_EVERYWHERE | {"rules"}
    wrong = {
        (module.name, name)
        for module in modules
        if (book := RULES_OF_A_BOOK.match(module.name))
        for name in module.imports
        if part_of(name) and part_of(name) not in may
        if not (own := RULES_OF_A_BOOK.match(name)) or own[1] != book[1]
    }
    assert wrong == set()


def test_environment_variables_are_read_at_the_composition_root_only(modules) -> None:
    allowed = (*ROOTS, "webui.frontend.build")
    wrong = [
        module.name
        for module in modules
        if not any(module.name == name or module.name.startswith(name + ".") for name in allowed)
        if {"os.environ", "os.getenv"} & module.imports or "os.environ" in module.path.read_text(encoding="utf-8")
    ]
    assert wrong == []


def test_a_circle_would_be_found() -> None:
    def module(name: str, *imports: str) -> Module:
        return Module(name, Path(), 1, ast.Module([], []), frozenset(imports))

    there, back = module("tablecam.a", "tablecam.b.Thing"), module("tablecam.b", "tablecam.c.thing")
    assert circles([there, back, module("tablecam.c", "os.path")]) == []
    assert set(circles([there, back, module("tablecam.c", "tablecam.a")])) == {"tablecam.a", "tablecam.b", "tablecam.c"}
