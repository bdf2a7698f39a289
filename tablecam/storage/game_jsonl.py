"""A game as a file: JSON Lines, one object a line, so that it can be sent, read with any tool and taken in again.

    {"game":"duel","setup":{..},"seats":["near","far"],"sum":"5f1d0c9a7b3e"}
    {"boundary":"orders of turn 1","sum":"c07be61f2a90"}
    ..
    {"end":412,"sum":"9a0e44c1d2f7"}

The lines are those of the log; each carries a sum over itself and all before it, and the last says how many they
are, so that a slip of the editor or a file cut short is found where it stands. A file that another tool wrote, without
any sums, is taken as it is.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from tablecam.storage.game_store import BrokenLog
from tablecam.storage.line_sum import line_sum
from tablecam.storage.text_file import read_text, write_text

SUMMED = re.compile(r'(\{.*),"sum":"([0-9a-f]+)"\}', re.DOTALL)
END = re.compile(r'\{"end":(\d+)')


def write_game(path: Path, lines: Iterable[str]) -> None:
    """Writes the log of a game, whole or not at all. Raises BadFile."""
    write_text(path, game_text(lines))


def game_text(lines: Iterable[str]) -> str:
    """The log of a game as the text of such a file."""
    written, before = [], ""
    for text in lines:
        before = line_sum(before, text)
        written.append(_with_sum(text, before))
    written.append(_with_sum(f'{{"end":{len(written)}}}', before))
    return "\n".join(written) + "\n"


def read_game(path: Path) -> tuple[str, ...]:
    """The log of a game; BadFile where the file cannot be read, BrokenLog at the line that is wrong."""
    given = [line for line in read_text(path, "the log of a game").split("\n") if line.strip()]
    if not any(map(SUMMED.fullmatch, given)):
        return tuple(given)
    whole: list[str] = []
    before = ""
    for number, line in enumerate(given, 1):
        found = SUMMED.fullmatch(line)
        end = END.fullmatch(found[1]) if found else None
        if found and end and (int(end[1]), found[2], number) == (len(whole), before, len(given)):
            return tuple(whole)
        text = f"{found[1]}}}" if found else line
        before = line_sum(before, text)
        if not found or end or found[2] != before:
            raise _broken(path, number, "is not what was written", whole)
        whole.append(text)
    raise _broken(path, len(given) + 1, "is missing, and all after it: the file was cut short", whole)


def _with_sum(text: str, sum_: str) -> str:
    return f'{text[:-1]},"sum":"{sum_}"}}'


def _broken(path: Path, line: int, fault: str, whole: list[str]) -> BrokenLog:
    return BrokenLog(f"{path}, line {line} {fault}; the {len(whole)} lines before it are whole", tuple(whole))
