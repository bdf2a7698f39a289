"""Whole logs on their way from one database to another: a backup, a new file in the place of a lost one, a salvage."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection, Engine, Table, func, insert, select, text

from tablecam.storage.database import (
    EVENTS,
    GAME_SETTINGS,
    GAMES,
    LEAGUE_LINES,
    LEAGUE_NAMES,
    LEAGUES,
    TOURNAMENT_LINES,
    TOURNAMENTS,
    writing,
)
from tablecam.storage.database_fault import database_faults
from tablecam.storage.line_sum import line_sum

GAME, TOURNAMENT, LEAGUE = "game", "tournament", "league"
# the tables of the owners and of their lines, by the kind of a log
KINDS: dict[str, tuple[Table, Table]] = {
    GAME: (GAMES, EVENTS),
    TOURNAMENT: (TOURNAMENTS, TOURNAMENT_LINES),
    LEAGUE: (LEAGUES, LEAGUE_LINES),
}
# the table beside the logs of a kind: owner, key and value
BESIDE: dict[str, Table] = {GAME: GAME_SETTINGS, LEAGUE: LEAGUE_NAMES}
# lines that go into one statement
MANY = 500


@dataclass(frozen=True)
class CopiedLog:
    """A log with its number. begun: an ISO time. lines: the time and the text of each.

    settings: the values beside it, the settings of a game or the names of a league.
    """

    kind: str
    id: int
    begun: str
    lines: Sequence[tuple[str, str]]
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name: `game 7`."""
        return f"{self.kind} {self.id}"

    def with_texts(self, texts: Sequence[str], now: str) -> "CopiedLog":
        """The same log with exactly these lines; lines missing from this copy get the date `now`."""
        old_dates = [date for (date, old), new in zip(self.lines, texts, strict=False) if old == new]
        dates = [*old_dates, *[now] * (len(texts) - len(old_dates))]
        return replace(self, lines=tuple(zip(dates, texts, strict=True)))


def read_logs(engine: Engine) -> list[CopiedLog]:
    """Every log of a database as of one moment, while others write to it. DatabaseFault."""
    with database_faults(engine, "read"), engine.connect() as connection:
        _freeze_reads(connection)
        return [log for kind in KINDS for log in _read_kind(connection, kind)]


def write_logs(engine: Engine, logs: Iterable[CopiedLog]) -> None:
    """Writes logs under their numbers, all or none; those numbers must be free. DatabaseFault."""
    with writing(engine) as connection:
        for log in logs:
            owners, lines = KINDS[log.kind]
            connection.execute(insert(owners).values(id=log.id, begun=log.begun))
            rows = _list_rows(log)
            for start in range(0, len(rows), MANY):
                connection.execute(insert(lines), rows[start : start + MANY])
            for name, value in log.settings.items():
                connection.execute(insert(BESIDE[log.kind]).values([(log.id, name, value)]))
        for owners, _lines in KINDS.values():
            _advance_numbers(connection, owners)


def is_empty(engine: Engine) -> bool:
    """Whether a database has no log yet."""
    with database_faults(engine, "read"), engine.connect() as connection:
        return all(connection.execute(select(owners.c.id).limit(1)).first() is None for owners, _ in KINDS.values())


def _freeze_reads(connection: Connection) -> None:
    """Makes all further reads see the database as of one moment."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    else:
        connection.execution_options(isolation_level="REPEATABLE READ")


def _read_kind(connection: Connection, kind: str) -> list[CopiedLog]:
    owners, lines = KINDS[kind]
    columns = lines.c
    lines_by_owner: dict[int, list[tuple[str, str]]] = {}
    for id, date, line in connection.execute(
        select(columns[kind], columns.at, columns.text).order_by(columns[kind], columns.line)
    ):
        lines_by_owner.setdefault(id, []).append((date, line))
    begun = connection.execute(select(owners.c.id, owners.c.begun).order_by(owners.c.id)).all()
    settings = _read_settings(connection, kind)
    return [CopiedLog(kind, id, date, tuple(lines_by_owner.get(id, ())), settings.get(id, {})) for id, date in begun]


def _read_settings(connection: Connection, kind: str) -> dict[int, dict[str, str]]:
    settings: dict[int, dict[str, str]] = {}
    for owner, name, value in connection.execute(select(BESIDE[kind])) if kind in BESIDE else ():
        settings.setdefault(owner, {})[name] = value
    return settings


def _list_rows(log: CopiedLog) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    log_sum = ""
    for number, (date, line) in enumerate(log.lines, 1):
        log_sum = line_sum(log_sum, line)
        rows.append({log.kind: log.id, "line": number, "at": date, "text": line, "sum": log_sum})
    return rows


def _advance_numbers(connection: Connection, owners: Table) -> None:
    """Sets the next number above all existing ones; SQLite does that itself."""
    highest = connection.execute(select(func.max(owners.c.id))).scalar()
    if highest and connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"), {"name": owners.name, "last": highest}
        )
