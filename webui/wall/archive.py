"""The closed games of a record as static files: a list that the wall's archive page searches, and a replay of each.

    games.json                  one row a game, the newest first (webui/frontend/src/types/archive.ts)
    results.csv                 the same for a spreadsheet
    UUID/index.html             its replay, as `tablecam replay --folder` writes it

A game that was written is not written again. Where a log has been forgotten, its replay goes and its row stays.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from tablecam.base.errors import TablecamError
from tablecam.club.event.export import csv_text
from tablecam.club.event.hall_event import Bound, bound_by, hall_pairing
from tablecam.doors.hub.retention import ClosedGame
from tablecam.game.replay.battle_report import assign_codes, name_forces
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.side_names import withholding_names
from tablecam.storage.own_folder import write_own_folder
from tablecam.storage.text_file import parse_json, read_text
from webui.replay.folder import MARKER as REPLAY
from webui.replay.folder import PublishedReplay, folder_files

MARKER = "tablecam-archive.json"
PURPOSE = "the games of the archive"  # no text: of a fault of a file
LIST, SHEET = "games.json", "results.csv"
COLUMNS = ("closed", "hall_name", "table_name", "players", "forces", "scores", "headline", "turns", "game")
Row = dict[str, Any]
# the name of a player, from the event's number (after the hall's id and a slash), the round and the player's ID
NameOf = Callable[[str, int, str], str]


def by_id(_event: str, _number: int, player: str) -> str:
    """The player's ID in the event: nobody has released a name."""
    return player


def write_archive(
    folder: Path,
    games: Sequence[ClosedGame],
    log_of: Callable[[str], Sequence[str]],
    books: Catalogue,
    say: Callable[[str], None],
    name_of: NameOf = by_id,
) -> int:
    """Writes the new games, and returns how many games are listed then. BadFile for a folder that is not ours.

    log_of: a game's full log, empty where there is none any more. say: gets a sentence for each log that cannot be
    read. name_of: the name of a player of a pairing; called again each time, for a name may be released or taken back.
    """
    rows = {row["game"]: row for row in _read_list(folder)}
    _write_list(folder, rows.values())
    for game in games:
        listed_row = rows.get(game.uuid)
        if game.forgotten:
            if listed_row and listed_row["replay"]:
                write_own_folder(folder / game.uuid, REPLAY, {}, {})
                listed_row["replay"] = False
        elif listed_row is None and (lines := log_of(game.uuid)):
            try:
                rows[game.uuid] = _write_replay(folder, game, RecordedGame.read(lines, {}, books))
            except TablecamError as fault:
                say(f"game {game.uuid} is not shown: {fault}")  # no text: said at the terminal
    for row in rows.values():
        if pairing := row.get("pairing"):
            row["players"] = [name_of(pairing["event"], pairing["round"], player) for player in pairing["ids"]]
    _write_list(folder, rows.values())
    return len(rows)


def _write_replay(folder: Path, game: ClosedGame, past: RecordedGame) -> Row:
    full_history, people = past.view_as(WHOLE), past.phrases.people(past.state)
    published = PublishedReplay(past, full_history, assign_codes(people, past.seats), game.begun.isoformat())
    # names typed at the table are for the people who were there
    with withholding_names():
        files = folder_files(published, lambda _done, _of: None)
    write_own_folder(folder / game.uuid, REPLAY, *files)
    return make_row(game, past)


def make_row(game: ClosedGame, past: RecordedGame) -> Row:
    """The row of a game in the list."""
    result, state = past.result(), past.visible(past.state, WHOLE)
    forces, seats = name_forces(past.view_as(WHOLE)), list(past.seats)
    event, bound = _find_pairing(past)
    models, sides = state.get("models") or {}, past.phrases.people(past.state)
    alive_by_seat = [[models[id]["alive"] for id in models if sides.get(id) == seat] for seat in seats]
    return {
        "game": game.uuid,
        "hall": game.place.hall,
        "table": game.place.table,
        "hall_name": game.hall_name,
        "table_name": game.table_name,
        "closed": game.closed.isoformat(timespec="seconds"),
        # a pairing knows its players; any other game shows its forces, as typed at its start
        "players": [bound.players[seat] if bound else forces[seat] for seat in seats],
        "forces": [forces[seat] for seat in seats],
        "won": seats.index(result.winner) if result and result.winner in seats else None,
        "headline": str(result.headline) if result else "",
        "scores": [f"{sum(alive)}/{len(alive)}" if alive else "" for alive in alive_by_seat],
        "turns": past.book.turn(past.state),
        "replay": True,
        **({"pairing": {"event": event, "round": bound.number, "ids": [*bound.players.values()]}} if bound else {}),
    }


def _find_pairing(past: RecordedGame) -> tuple[str, Bound | None]:
    """The event and the pairing of a game, the event with its hall if it has one; "" and None for any other game."""
    tags = past.log.header.tags
    if of_hall := hall_pairing(tags, past.seats):
        return f"{of_hall.hall}/{of_hall.bound.event}", of_hall.bound
    bound = bound_by(tags, past.seats)
    return str(bound.event) if bound else "", bound


def _read_list(folder: Path) -> list[Row]:
    path = folder / LIST
    if not path.is_file():
        return []
    data = parse_json(path, read_text(path, PURPOSE))
    return list(data["games"]) if isinstance(data, dict) else []


def _write_list(folder: Path, rows: Iterable[Row]) -> None:
    newest = sorted(rows, key=lambda row: (row["closed"], row["game"]), reverse=True)
    text = json.dumps({"games": newest}, ensure_ascii=False, separators=(",", ":"))
    write_own_folder(folder, MARKER, {}, {LIST: text.encode(), SHEET: _make_sheet(newest).encode()})


def _make_sheet(rows: Sequence[Row]) -> str:
    cells = ([row[name] for name in COLUMNS] for row in rows)
    return csv_text(COLUMNS, [[" : ".join(cell) if isinstance(cell, list) else cell for cell in row] for row in cells])
