"""The organiser's commands for the conduct of an evening: pairing, cards and penalties, points for late players,
prizes.

A vote comes from a player's phone, or from the desk. BadFile for a malformed payload, TournamentRefusal for what does
not fit the event.

Clause: House Evening (N4, N5, N6, N7, S4), UW-TG Second & Subsequent Round Pairing (P7).
"""

from collections.abc import Callable, Mapping

from tablecam.base.errors import BadFile
from tablecam.club.event.payload import CommandPayload
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.pairing_ways import choose_way
from tablecam.club.tournament.penalising import grant, lift, penalise
from tablecam.club.tournament.prizes import close_vote, open_vote, vote
from tablecam.rules.plain import Json

ClubCommand = Callable[[ClubEvent], ClubEvent]


def choose_pairing(payload: CommandPayload) -> ClubCommand:
    """pairing: swiss or round-robin; cut: 0 for none; doubles: whether teams of two play."""
    pairing, cut, doubles = payload.text("pairing"), payload.whole("cut", 0), payload.yes("doubles")
    return lambda event: event.decide(lambda state, by: choose_way(state, pairing, by, cut, doubles))


def penalise_player(payload: CommandPayload) -> ClubCommand:
    """card: yellow, red, or nothing; points: how many fewer."""
    player, card, reason = payload.text("player"), payload.words("card"), payload.words("reason")
    points = payload.whole("points", 0)
    return lambda event: event.decide(lambda state, by: penalise(state, player, card, points, by, reason))


def lift_penalty(payload: CommandPayload) -> ClubCommand:
    """number: which of the player's, from 1."""
    player, number, reason = payload.text("player"), payload.whole("number"), payload.words("reason")
    return lambda event: event.decide(lambda state, by: lift(state, player, number, by, reason))


def grant_points(payload: CommandPayload) -> ClubCommand:
    """points: 0 or 12 for each round missed."""
    player, points = payload.text("player"), payload.wholes("points")
    return lambda event: event.decide(lambda state, by: grant(state, player, points, by))


def set_vote(payload: CommandPayload) -> ClubCommand:
    """Opens the vote on a prize, or closes it."""
    prize, is_open = payload.text("prize"), payload.yes("open")
    act = open_vote if is_open else close_vote
    return lambda event: event.after(act(event.state.prizes, prize))


def vote_at_desk(payload: CommandPayload) -> ClubCommand:
    """The vote of a player who tells it at the desk, without a phone; an earlier one is replaced."""
    prize, voter, player = payload.text("prize"), payload.text("voter"), payload.text("player")
    return lambda event: event.after(vote(event.state.prizes, event.state.event, prize, voter, player))


# from phones


def voted(event: ClubEvent, player: str, payload: Mapping[str, Json]) -> ClubEvent:
    """A player's vote on a prize."""
    prize, choice = payload.get("prize"), payload.get("player")
    if not isinstance(prize, str) or not isinstance(choice, str):
        raise BadFile('a vote names its prize and a player: {"prize": "Best painted", "player": "bob"}')
    return event.after(vote(event.state.prizes, event.state.event, prize, player, choice))
