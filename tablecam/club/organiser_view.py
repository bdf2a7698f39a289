"""A club night as the organiser sees it, as plain data: all of it, the lists and what is in dispute as well.

Everything is a function of the night as it stands, so that what was made for one page serves for all; only what the
clock shows follows from the time, and the page works that out.
"""

from collections.abc import Callable

from tablecam.club.event_store import Act, StoredEvent
from tablecam.club.round_view import clock_told, draft_told, games_told, round_told
from tablecam.rules.plain import Json, to_plain
from tablecam.tournament.club_event import ClubEvent
from tablecam.tournament.club_state import ClubState
from tablecam.tournament.forces import ForceList
from tablecam.tournament.refusal import Remedy, TournamentRefusal
from tablecam.tournament.rounds import rounds_for, warning
from tablecam.tournament.scoring import BYE_POINTS
from tablecam.tournament.standings import level_players
from tablecam.tournament.tables import SPARE, advised

# of the log, what an organiser looks back on between two rounds; the rest is asked for
AUDIT_TAIL = 120


def told_desk(club: StoredEvent, code: Callable[[str], str]) -> dict[str, Json]:
    """The whole night. code: what stands for a player in the address of his card."""
    sequence, state = club.seen
    night = ClubEvent(state, by="organiser")
    return {
        "id": club.id,
        "sequence": sequence,
        "title": state.title,
        "limit": state.opened.limit,
        "minutes": state.opened.minutes,
        "round": state.event.number,
        "rounds": state.event.rounds or (rounds_for(len(state.event.active)) if len(state.event.active) > 1 else 0),
        "over": state.over,
        "advice": _advice(state),
        "entrants": [{**entrant_told(state, player), "code": code(player)} for player in state.event.entrants],
        "draft": draft_told(night),
        "next": _next(night),
        "drawn": [round_told(state, drawn.number) for drawn in state.event.drawn],
        "games": games_told(state),
        "standings": standings_told(state),
        "clock": clock_told(state),
        "audit": audit_told(club)[:AUDIT_TAIL],
        "undo": _act(club.undoable),
        "redo": _act(club.redoable),
        "snapshot_fault": club.snapshot_fault,
    }


def audit_told(club: StoredEvent) -> list[Json]:
    """Who did what and when, the last act first."""
    return [_act(act) for act in reversed(club.audit)]


def entrant_told(state: ClubState, player: str) -> dict[str, Json]:
    """A player with his force and how he stands."""
    event = state.event
    entrant, force = event.entrants[player], state.forces.get(player)
    paired = any(player in (*drawn.stack, *drawn.byes) for drawn in event.drawn)
    return {
        "id": player,
        "name": entrant.name,
        "called": str(entrant),
        "faction": entrant.faction,
        "models": entrant.models,
        "points": event.scores()[player],
        "left": _left(state, player),
        "playing": any(player in game.pair for game in event.open_games),
        "locked": paired,
        "table": event.pinned.get(player),
        "force": list_told(force) if force else None,
    }


def list_told(force: ForceList) -> dict[str, Json]:
    """A force list with all its lines."""
    lines = [{"name": line.name, "models": line.models, "points": line.points} for line in force.lines]
    return {
        "name": force.name,
        "faction": force.faction,
        "models": force.models,
        "points": force.points,
        "lines": lines,
    }


def standings_told(state: ClubState) -> list[Json]:
    """The table; the tie-break as the opponents that it is the sum of. level: those who share the place."""
    names, table = state.names, state.standings()
    told: list[Json] = []
    for line in table:
        level = level_players(table, line.player)
        told.append(
            {
                "player": line.player,
                "name": names[line.player],
                "faction": state.event.entrants[line.player].faction,
                "rank": line.rank,
                "points": line.points,
                "tiebreak": line.tiebreak,
                "faced": [{"name": names[other], "points": points} for other, points in line.faced],
                "working": line.working(names),
                "byes": sum(line.player in drawn.byes for drawn in state.event.drawn),
                "rolled_off": line.rolled_off,
                "level": list(level) if len(level) > 1 else [],
                "left": _left(state, line.player),
            }
        )
    return told


def _left(state: ClubState, player: str) -> str:
    return "conceded" if player in state.event.conceded else "dropped" if player in state.event.dropped else ""


def _advice(state: ClubState) -> dict[str, Json]:
    """How many tables there should be, and what else should be known before round 1."""
    event, players = state.event, len(state.event.active)
    return {
        "players": players,
        "pairs": players // 2,
        "tables": list(event.tables),
        "advised": advised(players),
        "spare": SPARE,
        "pinned": dict(event.pinned),
        "bye_points": BYE_POINTS,
        "warning": warning(players) if players > 1 and not event.number else "",
    }


def _next(night: ClubEvent) -> dict[str, Json]:
    """Whether the next round can be drawn; where it cannot, the sentence and its remedies (P6)."""
    try:
        night.draft()
    except TournamentRefusal as refused:
        remedies = [_remedy(number, each, night.state) for number, each in enumerate(refused.remedies, 1)]
        number = night.state.event.number + 1
        return {"number": number, "says": refused.reason, "code": refused.code, "remedies": remedies}
    return {"number": night.state.event.number + 1, "says": "", "code": "", "remedies": []}


def _remedy(number: int, remedy: Remedy, state: ClubState) -> dict[str, Json]:
    layout = remedy.layout
    names = state.names
    pairs = [[names[one], names[other]] for one, other in layout.pairs] if layout else []
    return {"number": number, "says": remedy.says, "ends": layout is None, "pairs": pairs}


def _act(act: Act | None) -> Json:
    return to_plain(act) if act else None
