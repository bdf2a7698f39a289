"""The voice at the table's own machine: what is spoken, once, and silence as soon as somebody types."""

import stat
import subprocess
import time
from pathlib import Path
from shutil import which

import pytest
from click.testing import CliRunner

from tablecam.base.errors import TablecamError
from tablecam.commands.conversation import Terminal
from tablecam.commands.umpire import umpire
from tablecam.commands.voice import PROGRAM, find_system_language, open_voice, speak_too

PATIENCE_S = 30


class HeardVoice:
    """Remembers what is said; `|` where it was stopped."""

    language = "en"

    def __init__(self) -> None:
        self.heard: list[str] = []

    def say(self, text: str) -> None:
        self.heard.append(text)

    def stop(self) -> None:
        self.heard.append("|")


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in the place of espeak-ng, and the file where it writes its arguments and what it is to speak."""
    heard, program = tmp_path / "heard.txt", tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\necho "$@" >> "{heard}"\nexec cat >> "{heard}"\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return heard


def wait_for(heard: Path, lines: list[str]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not heard.exists() or heard.read_text(encoding="utf-8").splitlines() != lines:
        assert time.monotonic() < end, heard.exists() and heard.read_text(encoding="utf-8")
        time.sleep(0.02)


def test_texts_go_to_the_program_in_the_language_one_a_line(program: Path) -> None:
    voice = open_voice("de")
    voice.say("Ida würfelt 7:\n  ein Treffer")
    voice.say("Wer ist dran?")
    wait_for(program, ["-v de", "Ida würfelt 7: ein Treffer", "Wer ist dran?"])
    voice.stop()
    voice.say("Weiter")
    wait_for(program, ["-v de", "Ida würfelt 7: ein Treffer", "Wer ist dran?", "-v de", "Weiter"])
    voice.finish()


@pytest.mark.skipif(which(PROGRAM) is None, reason=f"{PROGRAM} is not installed: sh tools/system.sh voice")
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_program_itself_knows_the_language(language: str) -> None:
    said = subprocess.run(
        [PROGRAM, "-q", "-x", "-v", language], input="1\n", capture_output=True, text=True, check=True
    )
    assert said.stdout.strip()
    assert not said.stderr


def test_without_the_program_one_sentence_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(TablecamError, match=r"^espeak-ng is not installed, .*: install it .*, or leave out --speak$"):
        open_voice("en")
    said = CliRunner().invoke(
        umpire, ["--forces", "harbour_watch", "tunnel_kin", "--speak", "--db", f"{tmp_path}/g.db"]
    )
    assert isinstance(said.exception, TablecamError)
    assert not (tmp_path / "g.db").exists()


def test_a_game_that_plays_itself_is_not_spoken(tmp_path: Path) -> None:
    words = ["--forces", "harbour_watch", "tunnel_kin", "--auto", "--speak", "--db", f"{tmp_path}/g.db"]
    said = CliRunner().invoke(umpire, words)
    assert said.exit_code == 2
    assert "leave out --auto" in said.output


def test_a_question_that_is_printed_again_is_not_spoken_again() -> None:
    voice, printed, typed = HeardVoice(), [], iter(["nonsense", "7", None])
    terminal = speak_too(Terminal(lambda: next(typed), printed.append, lambda _sides: 0), voice)
    for text in ("roll? a shot",):
        terminal.say(text)
    terminal.hear()
    for text in ("! nonsense is no face", "roll? a shot"):
        terminal.say(text)
    terminal.hear()
    for text in ("Ida rolls 7: a hit", "choose? the next model"):
        terminal.say(text)
    terminal.hear()
    terminal.say("roll? a shot")
    assert voice.heard == [
        "roll? a shot", "|", "! nonsense is no face", "|", "Ida rolls 7: a hit", "choose? the next model", "|",
        "roll? a shot",
    ]  # fmt: skip
    assert printed.count("roll? a shot") == 3


@pytest.mark.parametrize(("named", "language"), [("de_DE.UTF-8", "de"), ("xx_XX", "en"), ("", "en"), ("C.UTF-8", "en")])
def test_the_language_is_that_of_the_system_where_texts_exist(
    monkeypatch: pytest.MonkeyPatch, named: str, language: str
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", named)
    assert find_system_language() == language
