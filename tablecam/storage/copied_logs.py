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
# the owners and their lines by what a log is of
KINDS: dict[str, tuple[Table, Table]] = {
    GAME: (GAMES, EVENTS),
    TOURNAMENT: (TOURNAMENTS, TOURNAMENT_LINES),
    LEAGUE: (LEAGUES, LEAGUE_LINES),
}
# what stands beside the logs of a kind: owner, key and value
BESIDE: dict[str, Table] = {GAME: GAME_SETTINGS, LEAGUE: LEAGUE_NAMES}
# lines that go into one statement
MANY = 500


@dataclass(frozen=True)
class CopiedLog:
    """A log with its number. begun: an ISO time. lines: the time and the text of each.

    settings: what stands beside it, the settings of a game or the names of a league.
    """

    kind: str
    id: int
    begun: str
    lines: Sequence[tuple[str, str]]
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What it is called: `game 7`."""
        return f"{self.kind} {self.id}"

    def with_texts(self, texts: Sequence[str], now: str) -> "CopiedLog":
        """The same log with exactly these lines; what is not in this copy is dated now."""
        known = [at for (at, old), new in zip(self.lines, texts, strict=False) if old == new]
        dates = [*known, *[now] * (len(texts) - len(known))]
        return replace(self, lines=tuple(zip(dates, texts, strict=True)))


def read_logs(engine: Engine) -> list[CopiedLog]:
    """Every log of a database as it stands at one moment, while others write to it. DatabaseFault."""
    with database_faults(engine, "read"), engine.connect() as connection:
        _hold_still(connection)
        return [log for kind in KINDS for log in _logs(connection, kind)]


def write_logs(engine: Engine, logs: Iterable[CopiedLog]) -> None:
    """Writes logs under their numbers, all or none; those numbers must be free. DatabaseFault."""
    with writing(engine) as connection:
        for log in logs:
            owners, lines = KINDS[log.kind]
            connection.execute(insert(owners).values(id=log.id, begun=log.begun))
            rows = _rows(log)
            for start in range(0, len(rows), MANY):
                connection.execute(insert(lines), rows[start : start + MANY])
            for name, value in log.settings.items():
                connection.execute(insert(BESIDE[log.kind]).values([(log.id, name, value)]))
        for owners, _lines in KINDS.values():
            _count_on(connection, owners)


def is_empty(engine: Engine) -> bool:
    """Whether a database has no log yet."""
    with database_faults(engine, "read"), engine.connect() as connection:
        return all(connection.execute(select(owners.c.id).limit(1)).first() is None for owners, _ in KINDS.values())


def _hold_still(connection: Connection) -> None:
    """What is read from now on is of one moment."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    else:
        connection.execution_options(isolation_level="REPEATABLE READ")


def _logs(connection: Connection, kind: str) -> list[CopiedLog]:
    owners, lines = KINDS[kind]
    columns = lines.c
    found: dict[int, list[tuple[str, str]]] = {}
    for id, at, line in connection.execute(
        select(columns[kind], columns.at, columns.text).order_by(columns[kind], columns.line)
    ):
        found.setdefault(id, []).append((at, line))
    begun = connection.execute(select(owners.c.id, owners.c.begun).order_by(owners.c.id)).all()
    settings = _settings(connection, kind)
    return [CopiedLog(kind, id, at, tuple(found.get(id, ())), settings.get(id, {})) for id, at in begun]


def _settings(connection: Connection, kind: str) -> dict[int, dict[str, str]]:
    found: dict[int, dict[str, str]] = {}
    for owner, name, value in connection.execute(select(BESIDE[kind])) if kind in BESIDE else ():
        found.setdefault(owner, {})[name] = value
    return found


def _rows(log: CopiedLog) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    before = ""
    for number, (at, line) in enumerate(log.lines, 1):
        before = line_sum(before, line)
        rows.append({log.kind: log.id, "line": number, "at": at, "text": line, "sum": before})
    return rows


def _count_on(connection: Connection, owners: Table) -> None:
    """The next number is over all that were given; SQLite sees to that itself."""
    last = connection.execute(select(func.max(owners.c.id))).scalar()
    if last and connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"), {"name": owners.name, "last": last}
        )
