"""The halls and tables of a record: permanent ids, given at registration, and names for people."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import text

from tablecam.base.errors import TablecamError
from tablecam.doors.hub.record import GameRecord
from tablecam.doors.hub.topics import Place
from tablecam.storage.database import writing
from tablecam.storage.database_fault import database_faults

# no vowels, so that no id is a word, and no characters that look alike
LETTERS = "bcdfghjkmnpqrstvwxz23456789"
DIGITS = 8


class NoPlace(TablecamError):
    """The record has no such hall or table."""


@dataclass(frozen=True)
class ListedPlace:
    """A table in the record. lines, waiting: of all its games; last: when the last line came."""

    place: Place
    hall_name: str
    table_name: str
    revoked: bool
    games: int
    closed: int
    lines: int
    waiting: int
    last: datetime | None


def register(record: GameRecord, hall_name: str, table_name: str) -> Place:
    """Register a table of a hall; the hall is new too if the record has none of that name."""
    find = text("SELECT hall FROM place WHERE hall_name = :hall_name LIMIT 1")
    add = text(
        'INSERT INTO place (hall, "table", hall_name, table_name) VALUES (:hall, :table, :hall_name, :table_name)'
    )
    with writing(record.engine) as connection:
        hall_id = connection.execute(find, {"hall_name": hall_name}).scalar()
        place = Place(hall_id or _new_id(), _new_id())
        names = {"hall_name": hall_name, "table_name": table_name}
        connection.execute(add, {"hall": place.hall, "table": place.table, **names})
    return place


def revoke_place(record: GameRecord, place: Place) -> None:
    """Note that a table's credential was revoked; its lines stay. NoPlace."""
    strike = text('UPDATE place SET revoked = coalesce(revoked, now()) WHERE hall = :hall AND "table" = :table')
    with writing(record.engine) as connection:
        if connection.execute(strike, {"hall": place.hall, "table": place.table}).rowcount == 0:
            raise NoPlace(f"the record has no table {place.user}; tablecam hub status lists them")


def list_places(record: GameRecord) -> list[ListedPlace]:
    """Every registered table, in the order of the names."""
    query = text(
        'SELECT place.hall, place."table", hall_name, table_name, revoked IS NOT NULL AS revoked, '
        "count(DISTINCT game.id) AS games, count(DISTINCT game.id) FILTER (WHERE closed IS NOT NULL) AS closed, "
        "coalesce(sum(upto), 0) AS lines, coalesce(sum(ahead.lines), 0) AS waiting, max(ahead.last) AS last "
        'FROM place LEFT JOIN game USING (hall, "table") LEFT JOIN head ON head.game = game.id '
        "LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE n > upto) AS lines, max(at) AS last FROM line "
        "WHERE line.game = head.game AND line.stream = head.stream) AS ahead ON true "
        'GROUP BY place.hall, place."table" ORDER BY hall_name, table_name'
    )
    with database_faults(record.engine, "read"), record.engine.connect() as connection:
        rows = connection.execute(query).all()
    return [
        ListedPlace(
            place=Place(row.hall, row.table),
            hall_name=row.hall_name,
            table_name=row.table_name,
            revoked=row.revoked,
            games=row.games,
            closed=row.closed,
            lines=int(row.lines),
            waiting=int(row.waiting),
            last=row.last,
        )
        for row in rows
    ]


def find_names(record: GameRecord, places: Iterable[Place]) -> dict[Place, tuple[str, str]]:
    """The names of those tables that are registered, each with its hall's first. DatabaseFault."""
    query = text(
        'SELECT hall, "table", hall_name, table_name FROM place '
        "WHERE revoked IS NULL AND hall || '.' || \"table\" = ANY(:users)"
    )
    with database_faults(record.engine, "read"), record.engine.connect() as connection:
        rows = connection.execute(query, {"users": [place.user for place in places]}).all()
    return {Place(row.hall, row.table): (row.hall_name, row.table_name) for row in rows}


def _new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(DIGITS))
