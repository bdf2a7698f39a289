"""The titles of a game's steps, as headings of the log. A step's name in the log is a code with ids in it."""

import re
from collections.abc import Callable

from tablecam.base.i18n import gettext as _
from tablecam.rules.books.plain_words import capital
from tablecam.rules.books.urr.wording.names import UrrNames

Title = Callable[[str], str]

# the names of steps, as in the log; the text in brackets is an id or a number
TITLES: tuple[tuple[str, Title], ...] = (
    (r"raids on (.+)", lambda engine: _("Raids on {engine}", engine=engine)),  # no text
    (r"(sapping)", lambda _name: _("Sapping")),
    (r"(floods)", lambda _name: _("Floods")),
    (r"project of (.+)", lambda unit: _("Project of {unit}", unit=unit)),  # no text
    (r"ramp at (.+)", lambda section: _("Ramp to {section}", section=section)),  # no text
    (r"shot at (.+)", lambda unit: _("Shot at {unit}", unit=unit)),  # no text
    (r"rafts of (.+)", lambda side: _("Rafts of {side}", side=side)),  # no text
    (r"(end of the strategic turn)", lambda _name: _("End of the strategic turn")),  # no text
    (r"engine (.+)", lambda engine: engine),
    (r"(end of the trebuchet phase)", lambda _name: _("End of the trebuchet phase")),  # no text
    (r"(fire)", lambda _name: _("Fire")),
    (r"(next combat)", lambda _name: _("Next combat")),  # no text
    (r"muster of (.+)", lambda side: _("{side} musters", side=side)),  # no text
    (r"(place taken)", lambda _name: _("Place taken")),  # no text
    (r"raiders (.+)", lambda unit: unit),
    (r"(crew of the siege tower)", lambda _name: _("Crew of the siege tower")),  # no text
    (r"(breach)", lambda _name: _("Breach")),
    (r"round (\d+)", lambda number: _("Round {round}", round=number)),
    (r"stances of round (\d+)", lambda number: _("Stances of round {round}", round=number)),  # no text
    (r"ranged phase of round (\d+)", lambda number: _("Ranged phase of round {round}", round=number)),  # no text
    (r"melee phase of round (\d+)", lambda number: _("Melee phase of round {round}", round=number)),  # no text
    (r"hits on (.+)", lambda side: _("Hits on {side}", side=side)),  # no text
    (r"(end of the ranged phase)", lambda _name: _("End of the ranged phase")),  # no text
    (r"(end of the melee phase)", lambda _name: _("End of the melee phase")),  # no text
    (r"magic of (.+)", lambda side: _("Magic of {side}", side=side)),  # no text
    (r"end of round (\d+)", lambda number: _("End of round {round}", round=number)),  # no text
    (r"(end of the combat)", lambda _name: _("End of the combat")),  # no text
    (r"(units out)", lambda _name: _("Units that are out")),  # no text
    (r"(the Grand Necromancer is dead)", lambda _name: _("The Grand Necromancer is dead")),  # no text
    (r"(berserk undead)", lambda _name: _("Berserk undead")),  # no text
    (r"(end of the fires)", lambda _name: _("End of the fires")),  # no text
    (r"end of week (\d+)", lambda week: _("End of week {week}", week=week)),  # no text
    (r"week (\d+)", lambda week: _("Week {week}", week=week)),
    (r"(end of the game)", lambda _name: _("End of the game")),  # no text
)


def title_step(step: str, known: UrrNames) -> str:
    """A procedure as a heading."""
    for pattern, title in TITLES:
        if match := re.fullmatch(pattern, step):
            return capital(title(known(match[1])))
    return capital(known.text(step))
