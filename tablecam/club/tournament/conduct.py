"""Votes on prizes, calls for a judge, and penalties.

Players vote on the best painted force for instance: one vote each, and not for oneself.

A vote is secret: the log has it, but no page and no printed log says who voted for whom.

Clause: House Evening (N7).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tablecam.base.i18n import Counted, Message, listing
from tablecam.club.tournament.events import PenaltyLifted, PlayerPenalised, PointsGranted
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.state import TournamentState

LONGEST_PRIZE = 60
# more than an evening has
MOST_PRIZES = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizeVoteOpened:
    """Players may vote on a prize, for the first time or again."""

    prize: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizeVoteClosed:
    """Nobody may vote on a prize any more."""

    prize: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizeVoted:
    """A player has voted, or has changed the vote."""

    prize: str
    voter: str
    player: str


PrizeEvent = PrizeVoteOpened | PrizeVoteClosed | PrizeVoted


@dataclass(frozen=True, slots=True)
class PrizeVote:
    """votes: the player voted for, by voter."""

    open: bool = True
    votes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def tally(self) -> tuple[tuple[str, int], ...]:
        """The players with their votes, most first; level ones in the order of their IDs."""
        return tuple(sorted(Counter(self.votes.values()).items(), key=lambda counted: (-counted[1], counted[0])))


# by the name of the prize
Prizes = Mapping[str, PrizeVote]
NO_PRIZES: Prizes = MappingProxyType({})


def open_vote(prizes: Prizes, prize: str) -> PrizeVoteOpened:
    """Let players vote. TournamentRefusal where they may already, and for a name that is none."""
    name = " ".join(prize.split())
    if not name or len(name) > LONGEST_PRIZE or not name.isprintable():
        raise TournamentRefusal(Message("a prize needs a name of at most {most} characters", most=LONGEST_PRIZE), "N7")
    if name in prizes and prizes[name].open:
        raise TournamentRefusal(Message("the vote on {prize} is open already", prize=name), "N7", code="vote-open")
    if name not in prizes and len(prizes) >= MOST_PRIZES:
        raise TournamentRefusal(Message("an event has at most {most} prizes", most=MOST_PRIZES), "N7")
    return PrizeVoteOpened(prize=name)


def close_vote(prizes: Prizes, prize: str) -> PrizeVoteClosed:
    """End a vote. TournamentRefusal where it is not open."""
    _require_open_vote(prizes, prize)
    return PrizeVoteClosed(prize=prize)


def vote(prizes: Prizes, state: TournamentState, prize: str, voter: str, player: str) -> PrizeVoted:
    """A player's vote, which replaces an earlier one. TournamentRefusal for oneself, and where the vote is closed."""
    _require_open_vote(prizes, prize)
    entrant = somebody(state, voter)
    somebody(state, player)
    if voter == player:
        raise TournamentRefusal(Message("{player} votes for somebody else", player=entrant), "N7", (voter,))
    return PrizeVoted(prize=prize, voter=voter, player=player)


def prizes_after(prizes: Prizes, log_event: PrizeEvent) -> Prizes:
    """The votes after one more log event."""
    current = prizes.get(log_event.prize, PrizeVote())
    match log_event:
        case PrizeVoteOpened():
            current = replace(current, open=True)
        case PrizeVoteClosed():
            current = replace(current, open=False)
        case PrizeVoted(voter=voter, player=player):
            current = replace(current, votes=MappingProxyType({**current.votes, voter: player}))
    return MappingProxyType({**prizes, log_event.prize: current})


def _require_open_vote(prizes: Prizes, prize: str) -> None:
    if prize not in prizes or not prizes[prize].open:
        raise TournamentRefusal(Message("there is no vote on {prize} now", prize=prize), "N7", code="vote-closed")


# Calls for a judge: a player asks for one at their table, and the call stands until somebody takes it.
#
# Clause: UW-TG Time Limits (TIME), which run on meanwhile.


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeCalled:
    """A player asks for a judge. time: in seconds, given by the caller. text: the question, as far as it is known."""

    number: int
    table: int
    player: str
    time: float
    text: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeCallTaken:
    """Somebody goes to that table, or the player needs nobody any more."""

    number: int
    table: int


JudgeEvent = JudgeCalled | JudgeCallTaken
# the calls that nobody has taken, by table
JudgeCalls = Mapping[int, JudgeCalled]
LONGEST_CALL = 120
NONE_CALLED: JudgeCalls = MappingProxyType({})


def judge_called(state: TournamentState, calls: JudgeCalls, player: str, time: float, text: str = "") -> JudgeCalled:
    """A player's call. TournamentRefusal where they have no open game, or their table has called already."""
    entrant = somebody(state, player)
    game = next((game for game in state.open_games if player in game.pair), None)
    if game is None:
        reason = Message("{player} has no open game to call a judge to", player=entrant)
        raise TournamentRefusal(reason, "TIME", (player,), code="no-open-game")
    if game.table in calls:
        reason = Message("table {table} has asked for a judge already", table=game.table)
        raise TournamentRefusal(reason, "TIME", (player,), code="called-already")
    text = " ".join(text.split())
    if len(text) > LONGEST_CALL or not text.isprintable():
        reason = Message("a question to a judge has at most {most} characters", most=LONGEST_CALL)
        raise TournamentRefusal(reason, "TIME", (player,), code="text-too-long")
    return JudgeCalled(number=game.number, table=game.table, player=player, time=time, text=text)


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


# Yellow and red cards, and penalties in points, each with a reason; and points for rounds that a late player missed.
#
# A card is a warning that everybody sees; points are taken from the player's total alone, and not from what it is
# worth in the tie-breaks of opponents. A player who stops playing is dropped or concedes as usual.
#
# Clause: House Evening (S4), UW-TG Second & Subsequent Round Pairing (P7).

YELLOW, RED = "yellow", "red"
PENALTY_CARDS = ("", YELLOW, RED)
# more than the best result of a game is a slip of the finger
MOST_POINTS = 100


def penalise(state: TournamentState, player: str, card: str, points: int, by: str, reason: str) -> PlayerPenalised:
    """A card, points, or both. TournamentRefusal for neither, for a card that there is not, and without a reason."""
    entrant = somebody(state, player)
    if card not in PENALTY_CARDS:
        raise TournamentRefusal(Message("a card is yellow or red, not {text}", text=card), "S4", (player,))
    if not 0 <= points <= MOST_POINTS or not (card or points):
        wanted = Message(
            "a penalty for {player} is a card, 1 to {most} points, or both", most=MOST_POINTS, player=entrant
        )
        raise TournamentRefusal(wanted, "S4", (player,))
    if not by or not reason:
        raise TournamentRefusal(Message("a penalty is logged with a name and a reason: give both"), "S4", (player,))
    return PlayerPenalised(player=player, card=card, points=points, by=by, reason=reason)


def lift(state: TournamentState, player: str, number: int, by: str, reason: str = "") -> PenaltyLifted:
    """Take a penalty back. number: which of the player's, from 1. TournamentRefusal where there is none."""
    entrant, penalties = somebody(state, player), state.penalties.get(player, ())
    if not 1 <= number <= len(penalties):
        none_such = Message("{player} has no penalty with the number {number}", player=entrant, number=number)
        raise TournamentRefusal(none_such, "S4", (player,), code="no-penalty")
    return PenaltyLifted(player=player, number=number, by=by, reason=reason)


def penalty_in_words(penalty: PlayerPenalised) -> Message:
    """`a yellow card and 4 points less`."""
    points = Counted("{n} point less", "{n} points less", penalty.points)
    cards = {YELLOW: Message("a yellow card"), RED: Message("a red card")}
    if penalty.card not in cards:
        return points
    return listing([cards[penalty.card], points]) if penalty.points else cards[penalty.card]


def grant(state: TournamentState, player: str, points: Sequence[int], by: str) -> PointsGranted:
    """Points for the rounds that a player missed while late or absent: 0 or 12 for each, in their order (P7).

    TournamentRefusal for another number of them, and where no round is missed for which there are no points yet.
    """
    entrant, missed = somebody(state, player), state.missed.get(player, ())
    if not missed:
        reason = Message("{player} has missed no round, so no points can be granted", player=entrant)
        raise TournamentRefusal(reason, "P7", (player,), code="nothing-missed")
    if len(points) != len(missed) or not {*points} <= {0, state.scoring.draw_points}:
        reason = Message(
            "{player} can be granted 0 or {draw} points for each of {rounds} missed rounds",
            player=entrant,
            draw=state.scoring.draw_points,
            rounds=len(missed),
        )
        raise TournamentRefusal(reason, "P7", (player,))
    return PointsGranted(player=player, rounds=missed, points=tuple(points), by=by)
