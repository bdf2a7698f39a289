"""A game's public log, which leaves the table while the game runs: a spectator's lines, in their own numbers only.

No sum, number or count of the full log may leave before the game is closed: an order sheet of six models has 64
possible values, and the sums before and after it would reveal the right one at once.
"""

import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tablecam.game.hosting.log_view import NOBODY
from tablecam.game.log import COMPACT, GameLog, SeatView, read
from tablecam.rules.system import System


class PublicLog:
    """The public log. It only ever grows, as the game's own does."""

    def __init__(self, system: System[Any]) -> None:
        self.log = GameLog()
        self._view = SeatView(system, NOBODY)

    @property
    def numbers(self) -> Sequence[int]:
        """The number in the game's own log of each public line; it stays at the table."""
        return self._view.numbers

    def grow(self, texts: Iterable[str]) -> list[str]:
        """Take in lines of the game's own log; returns the new public lines. BadLog."""
        for number, text in enumerate(texts, self.log.last + 1):
            self.log.append(read(text, number))
        old_count = len(self._view.lines)
        self._view.catch_up(self.log)
        return [COMPACT.encode(line) for line in self._view.lines[old_count:]]


# Keyed sums over a game's full log, published while it runs, so that nobody can change hidden lines afterwards.
#
# Each game has a random key, which leaves with the full log and not before: without it a keyed sum reveals nothing
# about its input. The stream `sealed` is
#
# {"told":20,"seal":"<32 digits of hexadecimal>"} over every line of the full log up to public line 20 {"key":"<64
# digits>"} the last, once the game is closed
#
# The time of a seal depends only on public lines: one after each secret answer, and one after every tenth line.

EVERY = 10
KEY_BYTES, SEAL_BYTES = 32, 16
DIGEST = "sha256"


class Sealer:
    """The seals of one game. It only ever grows, as the game's own log does. key: of KEY_BYTES."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._sum = hmac.new(key, digestmod=DIGEST)
        self._sealed = 0
        self._told = 0

    def grow(self, texts: Iterable[str], told: Iterable[tuple[int, str]]) -> list[str]:
        """Make new seals. texts: new lines of the full log. told: new public lines, each with its full log number."""
        new_texts = list(texts)
        first_new, seals = self._sealed, []
        for number, line in told:
            self._told += 1
            if self._told % EVERY == 0 or is_given_in_secret(line):
                self._add_texts(new_texts[self._sealed - first_new : number - first_new])
                seals.append(json.dumps({"told": self._told, "seal": self._current_seal()}))
        self._add_texts(new_texts[self._sealed - first_new :])
        return seals

    def end(self) -> str:
        """The last line: the key of all seals."""
        return json.dumps({"key": self._key.hex()})

    def _add_texts(self, texts: Sequence[str]) -> None:
        for text in texts:
            self._sum.update(_to_bytes(text))
        self._sealed += len(texts)

    def _current_seal(self) -> str:
        return self._sum.digest()[:SEAL_BYTES].hex()


def is_given_in_secret(told: str) -> bool:
    """Whether a public line is an answer that is hidden."""
    line = json.loads(told)
    return "answer" in line and bool(line.get("secret"))


def seals_fault(full: Iterable[str], sealed: Sequence[str]) -> str:
    """The error in the seals of a closed game; empty if each matches the log as it was then."""
    try:
        *seal_lines, key_line = (json.loads(line) for line in sealed)
        key, seals = bytes.fromhex(key_line["key"]), [str(line["seal"]) for line in seal_lines]
    except (ValueError, KeyError, TypeError):
        return "has seals that cannot be read"
    sums = _compute_seals(full, key)
    for number, seal in enumerate(seals, 1):
        if seal not in sums:
            return f"has another log than that which was sealed (seal {number} of {len(seals)})"
    return ""


def _compute_seals(full: Iterable[str], key: bytes) -> Iterator[str]:
    """The seal after each line, as an iterator, so that seals are found only in their order."""
    running = hmac.new(key, digestmod=DIGEST)
    for text in full:
        running.update(_to_bytes(text))
        yield running.digest()[:SEAL_BYTES].hex()


def _to_bytes(text: str) -> bytes:
    return text.encode() + b"\n"
