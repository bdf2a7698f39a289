"""Tie-breaks that an event chooses from a list instead of the guide's one.

    choose_tie_breaks(state, ("wins", "opponents"), "TO")       # a log event, before round 1
    count_tie_breaks(state)["wins"]["ann"]                      # 3

Of players with the same points, the one with more of the first tie-break is placed higher, then of the second one.
Players who are level in all of them share the place, and a roll-off can settle it, as by the guide.

Clause: House Evening (S5), UW-TG Tiebreaker (S1), Deciding the Tournament Winners (S2).
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from tablecam.base.i18n import AS_IT_IS, Message, listing
from tablecam.club.tournament.events import TieBreaksChosen
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.standings import NO_NUMBERS, OPPONENTS
from tablecam.club.tournament.state import TournamentState
from tablecam.rules.event_scoring import LOST, EventScoring, ScoreField, read_title

WINS, REMOVED, LEFT = "wins", "removed", "left"
MOST_TIE_BREAKS = 3


def _count_wins(state: TournamentState) -> dict[str, int]:
    """The games that each player has won; a bye is none."""
    wins = dict.fromkeys(state.entrants, 0)
    for game in state.scored_games:
        points = state.game_points(game)
        if points and points[0] != points[1]:
            wins[game.pair[points[1] > points[0]]] += 1
    return wins


def _count_removed(state: TournamentState) -> dict[str, int]:
    """The models that each player's opponents have lost."""
    removed = dict.fromkeys(state.entrants, 0)
    for game in state.scored_games:
        for side in game.sides or ():
            removed[game.other(side.player)] += _count_lost(state, side.player, side.lost, side.conceded)
    return removed


def _count_left(state: TournamentState) -> dict[str, int]:
    """The models that each player has lost, as a number below 0: fewer are better."""
    left = dict.fromkeys(state.entrants, 0)
    for game in state.scored_games:
        for side in game.sides or ():
            left[side.player] -= _count_lost(state, side.player, side.lost, side.conceded)
    return left


def _sum_field(state: TournamentState, entry: ScoreField) -> dict[str, int]:
    """The sum of a field over each player's own cards; a player who conceded has nothing of it."""
    sums = dict.fromkeys(state.entrants, 0)
    for game in state.scored_games:
        for side in game.sides or ():
            sums[side.player] += 0 if side.conceded else side.get_value(entry.key)
    return sums


def _count_lost(state: TournamentState, player: str, lost: int, conceded: bool) -> int:
    """A player who conceded has lost everything (C1)."""
    return state.entrants[player].models if conceded else lost


COUNTS: Mapping[str, Callable[[TournamentState], Mapping[str, int]]] = MappingProxyType(
    # the guide's own is a part of each row of the standings
    {OPPONENTS: lambda _state: NO_NUMBERS, WINS: _count_wins, REMOVED: _count_removed, LEFT: _count_left}
)
TITLES: Mapping[str, Message] = MappingProxyType(
    {
        OPPONENTS: Message("points of all opponents"),
        WINS: Message("games won"),
        REMOVED: Message("opposing models removed"),
        LEFT: Message("fewest models lost"),
    }
)


# of the list, what needs a card with the models that are lost
OF_LOSSES = (REMOVED, LEFT)


def list_tie_breaks(state: TournamentState) -> dict[str, Message]:
    """The tie-breaks that the event may choose from, with their titles: those of its rulebook's score card too."""
    counts_lost = state.scoring.find_field(LOST) is not None
    usual = {name: title for name, title in TITLES.items() if counts_lost or name not in OF_LOSSES}
    card_titles = {
        entry.key: Message(AS_IT_IS, text=read_title(entry)) for entry in state.scoring.fields if entry.tie_break
    }
    return {**usual, **card_titles}


def tie_break_title(name: str, scoring: EventScoring) -> Message:
    """The title of a tie-break; its name where the scoring has none of that name."""
    entry = scoring.find_field(name)
    return TITLES.get(name) or Message(AS_IT_IS, text=read_title(entry) if entry else name)


def count_tie_breaks(state: TournamentState) -> dict[str, Mapping[str, int]]:
    """Each player's value of each of the event's own tie-breaks, in their order; empty for the guide's."""
    return {name: _count_one(state, name) for name in state.tie_breaks if name in list_tie_breaks(state)}


def _count_one(state: TournamentState, name: str) -> Mapping[str, int]:
    entry = state.scoring.find_field(name)
    return _sum_field(state, entry) if entry and entry.tie_break else COUNTS[name](state)


def choose_tie_breaks(state: TournamentState, tie_breaks: Sequence[str], by: str) -> TieBreaksChosen:
    """Choose the tie-breaks, the first one first; none for the guide's.

    TournamentRefusal once round 1 is drawn, and for an unknown or a repeated tie-break.
    """
    if state.drawn:
        raise TournamentRefusal(Message("choose the tie-breaks before round 1 is drawn"), "S5", code="round-drawn")
    choices = list_tie_breaks(state)
    unknown = [name for name in tie_breaks if name not in choices]
    if unknown or len(set(tie_breaks)) != len(tie_breaks) or len(tie_breaks) > MOST_TIE_BREAKS:
        reason = Message(
            "choose up to {most} different tie-breaks out of {names}", most=MOST_TIE_BREAKS, names=listing(choices)
        )
        raise TournamentRefusal(reason, "S5", code="no-such-tie-break")
    return TieBreaksChosen(tie_breaks=tuple(tie_breaks), by=by)
