"""The cost of terrain in the players' words: the lines under a question for MP or EP."""

from collections.abc import Mapping

from tablecam.base.i18n import Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_operations.rules.terrain import COST, IMPASSABLE, NAMES, OTHERWISE
from tablecam.rules.books.views import Text

# by the names of the aid's file
TERRAIN: Mapping[str, Text] = {
    # no text: the keys are names in a file
    "clear": Message("clear ground"), "mound": Message("mound"), "trees": Message("trees"),
    "ground closed to vehicles": Message("ground closed to vehicles"), "water": Message("water"),  # no text
    "building wall": Message("wall of a building"), "outer wall": Message("outer wall"),  # no text
    "breach in an outer wall": Message("breach in an outer wall"),  # no text
    "breach in a building": Message("breach in a building"), "opening": Message("opening"),  # no text
    "inside": Message("inside of a building"), "stairs": Message("stairs"), "roof": Message("roof"),
    "tunnel entrance": Message("tunnel entrance"), "barricade": Message("barricade"),  # no text
    "beside a barricade": Message("beside a barricade"), "population": Message("population"),  # no text
    "over a vehicle": Message("over a vehicle"),  # no text
    "over a vehicle or a ladder": Message("over a vehicle or a ladder"),  # no text
}  # fmt: skip


def cost_line(word: str) -> str:
    """The terrain of one cost in MP: `2 MP: water, roof (3 over a vehicle)`."""
    cost, _is, names = word.partition(COST)
    terrain = join_items(_name_terrain(name) for name in names.split(NAMES))
    if cost == IMPASSABLE:
        return _("Impassable: {terrain}", terrain=terrain)
    return _("{n} MP: {terrain}", n=cost, terrain=terrain)


def distance_line(word: str) -> str:
    """The terrain whose hexes count more than one EP."""
    ep, _is, names = word.partition(COST)
    terrain = join_items(_name_terrain(name) for name in names.split(NAMES))
    return ngettext("{n} EP: {terrain}", "{n} EP: {terrain}", int(ep), terrain=terrain)


def _name_terrain(name: str) -> str:
    """A terrain with its cost in another case."""
    terrain, *otherwise = name.split(OTHERWISE)
    text = str(TERRAIN.get(terrain, terrain))
    if not otherwise:
        return text
    other_cost, where = otherwise
    return _("{terrain} ({n} {where})", terrain=text, n=other_cost, where=str(TERRAIN.get(where, where)))
