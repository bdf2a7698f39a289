"""Warp portals: their reach, and opening them at the end of an action, when it is known whether the model moved.

All other limits of a portal are on the players' faction sheet. The marker phase takes the markers off.
"""

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_war.rules import topics
from tablecam.rules.books.urban_war.rules.card import WARP_PORTAL
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.overwatch import has_active_moved, unless
from tablecam.rules.books.urban_war.rules.reaction_events import MarkerPlaced
from tablecam.rules.books.urban_war.rules.reasons import Reason, illegal, reason
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.facts import Ranges
from tablecam.rules.play import Play

NOBODY = "nobody"


def portal_reach(state: State, phazon: str, has_moved: bool) -> int:
    """The base reach on the model's card, plus 1 in for every CAL; on the sheet only if it stood still.

    Clauses: UW-QS Calibre, UW-RS Calibre (UW-034). IllegalAnswer for a model whose card has no warp portal.
    """
    profile = state[phazon].profile
    tag = profile.tag(WARP_PORTAL)
    if not tag:
        raise illegal(row(34), "no-portals", model=phazon)
    still = not (has_moved and state.rules.portal_only_if_still)
    return tag.value + (profile.CAL if still else 0)


def can_open_portal(state: State, model: str) -> bool:
    """Check whether a model may open a portal to a friend; each friend gets at most one portal."""
    if not state.portals or not state[model].profile.tag(WARP_PORTAL):
        return False
    return any(_portal_marker(friend) not in state.markers for friend in state.friends(model))


def open_portal(game: Play[State], phazon: str) -> None:
    """Open a portal to a friend within reach; its player picks the friend. Clause: UW-QS Calibre (UW-034)."""
    friend = unless(game, lambda: portal_question(game, phazon))
    if friend is not None and friend != NOBODY:
        game.tell(MarkerPlaced(marker=_portal_marker(friend), by=phazon))


def portal_question(game: Play[State], phazon: str) -> Choose:
    """The question for the model that the portal leads to; models out of reach are closed."""
    state = game.state
    friends, reach = state.friends(phazon), float(portal_reach(state, phazon, has_active_moved(state)))
    ranges = game.ask(Ranges(model=phazon, others=friends, limits=(reach,))) if friends else {}
    options = []
    for friend in friends:
        why: Reason | str = ""
        if _portal_marker(friend) in state.markers:
            why = reason("portal-there", model=friend)
        elif ranges[friend].more_than(reach):
            why = reason("portal-reach", model=friend, far=round(ranges[friend].value, 1), reach=reach)
        options.append(Option(friend, "", why, row(34) if why else None))
    topic = topics.portal(phazon)
    return Choose(seat=state[phazon].side, options=(*options, Option(NOBODY)), **topic._asdict())


def _portal_marker(model: str) -> Reason:
    return reason("portal", model=model)
