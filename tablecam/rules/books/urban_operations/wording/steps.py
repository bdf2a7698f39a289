"""The headings of steps in the log. A step's name in the log is a code that contains ids."""

import re
from collections.abc import Callable

from tablecam.base.i18n import gettext as _
from tablecam.rules.books.plain_words import capital
from tablecam.rules.books.urban_operations.wording.names import BlockNames

Title = Callable[[str, BlockNames], str]

# no text: the names of steps in the log; the group in brackets is an id or a number
TITLES: tuple[tuple[str, Title], ...] = (
    (r"(setting up)", lambda _name, _known: _("Set-up")),  # no text
    (r"turn (\d+)", lambda turn, _known: _("Turn {turn}", turn=turn)),  # no text
    (r"initial phase of turn (\d+)", lambda turn, _known: _("Initial phase of turn {turn}", turn=turn)),  # no text
    (r"hide of turn (\d+)", lambda turn, _known: _("Blocks are hidden in turn {turn}", turn=turn)),  # no text
    (r"population of turn (\d+)", lambda turn, _known: _("Population moves in turn {turn}", turn=turn)),  # no text
    (r"tests of turn (\d+)", lambda turn, _known: _("Explosives and wrecks in turn {turn}", turn=turn)),  # no text
    (r"events of turn (\d+)", lambda turn, _known: _("Events of turn {turn}", turn=turn)),  # no text
    (r"3d adjust of turn (\d+)", lambda turn, _known: _("3D actions of last turn, turn {turn}", turn=turn)),  # no text
    (r"3d resolve of turn (\d+)", lambda turn, _known: _("3D actions take place in turn {turn}", turn=turn)),  # no text
    (r"3d request of turn (\d+)", lambda turn, _known: _("3D requests of turn {turn}", turn=turn)),  # no text
    (r"order of battle of turn (\d+)", lambda turn, _known: _("Order of battle of turn {turn}", turn=turn)),  # no text
    (r"initiative of turn (\d+)", lambda turn, _known: _("Initiative of turn {turn}", turn=turn)),  # no text
    (r"impulse of (.+)", lambda side, known: _("Impulse of {side}", side=known(side))),  # no text
    (r"end of the impulse (.+)", lambda name, _known: _("End of the impulse {impulse}", impulse=name)),  # no text
    (r"activation by (.+)", lambda side, known: known(side)),  # no text
    (r"movement of (.+)", lambda block, known: _("Movement of {block}", block=known(block))),  # no text
    (r"action of (.+)", lambda block, known: _("Action of {block}", block=known(block))),  # no text
    (r"end of the activation of (.+)", lambda block, known: _("{block} stops", block=known(block))),  # no text
    (r"losses: (.+)", lambda block, known: _("{block} is gone", block=known(block))),
    (r"end of turn (\d+)", lambda turn, _known: _("End of turn {turn}", turn=turn)),  # no text
)


def title_step(step: str, known: BlockNames) -> str:
    """A step as a heading."""
    for pattern, title in TITLES:
        if match := re.fullmatch(pattern, step):
            return capital(title(match[1], known))
    return capital(known.text(step))
