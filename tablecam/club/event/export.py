"""A club event as files: JSON with log and state, to continue on another machine, and CSV for a spreadsheet.

    {"tablecam":"club night","log":[{"did":[..],..,"sum":"5f1d0c9a7b3e"},..],"state":{..}}

An import reads the log only; the state is for other programs. Each line of the log carries a checksum over itself and
all lines before it, so that edited or lost lines are found. In CSV a bye is a row like a game. Column names and codes
such as "bye" are the same in every language. The JSON has all force lists and reports: it is for the organiser only.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from tablecam.base.errors import BadFile
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.events import RoundDrawn
from tablecam.club.tournament.prize_places import find_winners
from tablecam.club.tournament.scoring import name_level
from tablecam.club.tournament.state import TournamentGame
from tablecam.club.tournament.team_rounds import team_standings
from tablecam.game.log import COMPACT
from tablecam.rules.event_scoring import LOST, WITHDREW
from tablecam.rules.plain import Json, to_plain
from tablecam.storage.database_file import line_sum

MARK = "club night"  # no text: exports are found by it
# a spreadsheet would take a name that begins with these for a formula
FORMULA = ("=", "+", "-", "@", "\t", "\r")
# between several players in a cell
SEVERAL = "; "
PAIRINGS = (
    "round", "table", "player", "name", "opponent", "opponent_name", "lost", "withdrew", "conceded", "level", "bonus",
    "points", "kind",
)  # fmt: skip
STANDINGS = (
    "rank", "player", "name", "faction", "points", "tiebreak", "tiebreak_working", "rolled_off", "left", "penalty",
)  # fmt: skip
TEAMS = ("rank", "team", "points", "scored", "players", "names")
PRIZES = ("place", "prize", "winners", "names")


def as_json(lines: Sequence[str], state: ClubState) -> str:
    """An event as one JSON text."""
    log, line_total = [], ""
    for text in lines:
        line_total = line_sum(line_total, text)
        log.append({**json.loads(text), "sum": line_total})
    return json.dumps({"tablecam": MARK, "log": log, "state": as_plain(state)}, ensure_ascii=False, indent=1) + "\n"


def log_of(text: str) -> tuple[str, ...]:
    """The log of an exported event. BadFile where the text is no export, or names the line that was edited."""
    try:
        export = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFile(f"the export of a club event is not JSON: {error}") from error
    if not isinstance(export, dict) or export.get("tablecam") != MARK or not isinstance(export.get("log"), list):
        raise BadFile(f'this is no export of a club event, which says "tablecam": "{MARK}" and has a log')
    lines: list[str] = []
    line_total = ""
    for number, record in enumerate(export["log"], 1):
        line = _encode_line(record)
        line_total = line_sum(line_total, line)
        if not line or record["sum"] != line_total:
            raise BadFile(f"line {number} of the log is not what was exported; export the event again")
        lines.append(line)
    return tuple(lines)


def _encode_line(record: Json) -> str:
    """A line of the log as it was written; empty for a record that is none."""
    if not isinstance(record, dict) or "sum" not in record:
        return ""
    try:
        return COMPACT.encode({key: value for key, value in record.items() if key != "sum"})
    except ValueError:
        return ""


def as_plain(state: ClubState) -> dict[str, Json]:
    """The event as plain data, for other programs."""
    event = state.event
    return {
        "title": state.title,
        "round": event.number,
        "rounds": event.rounds,
        "entrants": [_describe_entrant(state, player) for player in event.entrants],
        "pairings": [dict(zip(list_columns(state), row, strict=True)) for row in pairing_rows(state)],
        "standings": [dict(zip(STANDINGS, row, strict=True)) for row in standing_rows(state)],
        "teams": [dict(zip(TEAMS, row, strict=True)) for row in team_rows(state)],
        "prizes": [dict(zip(PRIZES, row, strict=True)) for row in prize_rows(state)],
    }


def pairings_csv(state: ClubState) -> str:
    """A row for each player of each published round: games, byes and players who sat out."""
    return csv_text(list_columns(state), pairing_rows(state))


def list_columns(state: ClubState) -> tuple[str, ...]:
    """The columns of `pairing_rows`: PAIRINGS, and the fields of the event's rulebook that it has no column for."""
    return (*PAIRINGS, *_list_other_fields(state))


def _list_other_fields(state: ClubState) -> list[str]:
    return [entry.key for entry in state.event.scoring.fields if entry.key not in (LOST, WITHDREW)]


def standings_csv(state: ClubState) -> str:
    """A row for each player, the tie-break as a sum of named opponents."""
    return csv_text(STANDINGS, standing_rows(state))


def teams_csv(state: ClubState) -> str:
    """A row for each team, with its players; none in an event of single players."""
    return csv_text(TEAMS, team_rows(state))


def prizes_csv(state: ClubState) -> str:
    """A row for each place that has a prize."""
    return csv_text(PRIZES, prize_rows(state))


# the tables of an event, by the names of their files
TABLES: Mapping[str, Callable[[ClubState], str]] = MappingProxyType(
    {"pairings": pairings_csv, "standings": standings_csv, "teams": teams_csv, "prizes": prizes_csv}
)


def pairing_rows(state: ClubState) -> Iterator[tuple[Json, ...]]:
    """Rows with the columns of `list_columns`; a value that is not known yet is empty."""
    for drawn in state.event.drawn:
        for game in state.event.games:
            if game.number == drawn.number:
                yield from _game_rows(state, game)
        yield from _solo_rows(state, drawn)


def standing_rows(state: ClubState) -> Iterator[tuple[Json, ...]]:
    """Rows with the columns of STANDINGS; a player who has left has no rank."""
    names = state.names
    for line in state.standings():
        entrant = state.event.entrants[line.player]
        leaving = "conceded" if line.player in state.event.conceded else "dropped" if line.rank is None else ""
        rank = "" if line.rank is None else line.rank
        working = line.working(names)
        yield (
            rank,
            line.player,
            entrant.name,
            entrant.faction,
            line.points,
            line.tiebreak,
            working,
            line.rolled_off,
            leaving,
            line.penalty,
        )


def team_rows(state: ClubState) -> Iterator[tuple[Json, ...]]:
    """Rows with the columns of TEAMS; a team that has been dissolved has no players."""
    for row in team_standings(state.event) if state.event.teams.size else ():
        lineup = state.event.teams.lineups.get(row.team, ())
        names = [state.names[player] for player in lineup]
        yield row.rank, row.team, row.points, row.scored, SEVERAL.join(lineup), SEVERAL.join(names)


def prize_rows(state: ClubState) -> Iterator[tuple[Json, ...]]:
    """Rows with the columns of PRIZES. winners: all who share a place, players or teams, once the event is over."""
    winners = find_winners(state) if state.over else {}
    for place, prize in state.settings.prizes.items():
        names = [state.names.get(winner, winner) for winner in winners.get(place, ())]
        yield place, prize, SEVERAL.join(winners.get(place, ())), SEVERAL.join(names)


def _describe_entrant(state: ClubState, player: str) -> dict[str, Json]:
    entrant, force = state.event.entrants[player], state.forces.get(player)
    return {**to_plain(entrant), "force": to_plain(force) if force else None}


def _game_rows(state: ClubState, game: TournamentGame) -> Iterator[tuple[Json, ...]]:
    names, scored = state.names, state.event.game_points(game) or ("", "")
    for index, player in enumerate(game.pair):
        opponent = game.other(player)
        seat = game.number, game.table, player, names[player], opponent, names[opponent]
        side = game.sides[index] if game.sides else None
        others = [side.get_value(key) if side else "" for key in _list_other_fields(state)]
        if side is None:
            yield (*seat, "", "", "", "", "", "", "game", *others)
            continue
        level = name_level(side, state.event.entrants[player], state.event.scoring)
        yield (*seat, side.lost, side.withdrew, side.conceded, level, side.bonus, scored[index], "game", *others)


def _solo_rows(state: ClubState, drawn: RoundDrawn) -> Iterator[tuple[Json, ...]]:
    names, blank, others = state.names, ("",) * 7, ("",) * len(_list_other_fields(state))
    for player in drawn.byes:
        yield (drawn.number, "", player, names[player], *blank, state.event.scoring.bye_points, "bye", *others)
    for player in drawn.sitting_out:
        # no text: a code for other programs
        yield (drawn.number, "", player, names[player], *blank, 0, "sits out", *others)


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Json]]) -> str:
    """A table for a spreadsheet, which takes no cell of it for a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([[_escape_cell(value) for value in row] for row in rows])
    return text.getvalue()


def _escape_cell(value: Json) -> Json:
    if isinstance(value, bool):
        return "yes" if value else ""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
