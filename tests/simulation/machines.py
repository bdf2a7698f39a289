"""The machine of a simulated evening: its clock, its disk, and a broker. Nothing here waits, and nothing is by chance.

The disk is a SQLite database in memory. What a commit has written is on the disk; all else is gone at a kill. A fault
can be laid for the next commit: the disk is full, or it keeps the lines and reports an error all the same, or the
program is killed before or after it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import StaticPool
from werkzeug.routing import Rule

from tablecam.doors.hub.bus import BusListener, BusMessage
from tablecam.storage.database import upgrade

BEGIN = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
FULL, IN_DOUBT, KILLED_BEFORE, KILLED_AFTER = "full", "in doubt", "killed before", "killed after"
FAULTS = (FULL, IN_DOUBT, KILLED_BEFORE, KILLED_AFTER)
LINES = "SELECT tournament, line, text FROM tournament_lines ORDER BY 1, 2"

Line = tuple[int, int, str]
# compiled statements, which are the same for each start of the program
STATEMENTS: dict[Any, Any] = {}
# compiled addresses, which are the same too, and what such a rule has
ROUTES: dict[str, Rule] = {}
COMPILED = ("arguments", "_parts", "_trace", "_converters", "_build", "_build_unknown")


class Killed(BaseException):
    """The program is no longer there: no code of it may take note."""


@dataclass
class Clock:
    """passed_s: since the beginning, as a monotonic clock has it; set_s: how far the wall clock has been set."""

    passed_s: float = 0.0
    set_s: float = 0.0

    def now(self) -> datetime:
        return BEGIN + timedelta(seconds=self.passed_s + self.set_s)

    def monotonic(self) -> float:
        return self.passed_s


@cache
def empty_image() -> bytes:
    """A database with tables and nothing in them."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    upgrade(engine)
    raw = engine.raw_connection().driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw.serialize()


@cache
def usual_engine() -> Engine:
    """An engine whose dialect every start of the program has: compiled statements are those of one dialect."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    engine.connect().close()
    return engine


def make_error(text: str, name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorname = name
    return error


class Disk:
    """image: what is on it; lines: the lines of all events there; fault: for the next commit."""

    def __init__(self, image: bytes = b"", lines: tuple[Line, ...] = ()) -> None:
        self.image = image or empty_image()
        self.lines = lines
        self.fault = ""

    def open(self) -> Engine:
        """The database for a program that starts."""
        disk, image = self, self.image

        class Connection(sqlite3.Connection):
            def commit(self) -> None:
                if not self.in_transaction:
                    return
                fault, disk.fault = disk.fault, ""
                if fault == KILLED_BEFORE:
                    raise Killed
                if fault == FULL:
                    self.rollback()
                    raise make_error("database or disk is full", "SQLITE_FULL")
                super().commit()
                disk.image, disk.lines = self.serialize(), tuple(self.execute(LINES))
                if fault == KILLED_AFTER:
                    raise Killed
                if fault == IN_DOUBT:
                    raise make_error("disk I/O error", "SQLITE_IOERR_FSYNC")

        def connect() -> sqlite3.Connection:
            connection = sqlite3.connect(":memory:", check_same_thread=False, factory=Connection)
            connection.deserialize(image)
            return connection

        usual = usual_engine()
        return Engine(StaticPool(connect), usual.dialect, usual.url, execution_options={"compiled_cache": STATEMENTS})


@dataclass
class Broker:
    """What is retained, and who reads. deliveries that are lost come again with the next connection."""

    retained: dict[str, bytes] = field(default_factory=dict)
    listener: BusListener | None = None
    lost: bool = False

    def connect(self, _address: object, listener: BusListener, **_how: Any) -> "Broker":
        """The bus of the organiser's program."""
        self.listener = listener
        return self

    def reconnect(self) -> None:
        """The organiser's connection breaks and comes back."""
        assert self.listener
        self.listener.down("broken")
        self.listener.up()
        for topic in self.retained:
            self._deliver(topic, retained=True)

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1) -> None:
        """From the organiser's program."""
        assert retain
        assert qos
        self.retained[topic] = payload

    def show(self, topic: str, payload: bytes) -> None:
        """From a table."""
        self.retained[topic] = payload
        if not self.lost:
            self._deliver(topic, retained=False)

    def _deliver(self, topic: str, *, retained: bool) -> None:
        assert self.listener
        if topic.endswith(("/results", "/names")):
            self.listener.heard(BusMessage(topic, self.retained[topic], 1, 1, retained))


@contextmanager
def share_routes() -> Iterator[None]:
    """Inside, each address is compiled once, not at each start of the program: that was a third of an evening."""
    compile_rule = Rule.compile

    def compile_once(rule: Rule) -> None:
        first = ROUTES.setdefault(rule.rule, rule)
        if first is rule:
            compile_rule(rule)
        else:
            vars(rule).update({name: vars(first)[name] for name in COMPILED})

    Rule.compile = compile_once
    try:
        yield
    finally:
        Rule.compile = compile_rule
