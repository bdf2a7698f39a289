"""A game as a file: JSON Lines, one object a line, so that it can be sent, read with any tool and taken in again.

    {"game":"duel","setup":{..},"seats":["near","far"],"sum":"5f1d0c9a7b3e"}
    {"boundary":"orders of turn 1","sum":"c07be61f2a90"}
    ..
    {"end":412,"sum":"9a0e44c1d2f7"}

The lines are those of the log; each carries a sum over itself and all before it, and the last gives their number, so
that a slip of the editor or a file cut short is found at its line. A file that another tool wrote, without any sums, is
accepted unchecked.
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
    written, log_sum = [], ""
    for text in lines:
        log_sum = line_sum(log_sum, text)
        written.append(_add_sum(text, log_sum))
    written.append(_add_sum(f'{{"end":{len(written)}}}', log_sum))
    return "\n".join(written) + "\n"


def read_game(path: Path) -> tuple[str, ...]:
    """The log of a game; BadFile if the file cannot be read, BrokenLog at the line that is wrong."""
    lines = [line for line in read_text(path, "the log of a game").split("\n") if line.strip()]
    if not any(map(SUMMED.fullmatch, lines)):
        return tuple(lines)
    texts: list[str] = []
    log_sum = ""
    for number, line in enumerate(lines, 1):
        match = SUMMED.fullmatch(line)
        end_match = END.fullmatch(match[1]) if match else None
        if match and end_match and (int(end_match[1]), match[2], number) == (len(texts), log_sum, len(lines)):
            return tuple(texts)
        text = f"{match[1]}}}" if match else line
        log_sum = line_sum(log_sum, text)
        if not match or end_match or match[2] != log_sum:
            raise _make_broken_log(path, number, "is not what was written", texts)
        texts.append(text)
    raise _make_broken_log(path, len(lines) + 1, "is missing, and all after it: the file was cut short", texts)


def _add_sum(text: str, sum_: str) -> str:
    return f'{text[:-1]},"sum":"{sum_}"}}'


def _make_broken_log(path: Path, line: int, fault: str, whole: list[str]) -> BrokenLog:
    return BrokenLog(f"{path}, line {line} {fault}; the {len(whole)} lines before it are whole", tuple(whole))
