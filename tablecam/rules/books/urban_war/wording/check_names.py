"""Names of checks for the statistics of the dice, by their names in logs."""

from collections.abc import Mapping

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.urban_war.rules.materials import capitalised_covers

# no text: the keys are codes
CHECKS: Mapping[str, Message] = {
    "to hit": Message("To hit"),  # no text
    "to hit in close combat": Message("To hit in close combat"),  # no text
    "damage": InContext("a roll of dice", "Damage"),
    "damage in close combat": Message("Damage in close combat"),  # no text
    "heavy armour": Message("Heavy armour"),  # no text
    **capitalised_covers(),
    "another target": Message("Check for another target"),  # no text
    "disruption shot": Message("Check for a disruption shot"),  # no text
    "intercept charge": Message("Check for an intercept charge"),  # no text
    "panic check": Message("Check against panic"),  # no text
    "rally": Message("Check to rally"),
    "shock test": Message("Check against shock"),  # no text
    "break off": Message("Check to break off"),  # no text
    "evade": Message("Check to evade"),
}
