"""A voice at the table's own machine: espeak-ng, which needs no network."""

import os
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import which
from typing import TYPE_CHECKING

from tablecam.base.errors import TablecamError
from tablecam.commands.conversation import Terminal

if TYPE_CHECKING:
    from tablecam.game.hosting.game_host import GameHost

PROGRAM = "espeak-ng"
WAIT_S = 1.0
# a question at the terminal, which is printed again after each refusal: `2: roll? ...`
QUESTION = re.compile(r"(\d+: )?[\w-]+\? ")
LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class Voice:
    """Speaks texts one after the other in another process. language: a code such as "de"."""

    def __init__(self, program: str, language: str) -> None:
        self.language = language
        self._command = (program, "-v", language)
        self._speech: subprocess.Popen[str] | None = None

    def say(self, text: str) -> None:
        """Speak a text after those that were said before."""
        if self._speech is None or self._speech.poll() is not None:
            self._speech = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
            )
        assert self._speech.stdin is not None
        try:
            self._speech.stdin.write(" ".join(text.split()) + "\n")
            self._speech.stdin.flush()
        except BrokenPipeError:
            # a machine without a loudspeaker must not end the game
            self._speech = None

    def stop(self) -> None:
        """Stop speaking at once; what was not spoken yet is dropped."""
        if self._speech is not None:
            self._speech.kill()
            self._speech.communicate()
            self._speech = None

    def finish(self) -> None:
        """Let the program end by itself once everything is spoken."""
        if self._speech is not None and self._speech.stdin is not None:
            self._speech.stdin.close()
            self._speech = None


def open_voice(language: str) -> Voice:
    """The voice of this machine; TablecamError where the program is not installed."""
    program = which(PROGRAM)
    if program is None:
        raise TablecamError(
            f"{PROGRAM} is not installed, so nothing can be spoken: "
            f"install it (apt install {PROGRAM}), or leave out --speak"
        )
    return Voice(program, language)


def find_system_language() -> str:
    """The language of this machine's user, if the texts exist in it; else English."""
    from tablecam.base.i18n import SOURCE
    from tablecam.base.languages import available

    named = next((os.environ[name] for name in LANGUAGE_VARIABLES if os.environ.get(name)), "")
    code = re.split(r"[_.@]", named)[0]
    return code if code in available() else SOURCE


def speak_too(terminal: Terminal, voice: Voice) -> Terminal:
    """The terminal with a voice: it speaks what is printed, each question once, and is silent once somebody types."""
    asked_before: set[str] = set()
    asked: set[str] = set()

    def say(text: str) -> None:
        terminal.say(text)
        if QUESTION.match(text):
            asked.add(text)
        if text not in asked_before:
            voice.say(text)

    def hear() -> str | None:
        typed = terminal.hear()
        voice.stop()
        asked_before.clear()
        asked_before.update(asked)
        asked.clear()
        return typed

    return terminal._replace(say=say, hear=hear)


@contextmanager
def spoken_aloud(voice: Voice | None, host: "GameHost") -> Iterator[None]:
    """Inside the block the voice speaks the game of a host: what a spectator may read, in the voice's language."""
    if voice is None:
        yield
        return
    stopped = threading.Event()
    thread = threading.Thread(target=_speak_news, args=(voice, host, stopped.is_set), name="voice", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        host.wake()
        thread.join()
        voice.stop()


def _speak_news(voice: Voice, host: "GameHost", is_stopped: Callable[[], bool]) -> None:
    from tablecam.base.i18n import speaking
    from tablecam.base.languages import translations
    from tablecam.game.hosting.spoken_game import SpokenGame

    spoken_game, number = SpokenGame(), -1
    with speaking(translations(voice.language)):
        while not is_stopped():
            number = host.wait(number, WAIT_S, is_stopped)
            news = spoken_game.take_news(host)
            if news.answered:
                voice.stop()
            for text in news.texts:
                voice.say(text)
