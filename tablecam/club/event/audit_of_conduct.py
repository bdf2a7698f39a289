"""The audit trail of cards and penalties, of points granted to late players, and of prizes."""

from collections.abc import Mapping

from tablecam.base.i18n import Counted, Message
from tablecam.club.tournament.events import PenaltyLifted, PlayerPenalised, PointsGranted
from tablecam.club.tournament.penalising import penalty_in_words
from tablecam.club.tournament.prizes import PrizeEvent, PrizeVoteClosed, PrizeVoted, PrizeVoteOpened

ConductEvent = PointsGranted | PlayerPenalised | PenaltyLifted | PrizeEvent


def describe_conduct(log_event: ConductEvent, names: Mapping[str, str]) -> Message:
    """One log event, without its reason; of a vote, that there was one. names: of the players, by their IDs."""
    match log_event:
        case PointsGranted(player=player, points=points):
            who = names.get(player, player)
            return Counted(
                "{player} is granted {n} point for missed rounds",
                "{player} is granted {n} points for missed rounds",
                sum(points),
                player=who,
            )
        case PlayerPenalised(player=player):
            who = names.get(player, player)
            return Message("{player} has {penalty}", player=who, penalty=penalty_in_words(log_event))
        case PenaltyLifted(player=player, number=number):
            who = names.get(player, player)
            return Message("penalty {number} of {player} is taken back", number=number, player=who)
        case PrizeVoteOpened(prize=prize):
            return Message("players may vote: {prize}", prize=prize)
        case PrizeVoteClosed(prize=prize):
            return Message("the vote is closed: {prize}", prize=prize)
        case PrizeVoted(prize=prize, voter=voter):
            return Message("{player} has voted: {prize}", player=names.get(voter, voter), prize=prize)
