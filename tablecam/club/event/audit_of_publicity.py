"""The audit trail of what the club's pages tell: day and place, names, and released replays."""

from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.club.tournament.going_public import EveningAnnounced, GameReleased, PlayerShown, PublicityEvent


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
