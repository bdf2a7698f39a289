"""An event as a script runs it: a small one to act on, and the one of 13 players of the transcripts."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import thirteen

from tablecam.club.event.event_store import StoredEvent
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore


def kept(folder: Path) -> StoredEvent:
    return StoredEvent.open(TournamentStore(open_database(str(folder / "games.db"))), 1)


def four(run: Callable[..., str], published: bool = True) -> None:
    """Ann, Bob, Cat and Dan; a and b at table 1."""
    run("new", "Friday", "--seed", 7)
    for name in ("Ann", "Bob", "Cat", "Dan"):
        run("enter", name[0].lower(), name, "--faction", f"of {name}", "--models", 10)
    run("tables", "1-4")
    if published:
        run("round", "--pair", "a", "b", "--pair", "c", "d", "--reason", "for the test", "--publish")


class Script:
    """The event of 13 of the transcripts, by nothing but the command line."""

    def __init__(self, run: Callable[..., str]) -> None:
        self.run = run

    def rows(self, table: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.run("export", "-", "--csv", table))))

    def enter(self, number: int, *granted: int) -> None:
        late = [word for points in granted for word in ("--granted", points)]
        of = "--faction", thirteen.faction(number), "--models", thirteen.models(number)
        self.run("enter", number, thirteen.name(number), *of, *late)

    def play(self, number: int) -> None:
        self.run("round")
        self.run("round", "--publish")
        rows = [row for row in self.rows("pairings") if row["round"] == str(number) and row["kind"] == "game"]
        for first, second in zip(rows[::2], rows[1::2], strict=True):
            self.report(number, int(first["player"]), int(second["player"]))

    def report(self, number: int, one: int, other: int) -> None:
        for player, opponent in ((one, other), (other, one)):
            if thirteen.conceded(player, number):
                self.run("concede", player, opponent, thirteen.lost(opponent, number))
                return
        words = [one, thirteen.lost(one, number), other, thirteen.lost(other, number)]
        for player in (one, other):
            words += ["--withdrew", player] if thirteen.withdrew(player, number) else []
            words += ["--bonus", f"{player}=1"] if thirteen.bonus(player, number) else []
        self.run("report", *words)
