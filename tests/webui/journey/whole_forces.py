"""A game of both starter forces whole, six models a side, which come out of their boxes by quick hands."""

from fingers import Finger
from player import Temper
from playwright.sync_api import expect
from table_evening import SEATS, Evening, Plan

from tablecam.camera.synthetic.demo import two_forces
from tablecam.commands.drawn_table import company_of
from tablecam.rulebooks.catalogue import BOOKS

# clear of the fence and the barrels in the far strip
PLACES = {"red": ((4, 10, 16, 22, 29, 36), 4.5), "blue": ((4, 10, 16, 31, 37, 43), 43.5)}
HASTE = 3


def plans() -> dict[str, Plan]:
    """Six models a side, in a row along their edge."""
    found = {}
    playing = two_forces(company=company_of(BOOKS.usual)).roster.models
    for seat, (along, deep) in PLACES.items():
        models = tuple(model.id for model in playing if model.side == seat)
        found[seat] = Plan(models, tuple((float(x), deep) for x in (*along, *(x + 2.5 for x in along))))
    return found


def begin(table: Finger, here: Evening, temper: Temper) -> None:
    """Both starter forces as they are; all models are in their box."""
    table.tap("[data-new-game]")
    table.tap("[data-force='red harbour_watch']")
    table.tap("[data-force='blue tunnel_kin']")
    table.tap("[data-begin]")
    expect(table.page.locator(".game-head h1")).to_have_text("Table sides")
    here.hands.do("pace", haste=HASTE)
    for seat in SEATS:
        here.join(seat)
    here.sit_down(plans(), temper)
