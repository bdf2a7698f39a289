"""The clauses of Urr for rulings: the heading of every row of `docs/rules/urr.md`."""

from tablecam.base.clause import Clause

BOOK = "Urr"
HEADINGS = {
    "Combat resolution": (1, 2, 3, 4, 5, 6, 7, 8, 9, 38, 39, 40),
    "Unit base score": (10, 11, 12, 13, 21, 41),
    "Ranged modifier table": (14, 15, 16, 17),
    "Melee modifier tables": (18, 19, 37),
    "Weapons and armour": (20,),
    "Walls and siege engines": (22, 23, 24, 25),
    "Engineer Corps": tuple(range(26, 34)),
    "Other uses for trebuchets": (34, 35, 36),
}
CLAUSES = {
    number: Clause(BOOK, heading, f"UR-{number:02d}") for heading, numbers in HEADINGS.items() for number in numbers
}


def row(number: int) -> Clause:
    """The clause of a row: `row(4)` is Urr Combat resolution (UR-04)."""
    return CLAUSES[number]
