"""The audit trail of players beside their games: sign-up and check-in, penalties and prizes, what is published."""

from collections.abc import Mapping

from tablecam.base.i18n import Counted, Message
from tablecam.club.tournament.events import PenaltyLifted, PlayerPenalised, PointsGranted, PresenceMarked
from tablecam.club.tournament.going_public import EveningAnnounced, GameReleased, PlayerShown, PublicityEvent
from tablecam.club.tournament.penalising import penalty_in_words
from tablecam.club.tournament.prizes import PrizeEvent, PrizeVoteClosed, PrizeVoted, PrizeVoteOpened
from tablecam.club.tournament.sign_up_list import MarksSet, SignUpEvent, SignUpSet, WaitingListJoined, WaitingListLeft


def describe_arrival(log_event: SignUpEvent | PresenceMarked, names: Mapping[str, str]) -> Message:
    """One log event, without its reason. names: of the players, by their IDs."""
    match log_event:
        case SignUpSet():
            return _describe_settings(log_event)
        case WaitingListJoined(entrant=entrant):
            return Message("{player} waits for a place", player=entrant)
        case WaitingListLeft(player=player):
            return Message("{player} no longer waits for a place", player=_display_name(player, names))
        case MarksSet():
            return _describe_marks(log_event, _display_name(log_event.player, names))
        case PresenceMarked(player=player, presence=presence):
            return _describe_presence(presence, _display_name(player, names))


def _describe_settings(log_event: SignUpSet) -> Message:
    values = {
        "sign_up": Message("sign-up is open") if log_event.open else Message("sign-up is closed"),
        "check_in": Message("check-in by phone") if log_event.check_in else Message("check-in at the desk only"),
    }
    if not log_event.places:
        return Message("{sign_up}; any number of places; {check_in}", **values)
    return Counted(
        "{sign_up}; {n} place; {check_in}",
        "{sign_up}; {n} places; {check_in}",
        log_event.places,
        **values,
    )


def _describe_marks(log_event: MarksSet, player: str) -> Message:
    if log_event.paid:
        return (
            Message("{player} has paid, and the list is approved", player=player)
            if log_event.list_approved
            else Message("{player} has paid", player=player)
        )
    return (
        Message("the list of {player} is approved", player=player)
        if log_event.list_approved
        else Message("{player} has not paid, and the list is not approved", player=player)
    )


def _describe_presence(presence: str, player: str) -> Message:
    match presence:
        case "here":
            return Message("{player} is here", player=player)
        case "late":
            return Message("{player} will be late", player=player)
        case "absent":
            return Message("{player} is absent", player=player)
    return Message("nobody knows whether {player} is here", player=player)


def _display_name(player: str, names: Mapping[str, str]) -> str:
    return names.get(player, player)


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


def describe_publicity(log_event: PublicityEvent, names: Mapping[str, str]) -> Message:
    """One log event. names: of the players, by their IDs."""
    match log_event:
        case EveningAnnounced():
            return _describe_announcement(log_event)
        case PlayerShown(player=player, shown=shown):
            name = names.get(player, player)
            if shown:
                return Message("{player} allows their name on the club’s pages", player=name)
            return Message("{player} does not allow their name on the club’s pages", player=name)
        case GameReleased(player=player, number=number, released=released):
            values = {"player": names.get(player, player), "number": number}
            if released:
                return Message("{player} releases the replay of round {number}", **values)
            return Message("{player} no longer releases the replay of round {number}", **values)


def _describe_announcement(log_event: EveningAnnounced) -> Message:
    day, place = log_event.day, log_event.place
    if day and place:
        return Message("the evening is on {day}, {place}", day=day, place=place)
    if day:
        return Message("the evening is on {day}", day=day)
    return Message("the evening is at {place}", place=place) if place else Message("the evening has no date yet")
