"""The clauses of the player aid: the heading of every row of `docs/rules/urban-operations.md`."""

from tablecam.base.clause import Clause

AID = "UO"

HEADINGS = {
    "Blocs: Types et qualité": (1, 2),
    "Weaponry": (3, 4),
    "Firepower and range": (5,),
    "Height": (6,),
    "1 turn": (10,),
    "Initial phase": (*range(11, 17), 20, 21),
    "3D actions": (17, 18, 19),
    "Impulses": (22,),
    "Number of blocks played per impulse": (23,),
    "Final phase": (24,),
    "Activation of blocks": (30,),
    "Actions": tuple(range(31, 36)),
    "Breach": (36, 37),
    "Assault": (38,),
    "Fire": tuple(range(50, 54)),
    "Smoke block": (39,),
    "Randomness": tuple(range(54, 57)),
    "Total Firepower": tuple(range(57, 61)),
    "Result": (61, 62, 63),
    "Weapons Effect": (64, 70),
    "Apply losses": (65, 66),
    "Reactions": (67,),
    "Tokens": tuple(range(71, 83)),
    "Night rules": (83, 84),
    "Population movement": (85,),
    "Contact": (86,),
    "Sniper": (87,),
    "Supporting fire": (90,),
    "Suppressing fire": (91,),
    "Armor cover": (92, 93),
    "Anti-sniping": (94,),
    "Ambush against vehicle": (95,),
    "Superstructure": (96,),
    "Crossing walls": (97,),
    "Changing order of battle": (98,),
    "Elimination": (99, 100),
    "Tunnels": (101,),
    "Antipersonnel mine": (102,),
    "Rubbles": (103,),
    "Game setup": (104,),
}

CLAUSES = {
    number: Clause(AID, heading, f"UO-{number:03d}") for heading, numbers in HEADINGS.items() for number in numbers
}


def row(number: int) -> Clause:
    """The clause of a row: `row(54)` is UO Randomness (UO-054)."""
    return CLAUSES[number]
