"""Teams, their matches and their standings as plain data, for the desk, for everybody, and for a captain.

`hidden` nominations of a match are in none of them; a captain sees the own one.

Clause: House Evening (N11).
"""

from collections.abc import Callable

from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.team_pairing import COUNTS, PAIRED, PairingStage, TeamMatch, follow_pairing
from tablecam.club.tournament.team_rounds import find_coming, led_team, list_results, team_standings
from tablecam.rules.plain import Json

# the ID of a player for whoever looks
ShowId = Callable[[str], str]


def describe_teams(state: ClubState, show: ShowId = str) -> dict[str, Json]:
    """The teams of an event: size 0 where there are none. matches: of the round that captains pair now, and before."""
    event = state.event
    coming = find_coming(event)
    return {
        "size": event.teams.size,
        "lineups": [
            {"team": team, "players": [show(player) for player in lineup]}
            for team, lineup in event.teams.lineups.items()
        ],
        "standings": [
            {"team": row.team, "points": row.points, "scored": row.scored, "rank": row.rank}
            for row in (team_standings(event) if event.teams.size else ())
        ],
        "results": [
            {"round": result.number, "teams": list(result.teams), "scored": list(result.scored), "over": result.over}
            for result in list_results(event)
        ],
        "round": coming.drawn.number if coming else 0,
        "byes": list(coming.drawn.byes) if coming else [],
        "matches": [_describe_match(match, show) for match in (coming.matches if coming else ())],
    }


def describe_captaincy(state: ClubState, player: str) -> dict[str, Json] | None:
    """The players whom a captain may nominate now; None for anybody else. own: the captain's own hidden nomination."""
    team, coming = led_team(state.event, player), find_coming(state.event)
    match = coming.match_of(team) if coming else None
    if match is None or coming is None:
        return None
    return {"team": team, "round": coming.drawn.number, **describe_turn(match, team)}


def describe_turn(match: TeamMatch, team: str) -> dict[str, Json]:
    """The turn of one team of a match: what its captain chooses from, and what the captain has nominated."""
    stage, side = follow_pairing(match), match.teams.index(team)
    return {
        "step": stage.step,
        "kind": stage.kind,
        "count": COUNTS.get(stage.kind, 0),
        "options": [] if stage.kind == PAIRED else list(stage.list_options(side)),
        "own": list(match.nominations.get((team, stage.step), ())),
    }


def _describe_match(match: TeamMatch, show: ShowId) -> dict[str, Json]:
    """A match as both captains and everybody may know it. done: whether each team has nominated in this step."""
    stage = follow_pairing(match)
    return {
        "teams": list(match.teams),
        "step": stage.step,
        "kind": stage.kind,
        "done": [_has_nominated(match, stage, team) for team in match.teams],
        "pairs": [[show(player) for player in pair] for pair in stage.pairs],
        "spare": [show(player) for player in stage.spare],
        "defenders": [show(player) for player in stage.defenders],
        "attackers": [[show(player) for player in attackers] for attackers in stage.attackers],
        "options": [
            [] if stage.kind == PAIRED else [show(player) for player in stage.list_options(side)] for side in range(2)
        ],
        "count": COUNTS.get(stage.kind, 0),
    }


def _has_nominated(match: TeamMatch, stage: PairingStage, team: str) -> bool:
    return (team, stage.step) in match.nominations
