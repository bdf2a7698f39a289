"""Calls for a judge: a player asks for one at their table, and the call stands until somebody takes it.

Clause: UW-TG Time Limits (TIME), which run on meanwhile.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from tablecam.base.i18n import Message
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.state import TournamentState


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeCalled:
    """A player asks for a judge. time: in seconds, given by the caller."""

    number: int
    table: int
    player: str
    time: float


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeCallTaken:
    """Somebody goes to that table, or the player needs nobody any more."""

    number: int
    table: int


JudgeEvent = JudgeCalled | JudgeCallTaken
# the calls that nobody has taken, by table
JudgeCalls = Mapping[int, JudgeCalled]
NONE_CALLED: JudgeCalls = MappingProxyType({})


def judge_called(state: TournamentState, calls: JudgeCalls, player: str, time: float) -> JudgeCalled:
    """A player's call. TournamentRefusal where they have no open game, or their table has called already."""
    entrant = somebody(state, player)
    game = next((game for game in state.open_games if player in game.pair), None)
    if game is None:
        reason = Message("{player} has no open game to call a judge to", player=entrant)
        raise TournamentRefusal(reason, "TIME", (player,), code="no-open-game")
    if game.table in calls:
        reason = Message("table {table} has asked for a judge already", table=game.table)
        raise TournamentRefusal(reason, "TIME", (player,), code="called-already")
    return JudgeCalled(number=game.number, table=game.table, player=player, time=time)


def judge_call_taken(calls: JudgeCalls, table: int) -> JudgeCallTaken:
    """The end of a call. TournamentRefusal where there is none, or somebody was quicker."""
    if table not in calls:
        reason = Message("table {table} does not wait for a judge, or somebody has gone there already", table=table)
        raise TournamentRefusal(reason, "TIME", code="no-call")
    return JudgeCallTaken(number=calls[table].number, table=table)


def calls_after(calls: JudgeCalls, log_event: JudgeEvent) -> JudgeCalls:
    """The calls after one more log event."""
    calls_by_table = {table: call for table, call in calls.items() if table != log_event.table}
    if isinstance(log_event, JudgeCalled):
        calls_by_table[log_event.table] = log_event
    return MappingProxyType(calls_by_table)


def calls_of(calls: JudgeCalls, state: TournamentState) -> JudgeCalls:
    """The calls of players whose games are still open, at the tables where they play now."""
    table_of = {player: game.table for game in state.open_games for player in game.pair}
    open_calls = [call for call in calls.values() if call.player in table_of]
    return MappingProxyType({table_of[call.player]: replace(call, table=table_of[call.player]) for call in open_calls})
