"""The place in the book that a ruling rests on: the heading of every row of `docs/rules/urban-war.md`."""

from tablecam.base.clause import Clause

QUICK_START = "UW-QS"
REFERENCE_SHEET = "UW-RS"

HEADINGS = {
    "What You Need To Play": (1, 3, 4, 5),
    "Setting Up The Battlefield": (2,),
    "Stat Line": tuple(range(6, 17)),
    "Follow-up (FU)": (17,),
    "Other information": tuple(range(18, 23)),
    "Special And Weapon Rules": (23,),
    "Cost": (24,),
    "Measuring distance": (25, 26),
    "Ranges": (27,),
    "Range and LOS": (28, 29),
    "Calibre": tuple(range(30, 35)),
    "Heavy Armour": (35,),
    "High Morale": (36,),
    "Battleshield": (37, 38, 39),
    "Game Turn Sequence": (40,),
    "The Marker Phase": (41, 42),
    "The Order Phase": (43, 44),
    "The Activation Phase": (45, 47, 48, 49),
    "Commanders": (46, 109, 110),
    "Overwatch": tuple(range(50, 63)),
    "Snap-fire": (64,),
    "Rush": (65,),
    "Move + Shoot": (66, 67),
    "Assault": (68, 69, 70, 71),
    "Panicked": (72, 107, 108),
    "Follow-up actions": tuple(range(73, 78)),
    "Shooting": (78,),
    "Target selection": (79, 80),
    "Rolling to Hit": (81, 82),
    "Rolling for Damage": (83,),
    "Cover": (84, 85, 97),
    "Damage and Casualties": (86,),
    "Who can fight": tuple(range(88, 92)),
    "Who strikes first": (92, 93, 94),
    "Close Combat: Rolling to Hit": (95,),
    "Close Combat: Rolling for Damage": (96,),
    "Determine combat result": (98,),
    "Making a Command Check": (99, 100, 101),
    "Morale (Panic)": tuple(range(102, 107)),
    "Setup": (113, 114, 115, 116),
    "Start of game": (117,),
    "Victory conditions": (118,),
}
SHEET_HEADINGS = {"Evade": (63,), "Shooting Modifiers": (87,), "Shock Checks": (111, 112)}
TOURNAMENT_HEADINGS = {"Game Results": (119,)}

CLAUSES = {
    number: Clause(book, heading, f"UW-{number:03d}")
    for book, headings in (
        (QUICK_START, HEADINGS), (REFERENCE_SHEET, SHEET_HEADINGS), ("UW-TG", TOURNAMENT_HEADINGS),
    )
    for heading, numbers in headings.items()
    for number in numbers
}  # fmt: skip


def row(number: int) -> Clause:
    """The clause of a row: `row(81)` is UW-QS Rolling to Hit (UW-081)."""
    return CLAUSES[number]
