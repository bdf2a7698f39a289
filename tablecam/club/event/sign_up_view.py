"""Sign-up as plain data: for everybody, for somebody who has signed up, and for the organiser.

Clause: House Evening (N3).
"""

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.round_view import describe_times
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.drawing import unchecked
from tablecam.club.tournament.forces import ForceList
from tablecam.club.tournament.signing_up import taken_places
from tablecam.rules.plain import Json


def describe_force_list(force: ForceList) -> dict[str, Json]:
    """A force list with all its lines."""
    lines = [{"name": line.name, "models": line.models, "points": line.points} for line in force.lines]
    return {
        "name": force.name,
        "faction": force.faction,
        "models": force.models,
        "points": force.points,
        "lines": lines,
    }


def describe_places(state: ClubState) -> dict[str, Json]:
    """The public view: whether players may sign up, and how many have. places: 0 for any number."""
    settings = state.sign_up.settings
    return {
        "open": settings.open and not state.event.number,
        "places": settings.places,
        "taken": taken_places(state),
        "waiting": len(state.sign_up.waiting),
        "check_in": settings.check_in,
        "approval": settings.approval,
    }


def describe_sign_up(club: StoredEvent, player: str, code: str) -> dict[str, Json]:
    """The view of a guest's phone. player: the one signed up on it, empty for nobody; code: of that player's card."""
    sequence, state = club.seen
    own_entry = _describe_own_entry(state, player)
    return {
        "id": club.id,
        "sequence": sequence,
        "title": state.title,
        "limit": state.opened.limit,
        "round": state.event.number,
        "doubles": state.event.doubles,
        "times": describe_times(state),
        "factions": sorted({entrant.faction for entrant in state.event.entrants.values() if entrant.faction}),
        "sign_up": describe_places(state),
        "own": {**own_entry, "code": code} if own_entry else None,
    }


def describe_for_desk(state: ClubState) -> dict[str, Json]:
    """The organiser's view: also the waiting list, and players who would be drawn without having checked in."""
    waiting: list[Json] = []
    for player, joined in state.sign_up.waiting.items():
        entrant = joined.entrant
        force = describe_force_list(joined.force) if joined.force else None
        waiting.append(
            {
                "id": player,
                "name": entrant.name,
                "called": str(entrant),
                "faction": entrant.faction,
                "models": entrant.models,
                "force": force,
            }
        )
    missing_players = unchecked(state.event, state.sign_up.settings.check_in)
    return {
        **describe_places(state),
        "asked": state.sign_up.settings.open,
        "queue": waiting,
        "unchecked": [str(state.event.entrants[player]) for player in missing_players],
    }


def describe_arrival(state: ClubState, player: str) -> dict[str, Json]:
    """Whether a player is here, has paid, and has a list that is approved."""
    return {
        "presence": state.event.presence.get(player, ""),
        "paid": player in state.sign_up.paid,
        "list_approved": player in state.sign_up.approved,
    }


def _describe_own_entry(state: ClubState, player: str) -> dict[str, Json] | None:
    """Somebody who has signed up: in, waiting with the place in the row, or left. None for anybody else."""
    waiting = state.sign_up.waiting.get(player)
    entrant = waiting.entrant if waiting else state.event.entrants.get(player)
    if entrant is None:
        return None
    left = player in state.event.retired
    force = waiting.force if waiting else state.forces.get(player)
    return {
        "player": player,
        "name": entrant.name,
        "faction": entrant.faction,
        "models": entrant.models,
        "force": describe_force_list(force) if force else None,
        "stands": "waiting" if waiting else "left" if left else "in",
        "place": [*state.sign_up.waiting].index(player) + 1 if waiting else 0,
        **describe_arrival(state, player),
    }
