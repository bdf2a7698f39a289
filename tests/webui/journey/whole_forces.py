"""A game of whole forces, which come out of their boxes by quick hands: both starter forces, or smaller ones."""

from collections.abc import Mapping
from types import MappingProxyType

from fingers import Finger
from player import Temper
from playwright.sync_api import expect
from table_evening import SEATS, Evening, Plan

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces

# clear of the fence and the barrels in the far strip, and with no tag upon the white lines of the road
PLACES = {"red": ((4, 10, 18, 24, 30, 36), 4.5), "blue": ((4, 10, 18, 31, 37, 43), 43.5)}
STARTERS = {"red": "harbour_watch", "blue": "tunnel_kin"}
HASTE = 3
NOBODY: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def plans(few: Mapping[str, tuple[str, ...]]) -> dict[str, Plan]:
    """Six models a side, or those few, in a row along their edge; a few stand in the middle of it."""
    found = {}
    playing = two_forces(company=make_company(BOOKS.usual)).roster.models
    for seat, (along, deep) in PLACES.items():
        models = few.get(seat) or tuple(model.id for model in playing if model.side == seat)
        along = along[-len(models) :]
        found[seat] = Plan(models, tuple((float(x), deep) for x in (*along, *(x + 2.5 for x in along))))
    return found


def begin(
    table: Finger,
    here: Evening,
    temper: Temper,
    forces: Mapping[str, str] = STARTERS,
    few: Mapping[str, tuple[str, ...]] = NOBODY,
) -> None:
    """Both forces as they are; all models are in their box. few: whom the forces have, where they are no starters."""
    table.tap("[data-new-game]")
    for seat, force in forces.items():
        table.tap(f"[data-force='{seat} {force}']")
    table.tap("[data-begin]")
    expect(table.page.locator(".game-head h1")).to_have_text("Table sides")
    here.hands.do("pace", haste=HASTE)
    for seat in SEATS:
        here.join(seat)
    here.sit_down(plans(few), temper)
