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
    evening, friendly = _table(record, "evening"), _table(record, "friendly")
    evening.only("attended", "places", "win", "draw", "loss", "bye")
    friendly.only("most", "win", "draw", "loss")
    rules = SeasonRules(
        title=record.text("title"),
        attended=evening.whole("attended", 0),
        places=_places(evening),
        game=_points(evening),
        bye=evening.whole("bye", 0),
        friendly=_points(friendly),
        friendlies=friendly.whole("most", 0),
        best=record.whole("best", 0),
        divisions=_divisions(record),
        moves=record.whole("moves", 0),
    )
    try:
        return checked_rules(rules)
    except LeagueRefusal as refused:
        raise BadFile(f"{path}: {refused}") from refused


def _table(record: Record, key: str) -> Record:
    return record.record(key) if key in record.values else Record({}, f"{record.where}, {key}")


def _points(record: Record) -> GamePoints:
    return GamePoints(record.whole("win", 0), record.whole("draw", 0), record.whole("loss", 0))


def _places(record: Record) -> tuple[int, ...]:
    found = record.values.get("places", [])
    if not isinstance(found, list) or any(type(place) is not int or place < 0 for place in found):
        # no text
        raise record.fault("places", "must be whole numbers in brackets, 0 or more", found)
    return tuple(found)


def _divisions(record: Record) -> tuple[str, ...]:
    found = record.values.get("divisions", [WHOLE_LEAGUE])
    if not isinstance(found, list) or not all(isinstance(name, str) and name.isprintable() for name in found):
        # no text
        raise record.fault("divisions", "must be names in brackets", found)
    return tuple(found)
