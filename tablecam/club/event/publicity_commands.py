"""What the club's pages may tell, as commands: of the organiser, and of a player who holds the card."""

from collections.abc import Callable

from tablecam.club.event.payload import CommandPayload
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.going_public import evening_announced, game_released, player_shown

Command = Callable[[ClubEvent], ClubEvent]


def announced(event: ClubEvent, day: str, place: str) -> ClubEvent:
    """Say when and where the evening is."""
    return event.after(evening_announced(day, place))


def shown(event: ClubEvent, player: str, shows: bool) -> ClubEvent:
    """A player lets the name stand on the club's pages, or no longer."""
    return event.after(player_shown(event.state.event, player, shows))


def released(event: ClubEvent, player: str, number: int, releases: bool) -> ClubEvent:
    """A player releases the replay of a round, or takes that back."""
    return event.after(game_released(event.state.event, event.state.publicity, number, player, releases))


def announce(payload: CommandPayload) -> Command:
    """The organiser's command."""
    day, place = payload.words("day"), payload.words("place")
    return lambda event: announced(event, day, place)


def show(payload: CommandPayload) -> Command:
    """The organiser's command for a player at the desk."""
    player, shows = payload.text("player"), payload.flag("shown")
    return lambda event: shown(event, player, shows)


def release(payload: CommandPayload) -> Command:
    """The organiser's command for a player at the desk."""
    player, number, releases = payload.text("player"), payload.whole("round"), payload.flag("released")
    return lambda event: released(event, player, number, releases)


def chosen(event: ClubEvent, player: str, payload: CommandPayload) -> ClubEvent:
    """A player's own choice: of the name, or of the replay of the round that is named."""
    if payload.values.get("round") is not None:
        return released(event, player, payload.whole("round"), payload.flag("released"))
    return shown(event, player, payload.flag("shown"))
