"""Doubles: teams of two play, each as one entry with one force, one score card and one place.

A team is entered under the names of its two players, `Ann Archer + Bob Brook`, or `Foxes: Ann Archer + Bob Brook`.

Clause: House Evening (N6).
"""

import re

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.state import TournamentState

BETWEEN = re.compile(r"[+&]")
PLAYERS = 2


def members(name: str) -> tuple[str, ...]:
    """The players of a team, from the name it is entered under; what stands before a colon is the team's own."""
    return tuple(" ".join(member.split()) for member in BETWEEN.split(name.rpartition(":")[2]))


def refuse_no_team(state: TournamentState, entrant: Entrant) -> None:
    """Raises TournamentRefusal where teams play and this is none, or one of it plays in another team."""
    if not state.doubles:
        return
    team_members = {member.casefold() for member in members(entrant.name) if member}
    if len(team_members) != PLAYERS or len(members(entrant.name)) != PLAYERS:
        reason = Message(
            "this event is for teams of two, and {player} is not two names such as {example}",
            player=entrant.name,
            example="Ann Archer + Bob Brook",  # no text: names as they are typed
        )
        raise TournamentRefusal(reason, "N6", (entrant.id,), code="no-team")
    other_teams = [team for id, team in state.entrants.items() if id != entrant.id and id not in state.retired]
    twice = [team for team in other_teams if team_members & {member.casefold() for member in members(team.name)}]
    if twice:
        reason = Message("a player of {player} is already in {other}", player=entrant.name, other=listing(twice))
        raise TournamentRefusal(reason, "N6", (entrant.id,), code="in-two-teams")


def refuse_no_teams(state: TournamentState) -> None:
    """Raises TournamentRefusal where somebody is entered who is no team of two."""
    single = [
        entrant
        for id, entrant in state.entrants.items()
        if id not in state.retired and len([member for member in members(entrant.name) if member]) != PLAYERS
    ]
    if single:
        reason = Message("{players} are entered but are not teams of two: take them out first", players=listing(single))
        raise TournamentRefusal(reason, "N6", tuple(entrant.id for entrant in single), code="no-team")
