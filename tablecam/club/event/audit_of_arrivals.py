"""The audit trail before the evening: sign-up, the waiting list, check-in, and who has paid."""

from collections.abc import Mapping

from tablecam.base.i18n import Counted, Message
from tablecam.club.tournament.events import PresenceMarked
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
