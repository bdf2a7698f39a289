"""The key moments of a game for a film of its highlights, by what its log knows.

The moments that players talk about come first (`highlights.py`): the turning point, the rolls against the longest odds
and with the best, losses, the last roll, and every change of the score. If there are few, other lines fill the film.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tablecam.base.i18n import gettext as _
from tablecam.game.dice_statistics import iterate_logged_rolls
from tablecam.game.replay.film import choose_lines
from tablecam.game.replay.highlights import find_highlights, list_score_changes
from tablecam.game.replay.seat_history import SeatHistory

MOST_MOMENTS = 8
# weights: the turning point decides the game, a line that only fills the film nothing
TURNING_POINT, BEST_ROLL, FIRST_LOSS, LAST_ROLL, WORST_ROLL, LOSS, SCORE, FILLING = 8, 7, 6, 5, 4, 3, 2, 1
# lines this near to each other are one moment: a shot with its rolls and its effect
SAME_MOMENT_LINES = 12


@dataclass(frozen=True)
class KeyMoment:
    """A moment to show. number: the line, in the role's own numbers; title: "" if the line speaks for itself.

    chance: of doing so well, or so badly, if it is a roll.
    """

    number: int
    weight: int
    title: str = ""
    chance: Fraction | None = None


def choose_key_moments(known: SeatHistory, most: int = MOST_MOMENTS) -> tuple[KeyMoment, ...]:
    """The weightiest moments of a game, at most `most`, in order, none near another one."""
    chosen: list[KeyMoment] = []
    for _weight, group in groupby(sorted(_list_candidates(known), key=_rank), key=lambda moment: moment.weight):
        chosen += _spread(_leave_near_out(group, chosen), most - len(chosen))
    filling = (KeyMoment(number, FILLING) for number in choose_lines(known, 4 * most))
    chosen += _spread(_leave_near_out(filling, chosen), most - len(chosen))
    return tuple(sorted(chosen, key=lambda moment: moment.number))


def _list_candidates(known: SeatHistory) -> Iterator[KeyMoment]:
    """Every moment that the log marks out; of one line, the weightiest counts."""
    found = find_highlights(known)
    for moment, weight, title in (
        (found.turning_point, TURNING_POINT, _("Turning point")),
        (found.best_roll, BEST_ROLL, _("Best roll")),
        (next(iter(found.losses), None), FIRST_LOSS, _("The first loss")),
        (found.worst_roll, WORST_ROLL, _("Worst roll")),
    ):
        if moment:
            yield KeyMoment(moment.number, weight, title, getattr(moment, "chance", None))
    rolls = [logged.number for logged in iterate_logged_rolls(known.log)]
    yield from (KeyMoment(number, LAST_ROLL, _("The last roll")) for number in rolls[-1:])
    yield from (KeyMoment(loss.number, LOSS, _("Out of play")) for loss in found.losses)
    yield from (KeyMoment(number, SCORE, _("The score changes")) for number in list_score_changes(known))


def _rank(moment: KeyMoment) -> tuple[int, int]:
    return -moment.weight, moment.number


def _leave_near_out(moments: Iterable[KeyMoment], chosen: Iterable[KeyMoment]) -> list[KeyMoment]:
    """The moments that lie apart from chosen ones and from each other."""
    taken, apart = [moment.number for moment in chosen], []
    for moment in moments:
        if all(abs(moment.number - number) >= SAME_MOMENT_LINES for number in taken):
            taken.append(moment.number)
            apart.append(moment)
    return apart


def _spread(moments: list[KeyMoment], most: int) -> list[KeyMoment]:
    """At most `most` of the moments, evenly spread."""
    count = min(most, len(moments))
    return [moments[index * len(moments) // count] for index in range(count)]
