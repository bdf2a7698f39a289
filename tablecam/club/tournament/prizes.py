"""Prizes that the players vote on, the best painted force for instance: one vote each, and not for oneself.

A vote is secret: the log has it, but no page and no printed log says who voted for whom.

Clause: House Evening (N7).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tablecam.base.i18n import Message
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
