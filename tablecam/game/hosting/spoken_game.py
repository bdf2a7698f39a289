"""The sentences of a game for the table's own voice: all that a spectator may read, each line and question once."""

from dataclasses import dataclass
from typing import Any

from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.log_view import SPECTATOR

# More lines at once are not listened to.
MOST_LINES = 6
# An answer is spoken only where it is a roll, which has its clause.
EVENTS, ROLLS = ("event", "struck"), "answer"


@dataclass(frozen=True)
class News:
    """Texts to speak, and whether somebody has answered, so that what is still being spoken is out of date."""

    texts: tuple[str, ...] = ()
    answered: bool = False


class SpokenGame:
    """The news of the game in progress, in the current language. The lines before the first look are history."""

    def __init__(self) -> None:
        self._game = self._count = 0
        self._open_keys: frozenset[str] = frozenset()

    def take_news(self, host: GameHost) -> News:
        """The news since the last look: rolls, events and what was taken back, then the new questions."""
        shown: Any = host.view_for(SPECTATOR)["game"]
        if shown is None:
            self._game, self._count, self._open_keys = 0, 0, frozenset()
            return News()
        lines, questions = self._take_lines(host, shown), self._take_questions(shown)
        told = [_get_text(line) for line in lines if _is_told(line)][-MOST_LINES:]
        return News((*told, *questions), any(line["kind"] == ROLLS for line in lines))

    def _take_lines(self, host: GameHost, shown: dict[str, Any]) -> list[dict[str, Any]]:
        if shown["id"] != self._game:
            self._game, self._count, self._open_keys = shown["id"], shown["number"], frozenset()
            return []
        told: Any = host.log(SPECTATOR, self._game, self._count)
        lines: list[dict[str, Any]] = told["lines"] if told else []
        self._count += len(lines)
        return lines

    def _take_questions(self, shown: dict[str, Any]) -> list[str]:
        asked = {str(question["key"]): str(question["text"]) for question in shown["questions"]}
        texts = [text for key, text in asked.items() if key not in self._open_keys]
        self._open_keys = frozenset(asked)
        return texts


def _is_told(line: dict[str, Any]) -> bool:
    if line.get("aside"):
        return False
    return line["kind"] in EVENTS or (line["kind"] == ROLLS and bool(line.get("clause")))


def _get_text(line: dict[str, Any]) -> str:
    return str(line.get("brief") or line["text"])
