"""The club's table of points as a TOML file: `examples/league.toml` is one, with every key explained."""

from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.club.season.refusal import LeagueRefusal
from tablecam.club.season.season_rules import WHOLE_LEAGUE, GamePoints, SeasonRules, checked_rules
from tablecam.storage.record import Record
from tablecam.storage.toml_file import read_toml


def read_rules(path: Path) -> SeasonRules:
    """The rules of a season. BadFile with what is wrong and where."""
    record = read_toml(path, "the table of points of a league")  # no text: in faults of the file
    record.only("title", "best", "divisions", "moves", "evening", "friendly")
    evening, friendly = _find_table(record, "evening"), _find_table(record, "friendly")
    evening.only("attended", "places", "win", "draw", "loss", "bye")
    friendly.only("most", "win", "draw", "loss")
    rules = SeasonRules(
        title=record.text("title"),
        attended=evening.whole("attended", 0),
        places=_read_places(evening),
        game=_read_points(evening),
        bye=evening.whole("bye", 0),
        friendly=_read_points(friendly),
        friendlies=friendly.whole("most", 0),
        best=record.whole("best", 0),
        divisions=_read_divisions(record),
        moves=record.whole("moves", 0),
    )
    try:
        return checked_rules(rules)
    except LeagueRefusal as refused:
        raise BadFile(f"{path}: {refused}") from refused


def _find_table(record: Record, key: str) -> Record:
    return record.record(key) if key in record.values else Record({}, f"{record.where}, {key}")


def _read_points(record: Record) -> GamePoints:
    return GamePoints(record.whole("win", 0), record.whole("draw", 0), record.whole("loss", 0))


def _read_places(record: Record) -> tuple[int, ...]:
    value = record.values.get("places", [])
    if not isinstance(value, list) or any(type(place) is not int or place < 0 for place in value):
        # no text
        raise record.fault("places", "must be whole numbers in brackets, 0 or more", value)
    return tuple(value)


def _read_divisions(record: Record) -> tuple[str, ...]:
    value = record.values.get("divisions", [WHOLE_LEAGUE])
    if not isinstance(value, list) or not all(isinstance(name, str) and name.isprintable() for name in value):
        # no text
        raise record.fault("divisions", "must be names in brackets", value)
    return tuple(value)
