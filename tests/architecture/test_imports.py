"""Imports follow the data: a frame goes in at one end and a screen comes out at the other."""

import ast
import re
import sys
from graphlib import TopologicalSorter
from pathlib import Path

from sources import Module, circles

# What a part may import of the others. A part is the longest beginning of a module's name that stands here; "tablecam."
# is left out. Its room is the first word: `sensing.vision` is a part of the room `sensing`.
# The base is for all rooms, the geometry the ground that everything else stands on, and "table" the vocabulary of the
# position.
MAY_IMPORT: dict[str, set[str]] = {
    "base": set(),
    "table.geometry": set(),
    "table": {"base", "table.geometry"},
    "table.measure": {"table.geometry", "table"},
    "storage": {"base", "table.geometry", "table"},
    "sensing.vision": {"base", "table.geometry"},
    "sensing.camera": {"base", "table.geometry", "sensing.vision", "sensing.tray", "table", "storage"},
    "sensing.scene_fit": set(),
    "sensing.dice": {"base"},
    "sensing.tray": {"sensing.vision", "sensing.dice"},
    "sensing.tracking": {"base", "table.geometry", "sensing.vision", "table"},
    "rules": {"base", "table.measure"},
    # one folder a book; of the parts before it a book takes what it measures, and hands over one object
    "rules.books": {"base", "sensing.tracking", "table", "table.measure", "rules", "storage"},
    "calibration": {"base", "table.geometry", "sensing.vision", "table", "storage", "sensing.camera"},
    "hardware": {"base", "sensing.vision", "sensing.tray", "table", "storage"},
    "game": {"base", "rules"},
    # an opponent that the machine plays: it knows a game, its book, and for advice the places of models
    "game.opponent": {"base", "table", "table.measure", "rules", "rules.books", "game"},
    "game.hosting": {"base", "rules", "rules.books", "game", "storage"},
    "game.replay": {"base", "table", "table.measure", "rules", "rules.books", "game", "game.hosting", "storage"},
    # what the cameras see of a table, the loop over it, and what observes a game through it
    "live": {
        "base", "table.geometry", "sensing.vision", "sensing.scene_fit", "sensing.tracking", "sensing.dice",
        "sensing.tray", "table", "storage", "calibration", "rules", "rules.books", "game", "game.hosting",
        "game.opponent",
    },
    # what a person does to a table before a game: each step looks through the camera and writes the table folder
    "setup": {
        "base", "table.geometry", "sensing.vision", "sensing.camera", "sensing.tracking", "sensing.tray", "table",
        "storage", "calibration", "hardware", "live", "rules.books",
    },
    # the Swiss rules, pure
    "club.tournament": {"base", "rules"},
    # the club's year: people, seasons, tables, ratings; pure
    "club.season": {"base", "club.tournament"},
    "club": {
        "base", "rules", "rules.books", "game", "game.hosting", "storage", "club.tournament", "club.season",
        "table.measure", "game.replay",
    },
    # what of a game leaves the table, and the record that keeps it
    "doors.hub": {"base", "rules", "game", "game.hosting", "storage"},
    # what other programs are told over the network
    "doors.publishing": {"base", "table", "table.measure", "live", "doors.hub"},
    # the door for other programs: the parts behind it, put together
    "doors.api": {
        "base", "sensing.vision", "sensing.camera", "sensing.tracking", "table", "table.measure", "storage", "live",
        "rules", "rules.books", "game",
    },
    # of the rulebooks and the guide, the page knows how they refuse; of the cameras, the one that it can direct
    "webui": {
        "base", "table.geometry", "sensing.camera", "sensing.tray", "sensing.tracking", "table", "table.measure",
        "calibration", "rules.books", "game", "game.hosting", "live", "doors.publishing", "game.replay", "club",
        "doors.hub", "setup", "rules", "club.tournament", "storage",
    },
}  # fmt: skip
MOST_ROOMS, MOST_FLOORS = 18, 11
# What says something to people is said in their language, wherever it is said.
SPOKEN_EVERYWHERE = {"base"}
# The composition roots put the parts together, so they may name them all.
ROOTS = ("tablecam.__main__", "tablecam.commands", "webui.command")

# No device, clock, disk, thread or chance inside: data in, data out.
PURE = (
    "table.geometry", "sensing.scene_fit", "sensing.tracking", "table", "table.measure", "rules", "club.tournament",
    "club.season",
)  # fmt: skip
# and modules of parts that do touch them
PURE_MODULES = (
    "tablecam.base.i18n",
    "tablecam.base.lengths",
    "tablecam.base.units",
    "tablecam.base.errors",
    "tablecam.base.clause",
    "tablecam.doors.hub.anti_entropy",
    "tablecam.doors.hub.message",
    "tablecam.doors.hub.message",
    "tablecam.doors.hub.public_log",
)
# loads its own compiled code, as Python loads modules, and keeps one for each thread: what it computes is pure
COMPILED_CODE = {"tablecam.table.geometry.sightlines"}
IMPURE_MODULES = {
    "time", "datetime", "threading", "asyncio", "multiprocessing", "subprocess", "random", "secrets", "uuid", "socket",
    "os", "sys", "io", "pathlib", "shutil", "tempfile", "logging", "urllib", "http", "sqlite3", "sqlalchemy", "flask",
}  # fmt: skip
IMPURE_CALLS = {"open", "input", "print"}

# Rulebooks and logs read facts on a machine that has no camera.
STANDARD_LIBRARY_ONLY = (
    "tablecam.base.i18n",
    "tablecam.base.lengths",
    "tablecam.table.measure.facts",
    "tablecam.base.errors",
    "tablecam.base.units",
    "tablecam.base.clause",
)
FOREIGN_TO_RULES = {"numpy", "shapely", "cv2", "scipy", "trimesh"}
# The rules of a book, in its folder, are as pure as the engine that plays them, and may import no more than it may.
RULES_OF_A_BOOK = re.compile(r"tablecam\.rules\.books\.(\w+)\.rules(\.|$)")


def part_of(name: str) -> str:
    """The part that a dotted name belongs to; "" for what is not ours, and for the root package itself."""
    words = name.removeprefix("tablecam.").split(".") if name.startswith("tablecam.") else [name.partition(".")[0]]
    beginnings = (".".join(words[:count]) for count in range(len(words), 0, -1))
    return next((part for part in beginnings if part in MAY_IMPORT), "")


def room_of(part: str) -> str:
    """The room of a part."""
    return part.partition(".")[0]


def is_root(name: str) -> bool:
    return any(name == root or name.startswith(root + ".") for root in ROOTS)


def is_pure(name: str) -> bool:
    if name in COMPILED_CODE:
        return False
    return part_of(name) in PURE or name in PURE_MODULES or RULES_OF_A_BOOK.match(name) is not None


def is_rules(name: str) -> bool:
    """The engine, the rules of any book, and the tournament guide."""
    return part_of(name) in {"rules", "club.tournament"} or RULES_OF_A_BOOK.match(name) is not None


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
    ours = {module.name for module in modules if not is_root(module.name)} - {"tablecam"}
    # a room of parts alone has a docstring and no code
    rooms = {f"tablecam.{room_of(part)}" for part in MAY_IMPORT}
    assert sorted(name for name in ours if not part_of(name) and name not in rooms) == []
    assert {part_of(name) for name in ours} - {""} == set(MAY_IMPORT)


def test_every_part_needs_all_that_it_may_import(modules) -> None:
    used = used_parts(modules)
    assert {part: may - used[part] for part, may in MAY_IMPORT.items() if may - used[part]} == {}


def test_the_parts_stand_in_one_order() -> None:
    # raises CycleError where a part leads back to itself, directly or through others
    order = list(TopologicalSorter(MAY_IMPORT).static_order())
    assert set(order) == set(MAY_IMPORT)


def test_the_rooms_stand_on_few_floors() -> None:
    rooms: dict[str, set[str]] = {}
    for part, may in MAY_IMPORT.items():
        rooms.setdefault(room_of(part), set()).update(map(room_of, may))
    floors: dict[str, int] = {}
    for room in TopologicalSorter({room: may - {room} for room, may in rooms.items()}).static_order():
        floors[room] = 1 + max((floors[below] for below in rooms[room] - {room}), default=0)
    assert len(floors) <= MOST_ROOMS
    assert max(floors.values()) <= MOST_FLOORS


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
        if part_of(name) == "table.measure" and not name.startswith("tablecam.table.measure.facts")
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
