"""Decides on changes to an evening: names, cancelling, scenarios, prizes for places, and reserved places.

    renamed = event_renamed("Friday Night")

Each gives the log event of one act. TournamentRefusal for what cannot be.

Clause: House Evening (N9), UW-TG Force Lists (LIST).
"""

from collections.abc import Sequence

from tablecam.base.i18n import Message
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.evening_settings import (
    EveningCancelled,
    EventRenamed,
    ForceCounted,
    ForceRenamed,
    PlacePrizeSet,
    PlayerRenamed,
    ScenarioSet,
    SeatReserved,
    is_same_name,
)
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.schedule import MOST_ROUNDS
from tablecam.club.tournament.scoring import checked_models

LONGEST_TITLE, LONGEST_NAME, LONGEST_TEXT = 80, 60, 120
# more is a slip of the finger
MOST_PLACES, MOST_SEATS = 64, 64


def event_renamed(title: str) -> EventRenamed:
    """Give the event another name. TournamentRefusal for none, or one that no page has room for."""
    return EventRenamed(title=_check_text(title, LONGEST_TITLE, "ID", needed=True))


def player_renamed(state: ClubState, player: str, name: str) -> PlayerRenamed:
    """Give a player another name. TournamentRefusal for an unknown player, and for no name."""
    somebody(state.event, player)
    return PlayerRenamed(player=player, new_name=_check_text(name, LONGEST_NAME, "ID", needed=True))


def force_renamed(state: ClubState, player: str, name: str) -> ForceRenamed:
    """Give a player's list another name. TournamentRefusal where there is no list, and for no name."""
    entrant = somebody(state.event, player)
    if player not in state.forces:
        reason = Message("{player} has handed in no list to rename", player=entrant)
        raise TournamentRefusal(reason, "LIST", (player,), code="no-list")
    return ForceRenamed(player=player, new_name=_check_text(name, LONGEST_NAME, "LIST", needed=True))


def force_counted(state: ClubState, player: str, models: int, faction: str, reason: str) -> ForceCounted:
    """Say how many models a player has who has handed in no list.

    TournamentRefusal where there is a list; where a game of the player is over, without a reason; and for fewer models
    than were lost.
    """
    entrant = somebody(state.event, player)
    if player in state.forces:
        has_list = Message("{player} has handed in a list, which gives the number of models", player=entrant)
        raise TournamentRefusal(has_list, "LIST", (player,), code="has-list")
    lost = [side.lost for game in state.event.games for side in game.sides or () if side.player == player]
    if lost and entrant.models and not reason:
        locked = Message("{player} has played already: give a reason to change the force", player=entrant)
        raise TournamentRefusal(locked, "LIST", (player,), code="list-locked")
    if max(lost, default=0) > checked_models(models):
        too_small = Message(
            "{player} has lost {lost} models in a game, so a list of {models} is too small",
            player=entrant,
            lost=max(lost),
            models=models,
        )
        raise TournamentRefusal(too_small, "A4", (player,))
    faction = _check_text(faction, LONGEST_NAME, "LIST")
    return ForceCounted(player=player, models=models, faction=faction, reason=reason)


def evening_cancelled(state: ClubState, cancelled: bool, reason: str) -> EveningCancelled:
    """Cancel the evening, or take that back. TournamentRefusal once a round is published."""
    if cancelled and state.event.drawn:
        has_begun = Message("round 1 is published, so the evening takes place: end it with a number of rounds instead")
        raise TournamentRefusal(has_begun, "N9", code="has-begun")
    return EveningCancelled(cancelled=cancelled, reason=_check_text(reason, LONGEST_TEXT, "N9"))


def scenario_set(number: int, scenario: str) -> ScenarioSet:
    """Say which scenario everybody plays in a round. TournamentRefusal for a round that no event has."""
    if not 1 <= number <= MOST_ROUNDS:
        reason = Message("a round has a number from 1 to {most}, not {number}", most=MOST_ROUNDS, number=number)
        raise TournamentRefusal(reason, "N9", code="no-such-round")
    return ScenarioSet(number=number, scenario=_check_text(scenario, LONGEST_TEXT, "N9"))


def place_prize_set(place: int, prize: str) -> PlacePrizeSet:
    """Set the prize for a place. TournamentRefusal for a place that no event has."""
    if not 1 <= place <= MOST_PLACES:
        reason = Message("prizes are for places from 1 to {most}, not {place}", most=MOST_PLACES, place=place)
        raise TournamentRefusal(reason, "N9", code="no-such-place")
    return PlacePrizeSet(place=place, prize=_check_text(prize, LONGEST_TEXT, "N9"))


def seat_reserved(state: ClubState, name: str, reserved: bool) -> SeatReserved:
    """Keep a place for somebody, or no longer. TournamentRefusal where nothing would change."""
    name = _check_text(name, LONGEST_NAME, "N3", needed=True)
    is_kept = any(is_same_name(name, guest) for guest in state.settings.reserved)
    if reserved and any(is_same_name(name, entrant.name) for entrant in state.event.entrants.values()):
        has_place = Message("{player} has a place already", player=name)
        raise TournamentRefusal(has_place, "N3", code="has-place")
    if reserved is is_kept or len(state.settings.reserved) >= MOST_SEATS:
        as_it_is = (
            Message("a place is kept for {player} already", player=name)
            if reserved
            else Message("no place is kept for {player}", player=name)
        )
        raise TournamentRefusal(as_it_is, "N3", code="reserved-already")
    return SeatReserved(guest=name, reserved=reserved)


def open_reservations(state: ClubState) -> Sequence[str]:
    """The names for whom a place is kept and who have not entered."""
    entered = [entrant.name for id, entrant in state.event.entrants.items() if id not in state.event.retired]
    return [name for name in state.settings.reserved if not any(is_same_name(name, guest) for guest in entered)]


def without_force(state: ClubState) -> tuple[str, ...]:
    """The players of whom nobody knows how many models they have, late ones too."""
    entrants = state.event.entrants
    return tuple(player for player in entrants if player not in state.event.retired and not entrants[player].models)


def _check_text(text: str, longest: int, row: str, needed: bool = False) -> str:
    """The text without spare spaces. TournamentRefusal where it is too long, cannot be printed, or is missing."""
    text = " ".join(text.split())
    if len(text) > longest or not text.isprintable() or (needed and not text):
        reason = Message("give a text of 1 to {most} characters", most=longest)
        raise TournamentRefusal(reason, row, code="no-text")
    return text
