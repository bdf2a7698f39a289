"""The power goes in the middle of a game: what the screen had said is kept, and the game goes on to its end."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablecam.commands.options import spoken
from tablecam.commands.replay import replay
from tablecam.commands.umpire import umpire
from tablecam.game.log import AnswerLine, read_log
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore, LogTaken

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
NEW = ("--forces", "harbour_watch", "tunnel_kin", "--rules", "deployed=true")
GO_ON = ("--game", "1")
# how many answers are waited for before the kill, and for how much longer, at most
ANSWERS, LONGER_S = 15, 0.03


class Killed:
    """One game in a folder, played by programs that do not live long. said: every answer that a screen has shown."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.db = str(folder / "games.db")
        self.chance = random.Random(seed)
        self.said: list[str] = []
        self._errors = folder / "stderr.txt"

    def once(self) -> None:
        """Plays on, or begins, until it is killed at some moment."""
        game = GO_ON if GameStore(open_database(self.db)).games() else NEW
        wanted = self.chance.randrange(ANSWERS)
        with self._started(game) as program:
            seen = self._read(program, wanted)
            time.sleep(self.chance.uniform(0, LONGER_S))
            program.send_signal(signal.SIGKILL)
            # what was in the pipe had been said as well; a line cut short had not
            assert program.stdout is not None
            rest = program.stdout.read()
        assert program.returncode == -signal.SIGKILL, self._errors.read_text()
        self.said += answers([*seen, *rest.splitlines(keepends=True)])

    def _started(self, game: Sequence[str]) -> subprocess.Popen[str]:
        seed = str(self.chance.randrange(10**6))
        command = [sys.executable, "-m", "tablecam", "umpire", "--auto", "--seed", seed, "--db", self.db, *game]
        with self._errors.open("w") as errors:
            return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT)

    def _read(self, program: subprocess.Popen[str], wanted: int) -> list[str]:
        assert program.stdout is not None
        seen: list[str] = []
        while len(answers(seen)) < wanted and (line := program.stdout.readline()):
            seen.append(line)
        return seen

    def kept(self) -> list[str]:
        """The answers of the log, as the screen says them."""
        log = read_log(GameStore(open_database(self.db)).read(1))
        found = []
        for number in log.live:
            line = log[number]
            if isinstance(line, AnswerLine):
                ask = log.question(number)
                found.append(" ".join([*filter(None, [ask.get("seat"), ask["kind"].lower()]), spoken(line.answer)]))
        return found


def answers(lines: Sequence[str]) -> list[str]:
    """Those that were said to the end of their line."""
    return [line[2:].rstrip("\n") for line in lines if line.startswith("> ") and line.endswith("\n")]


def survives(folder: Path, seed: int, kills: int) -> None:
    killed = Killed(folder, seed)
    for _ in range(kills):
        killed.once()
        if GameStore(open_database(killed.db)).games():
            kept = killed.kept()
            assert kept[: len(killed.said)] == killed.said
            # kept, but killed before the screen could say so
            killed.said = kept
    ended = CliRunner().invoke(umpire, [*GO_ON, "--auto", "--seed", "1", "--db", killed.db])
    assert ended.exit_code == 0, ended.exception
    assert " wins: " in ended.stdout.splitlines()[-1]
    proved = CliRunner().invoke(replay, ["1", "--verify", "--db", killed.db])
    assert proved.stdout.startswith("identical"), proved.exception


def test_a_game_killed_three_times_keeps_every_answer_and_ends(tmp_path: Path) -> None:
    survives(tmp_path, seed=5, kills=3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_games_killed_fifty_times_keep_every_answer_and_end(tmp_path: Path, seed: int) -> None:
    survives(tmp_path, seed=100 + seed, kills=10)


def test_two_programs_cannot_play_one_game_but_after_one_is_killed_the_other_can(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    command = [sys.executable, "-m", "tablecam", "umpire", *NEW, "--db", db]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
    ) as first:
        assert first.stdout is not None
        # it asks, so it has begun and holds the game
        assert "orders" in first.stdout.readline()
        second = CliRunner().invoke(umpire, [*GO_ON, "--auto", "--db", db])
        assert isinstance(second.exception, LogTaken)
        assert "game 1 of" in str(second.exception)
        assert "is being played in another program" in str(second.exception)
        first.kill()
    again = CliRunner().invoke(umpire, [*GO_ON, "--db", db], input="")
    assert again.exit_code == 0
    assert "orders" in again.stdout
