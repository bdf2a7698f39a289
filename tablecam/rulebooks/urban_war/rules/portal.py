"""Warp portals, as far as the documents describe them: their reach, and that markers go in the marker phase.

When a Phazon may open one is on the faction sheet, so no action here offers it; the umpire or a test calls it.
"""

from tablecam.rulebooks.urban_war.rules.card import WARP_PORTAL
from tablecam.rulebooks.urban_war.rules.clauses import row
from tablecam.rulebooks.urban_war.rules.events import MarkerPlaced
from tablecam.rulebooks.urban_war.rules.overwatch import moved
from tablecam.rulebooks.urban_war.rules.reasons import illegal, reason
from tablecam.rulebooks.urban_war.rules.state import State
from tablecam.rules.facts import Ranges
from tablecam.rules.play import Play


def portal_reach(state: State, phazon: str, has_moved: bool) -> int:
    """The base reach on the model's card, and 1 in for every CAL, on the sheet only if it stood still.

    Clauses: UW-QS Calibre, UW-RS Calibre (UW-034). IllegalAnswer for a model whose card has no warp portal.
    """
    profile = state[phazon].profile
    tag = profile.tag(WARP_PORTAL)
    if not tag:
        raise illegal(row(34), "no-portals", model=phazon)
    still = not (has_moved and state.rules.portal_only_if_still)
    return tag.value + (profile.CAL if still else 0)


def open_portal(game: Play[State], phazon: str, koralon: str) -> None:
    """A portal to a Koralon model within reach."""
    reach = float(portal_reach(game.state, phazon, moved(game.state)))
    distance = game.ask(Ranges(model=phazon, others=(koralon,), limits=(reach,)))[koralon]
    if distance.more_than(reach):
        raise illegal(row(34), "portal-reach", model=koralon, far=round(distance.value, 1), reach=reach)
    game.tell(MarkerPlaced(marker=reason("portal", model=koralon), by=phazon))
