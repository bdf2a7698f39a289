"""A recorded game for its page: plain data for JSON, pure functions."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from tablecam.base.errors import TablecamError
from tablecam.game.dice_statistics import Luck, luck
from tablecam.game.log import read
from tablecam.game.replay.battle_report import describe_highlights
from tablecam.game.replay.highlights import find_highlights
from tablecam.game.replay.recorded_game import RecordedGame
from tablecam.game.replay.seat_history import Position, SeatHistory
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.side_names import force_tag, name_side, title_sides
from tablecam.rules.books.views import dump_view
from tablecam.table.snapshot import Snapshot
from webui.table import present
from webui.table.present import Json


def header(first: str) -> Json:
    """The book, the seats and the forces of a game, from the first line of its log."""
    try:
        line = read(first, 1)
    except TablecamError:
        return {"game": "", "seats": [], "players": {}}
    ids, tags = tuple(getattr(line, "seats", ())), getattr(line, "tags", {})
    names = {seat: name_side(seat, tags, ids) for seat in ids}
    return {"game": getattr(line, "game", ""), "seats": seats(names, tags), "players": forces(tags, ids)}


def seats(names: Mapping[str, str], tags: Mapping[str, str]) -> list[Json]:
    """The seats in order, as pages draw them. title: as in the heading of a game, with the force."""
    titles = title_sides(names, tags)
    return [
        {"id": seat, "name": name, "number": number, "title": titles[seat]}
        for number, (seat, name) in enumerate(names.items())
    ]


def forces(tags: Mapping[str, str], seats: tuple[str, ...]) -> dict[str, str]:
    """The force of each seat; a log has it in its tags, under the seat's name."""
    return {seat: tags[force_tag(seat)] for seat in seats if force_tag(seat) in tags}


def game(past: RecordedGame, known: SeatHistory) -> Json:
    """The data of a game besides its lines."""
    return {
        "seats": seats(past.sides, past.log.header.tags),
        "over": past.over,
        "number": len(known.lines),
        "turns": turns(known),
        "opens": opens(known),
        "result": dump_view(past.result(known.log_view.seat)),
        "players": forces(past.log.header.tags, past.seats),
        "highlights": describe_highlights(known, find_highlights(known)),
        "luck": [_luck_to_json(row) | {"title": past.book.phrases.check(row.name)} for row in luck(known.log)],
    }


def opens(known: SeatHistory) -> int:
    """The first line at which models stand somewhere: before it the board is empty."""
    records = known.log_view.view.lines
    return next((number for number, record in enumerate(records, 1) if record.get("position")), 1)


def lines(known: SeatHistory, first: int) -> list[Json]:
    """The log from one of the role's lines on, as on the stream: each line with its turn."""
    book, later = known.game.book, slice(first - 1, None)
    titles = {turn: book.turn_title(turn) for turn in set(known.turns[later])}
    return [
        {**line, "turn": turn, "turn_title": titles[turn]}
        for line, turn in zip(known.lines[later], known.turns[later], strict=True)
    ]


def turns(known: SeatHistory) -> list[Json]:
    """The line at which each turn begins, in the role's own numbers."""
    starts: list[Json] = []
    for number, turn in enumerate(known.turns, 1):
        if not starts or starts[-1]["turn"] != turn:
            starts.append({"turn": turn, "from": number})
    return starts


def _luck_to_json(luck: Luck) -> Json:
    return {
        "seat": luck.seat,
        "name": luck.name,
        "rolled": luck.rolled,
        "passed": luck.passed,
        "most": luck.most,
        "expected": round(float(luck.expected), 2),
        "luck": round(float(luck.luck), 2),
        "so_good": round(luck.so_good, 3),
        "so_bad": round(luck.so_bad, 3),
    }


def moment(past: RecordedGame, now: Position, names: Mapping[str, Json], target: str | None) -> Json:
    """The board as it was after one line. target: which one of a look at several is drawn; by default the first."""
    targets = list(now.sight["targets"]) if now.sight and now.snapshot else []
    looked_at = target if target in targets else next(iter(targets), None)
    return {
        "line": now.line,
        "turn": now.state["turn"],
        "turn_title": now.state["turn_title"],
        "phase": now.state["phase"],
        "heading": now.heading,
        "ground": present.ground(now.snapshot, Catalogue.from_books(past.book)),
        "measured": now.snapshot is not None,
        "table": table(now.snapshot, past.seats, names),
        "state": state(now.state),
        "intentions": now.intentions,
        "targets": targets,
        "sight": sight(past, now, looked_at) if looked_at else None,
    }


def table(snapshot: Snapshot | None, seats: tuple[str, ...], names: Mapping[str, Json]) -> Json:
    """The models as they stood; those of the game by the names and codes that they have in it."""
    standing_models = snapshot.models if snapshot else ()
    codes = {model: name["code"] for model, name in names.items()}
    models = [present.present_model(standing, codes, []) for standing in standing_models]
    for model in models:
        model["name"] = names.get(model["id"], model)["name"]
    return {
        "sides": list(dict.fromkeys((*seats, *(standing.model.side for standing in standing_models)))),
        "models": models,
    }


def state(whole: Json) -> Json:
    """The counters, without the cards, which never change in a game."""
    slim = {
        name: {key: value for key, value in record.items() if key != "card"} for name, record in whole["models"].items()
    }
    return whole | {"models": slim}


def sight(past: RecordedGame, now: Position, target: str) -> Any:
    """The reasons for the visible share of a target, for the viewer of the line's question; None where that is lost."""
    reading = past.book.sight_reading
    if reading is None or now.sight is None or now.snapshot is None:
        return None
    reasons = reading.recompute_sight(now.sight, target, now.truth, now.snapshot)
    return present.why(reasons, now.snapshot, reading.limits(now.truth)) if reasons else None


def quote_model(model: str) -> str:
    """A model's id as a part of an address."""
    return quote(model, safe="")
