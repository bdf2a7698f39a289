"""Keyed sums over a game's full log, told while it runs, so that nobody changes afterwards what was hidden.

A game has a random key of its own, which leaves with the full log and not before: without it a keyed sum says nothing
of what it was made of. The stream `sealed` is

    {"told":20,"seal":"<32 digits of hexadecimal>"}      over every line of the full log up to that which is told as 20
    {"key":"<64 digits>"}                                the last, once the game is closed

When there is a seal depends on what is told and on nothing else: after each answer that is given in secret, and after
every tenth line.
"""

import hmac
import json
from collections.abc import Iterable, Iterator, Sequence

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
        """More seals. texts: more lines of the full log. told: more lines that are told, each with its number there."""
        new = list(texts)
        first, seals = self._sealed, []
        for number, line in told:
            self._told += 1
            if self._told % EVERY == 0 or is_given_in_secret(line):
                self._take_in(new[self._sealed - first : number - first])
                seals.append(json.dumps({"told": self._told, "seal": self._seal()}))
        self._take_in(new[self._sealed - first :])
        return seals

    def end(self) -> str:
        """The last line: what all of them were made with."""
        return json.dumps({"key": self._key.hex()})

    def _take_in(self, texts: Sequence[str]) -> None:
        for text in texts:
            self._sum.update(_bytes(text))
        self._sealed += len(texts)

    def _seal(self) -> str:
        return self._sum.digest()[:SEAL_BYTES].hex()


def is_given_in_secret(told: str) -> bool:
    """Whether a line that is told hides the answer that it is."""
    line = json.loads(told)
    return "answer" in line and bool(line.get("secret"))


def seals_fault(full: Iterable[str], sealed: Sequence[str]) -> str:
    """What is wrong with the seals of a game that is closed; empty where each is of the log as it was then."""
    try:
        *told, last = (json.loads(line) for line in sealed)
        key, seals = bytes.fromhex(last["key"]), [str(line["seal"]) for line in told]
    except (ValueError, KeyError, TypeError):
        return "has seals that cannot be read"
    sums = _sums(full, key)
    for number, seal in enumerate(seals, 1):
        if seal not in sums:
            return f"has another log than that which was sealed (seal {number} of {len(seals)})"
    return ""


def _sums(full: Iterable[str], key: bytes) -> Iterator[str]:
    """The seal after each line; what was looked at is gone, so that seals are found in their order alone."""
    running = hmac.new(key, digestmod=DIGEST)
    for text in full:
        running.update(_bytes(text))
        yield running.digest()[:SEAL_BYTES].hex()


def _bytes(text: str) -> bytes:
    return text.encode() + b"\n"
