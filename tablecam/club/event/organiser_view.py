"""A club event as the organiser sees it, as plain data: everything, with all lists and disputes.

All of it depends on the state and the language only, so that one description serves every page; the page works out what
the clock shows.
"""

from collections.abc import Callable

from tablecam.base.i18n import gettext as _
from tablecam.club.event.event_store import AuditEntry, StoredEvent
from tablecam.club.event.public_view import (
    KnownNames,
    describe_penalties,
    describe_place_prizes,
    describe_prizes,
    describe_publicity,
    penalty_cards,
)
from tablecam.club.event.round_view import (
    describe_clock,
    describe_draft,
    describe_event_scoring,
    describe_games,
    describe_round,
    describe_times,
)
from tablecam.club.event.sign_up_view import describe_arrival, describe_for_desk, describe_force_list
from tablecam.club.event.team_view import describe_teams
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.evening_changes import open_reservations, without_force
from tablecam.club.tournament.pairing_ways import SWISS, WAYS, planned_rounds
from tablecam.club.tournament.refusal import Remedy, TournamentRefusal
from tablecam.club.tournament.schedule import warning
from tablecam.club.tournament.standings import level_players
from tablecam.club.tournament.tables import SPARE, advised
from tablecam.club.tournament.team_rounds import TEAM_SIZES
from tablecam.club.tournament.tie_breaks import list_tie_breaks, tie_break_title
from tablecam.club.tournament.top_cut import CUTS
from tablecam.club.tournament.wishes import wish_in_words
from tablecam.rules.campaign import read_counter_title
from tablecam.rules.plain import Json, to_plain

# the part of the log that an organiser needs between two rounds; the page asks for the rest
AUDIT_TAIL = 120


def describe_for_organiser(club: StoredEvent, code: Callable[[str], str]) -> dict[str, Json]:
    """The whole event. code: gives the code of a player's card."""
    sequence, state = club.seen
    event = ClubEvent(state, by="organiser")
    return {
        "id": club.id,
        "sequence": sequence,
        "title": state.title,
        "limit": state.opened.limit,
        "minutes": state.opened.minutes,
        "round": state.event.number,
        "rounds": planned_rounds(state.event) if len(state.event.active) > 1 else state.event.rounds,
        "way": {
            "pairing": state.event.way or SWISS,
            "cut": state.event.cut,
            "doubles": state.event.doubles,
            "ways": [*WAYS],
            "cuts": [*CUTS],
            "team_size": state.event.teams.size,
            "team_sizes": [*TEAM_SIZES],
        },
        "teams": describe_teams(state),
        "over": state.over,
        "advice": _describe_advice(state),
        "sign_up": describe_for_desk(state),
        "apart": describe_wishes(state),
        "traits": [
            {"table": table, "terrain": traits.terrain, "camera": traits.camera}
            for table, traits in sorted(state.event.described.items())
        ],
        "entrants": [{**entrant, "code": code(str(entrant["id"]))} for entrant in describe_entrants(state)],
        "draft": describe_draft(event),
        "next": _describe_next_round(event),
        "drawn": [describe_round(state, drawn.number) for drawn in state.event.drawn],
        "games": describe_games(state),
        "scoring": describe_event_scoring(state),
        "standings": describe_standings(state),
        "settings": describe_settings(state),
        "prizes": describe_prizes(state),
        "clock": describe_clock(state),
        "times": describe_times(state),
        "planned": to_plain(state.schedule),
        "publicity": describe_publicity(state),
        "calls": describe_calls(state),
        "audit": describe_audit(club, AUDIT_TAIL),
        "undo": _describe_act(club.undoable),
        "redo": _describe_act(club.redoable),
        # the fault itself names a folder of the server, so only the terminal shows it
        "snapshot_fault": _("see the program's terminal for the reason") if club.snapshot_fault else "",
    }


def describe_audit(club: StoredEvent, most: int | None = None) -> list[Json]:
    """The audit trail, the last act first. most: the number of acts at most."""
    return [_describe_act(act) for act in reversed(club.last_acts(most))]


def describe_calls(state: ClubState) -> list[Json]:
    """The tables that wait for a judge, the one that has waited longest first."""
    calls = sorted(state.calls.values(), key=lambda call: call.time)
    return [
        {"table": call.table, "name": state.names[call.player], "time": call.time, "text": call.text} for call in calls
    ]


def describe_settings(state: ClubState) -> dict[str, Json]:
    """Whether the evening is cancelled or archived, its scenarios, its prizes for places, and the reserved places."""
    settings = state.settings
    return {
        "cancelled": settings.cancelled is not None,
        "archived": settings.archived,
        "scenarios": [{"round": number, "scenario": text} for number, text in settings.scenarios.items()],
        "prizes": describe_place_prizes(KnownNames(state, everybody=True)),
        "reserved": list(open_reservations(state)),
        "tie_breaks": [str(tie_break_title(name, state.event.scoring)) for name in state.event.tie_breaks],
        "tie_break_choices": [
            {"value": name, "text": str(text)} for name, text in list_tie_breaks(state.event).items()
        ],
        "counters": [{"value": it.key, "text": read_counter_title(it)} for it in state.event.counters],
        "without_force": len(without_force(state)),
    }


def describe_wishes(state: ClubState) -> list[Json]:
    """The players who are kept apart, the newest wish last. last_round: 0 for the whole event."""
    return [
        {
            "players": list(players),
            "last_round": wish.last_round,
            "hard": wish.hard,
            "reason": wish.reason,
            "says": str(wish_in_words(wish, state.names)),
        }
        for players, wish in state.event.apart.items()
    ]


def describe_entrants(state: ClubState) -> list[dict[str, Json]]:
    """All players with force, points and status, in the order of entry."""
    event, scores = state.event, state.event.scores()
    locked = {player for drawn in event.drawn for player in (*drawn.stack, *drawn.byes)}
    playing = {player for game in event.open_games for player in game.pair}
    left = _list_departures(state)
    return [
        {
            "id": player,
            "name": entrant.name,
            "called": str(entrant),
            "faction": entrant.faction,
            "models": entrant.models,
            "points": scores[player],
            "left": left.get(player, ""),
            "playing": player in playing,
            "locked": player in locked,
            "table": event.pinned.get(player),
            "wish": _table_wish(state, player),
            **describe_arrival(state, player),
            "missed": list(event.missed.get(player, ())),
            "penalties": describe_penalties(state, player),
            "force": describe_force_list(state.forces[player]) if player in state.forces else None,
        }
        for player, entrant in event.entrants.items()
    ]


def _table_wish(state: ClubState, player: str) -> dict[str, Json] | None:
    """A player's wish for a table; None without one."""
    wish = state.event.table_wishes.get(player)
    return {"terrain": wish.terrain, "camera": wish.camera} if wish else None


def describe_standings(state: ClubState) -> list[Json]:
    """The standings; the tie-break with the opponents that it sums up.

    level: the players who share the place. roll_off: whether only a roll-off can settle it (S2).
    """
    names, table, left = state.names, state.standings(), _list_departures(state)
    due = {player for players in state.roll_offs_due for player in players}
    rows: list[Json] = []
    for line in table:
        level = level_players(table, line.player)
        rows.append(
            {
                "player": line.player,
                "name": names[line.player],
                "faction": state.event.entrants[line.player].faction,
                "rank": line.rank,
                "points": line.points,
                "tiebreak": line.tiebreak,
                "faced": [{"name": names[opponent], "points": points} for opponent, points in line.faced],
                "working": line.working(names),
                "penalty": line.penalty,
                "cards": penalty_cards(state, line.player),
                "byes": sum(line.player in drawn.byes for drawn in state.event.drawn),
                "rolled_off": line.rolled_off,
                "level": list(level) if len(level) > 1 else [],
                "roll_off": line.player in due,
                "left": left.get(line.player, ""),
            }
        )
    return rows


def _list_departures(state: ClubState) -> dict[str, str]:
    """The players who have left, each with how."""
    dropped = dict.fromkeys(state.event.dropped, "dropped")
    return dropped | dict.fromkeys(state.event.conceded, "conceded")


def _describe_advice(state: ClubState) -> dict[str, Json]:
    """The advised number of tables, and a warning before round 1."""
    event, players = state.event, len(state.event.active)
    return {
        "players": players,
        "pairs": players // 2,
        "tables": list(event.tables),
        "advised": advised(players),
        "spare": SPARE,
        "pinned": dict(event.pinned),
        "bye_points": state.event.scoring.bye_points,
        "warning": str(warning(players) or "") if players > 1 and not event.number else "",
    }


def _describe_next_round(event: ClubEvent) -> dict[str, Json]:
    """Whether the next round can be drawn; where it cannot, the refusal with its code and remedies (P6)."""
    coming = event.state.event.number + 1
    try:
        event.draft()
    except TournamentRefusal as refused:
        remedies = [_describe_remedy(number, remedy, event.state) for number, remedy in enumerate(refused.remedies, 1)]
        return {"number": coming, "says": str(refused.says), "code": refused.code, "remedies": remedies}
    return {"number": coming, "says": "", "code": "", "remedies": []}


def _describe_remedy(number: int, remedy: Remedy, state: ClubState) -> dict[str, Json]:
    layout = remedy.layout
    names = state.names
    pairs = [[names[player], names[opponent]] for player, opponent in layout.pairs] if layout else []
    return {"number": number, "says": str(remedy.says), "ends": layout is None, "pairs": pairs}


def _describe_act(act: AuditEntry | None) -> Json:
    return to_plain(act) if act else None
