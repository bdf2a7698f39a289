"""The messages at the broker: batches of log lines, and the archiver's word on how far the record is whole.

    {"v":1,"from":421,"lines":["..","..."],"sums":["fd8b455b0fc0",".."]}      a batch, deflated
    {"upto":440,"sum":"1ab4a1b69e6c","state":"open"}                          the answer

A batch may also have `end`, the number of the stream's last line once the stream has ended, and `parent`, the game that
this one goes on from after a fork.
"""

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.errors import TablecamError

VERSION = 1
# the limits of one batch; a single line may be longer
MOST_LINES, MOST_BYTES = 200, 64_000
# the limit of an inflated message: sums and quotes come on top of the lines
MOST_INFLATED = 4 * 1024 * 1024
MOST_NUMBER = 2**31 - 1
OPEN, WHOLE, FORKED = "open", "whole", "forked"
GAME = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SUM = re.compile(r"[0-9a-f]{12}")
COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class BadMessage(TablecamError):
    """A message does not have the right form; it is put aside and changes nothing."""


@dataclass(frozen=True)
class Batch:
    """Lines of one stream, the first of them number `first`, with the sum after each.

    end: the number of the stream's last line, if it is known. parent: the UUID of the game before a fork.
    """

    first: int
    lines: tuple[str, ...]
    sums: tuple[str, ...]
    end: int | None = None
    parent: str = ""

    @property
    def last(self) -> int:
        """The number of its last line; that before `first` if it has none."""
        return self.first + len(self.lines) - 1

    def encode(self) -> bytes:
        """The message."""
        fields: dict[str, Any] = {"v": VERSION, "from": self.first, "lines": self.lines, "sums": self.sums}
        if self.end is not None:
            fields["end"] = self.end
        if self.parent:
            fields["parent"] = self.parent
        return zlib.compress(COMPACT.encode(fields).encode())


@dataclass(frozen=True)
class Have:
    """The record's word on a stream: whole up to a line, the sum there, and the state: open, whole or forked."""

    upto: int
    sum: str
    state: str = OPEN

    def encode(self) -> bytes:
        """The message."""
        return COMPACT.encode({"upto": self.upto, "sum": self.sum, "state": self.state}).encode()


def read_batch(payload: bytes) -> Batch:
    """A batch from its message; BadMessage."""
    fields = _parse_object(_inflate_batch(payload))
    if fields.get("v") != VERSION:
        raise BadMessage("a batch of another version")
    lines, sums = fields.get("lines"), fields.get("sums")
    if not isinstance(lines, list) or not isinstance(sums, list) or not len(lines) == len(sums) <= MOST_LINES:
        raise BadMessage(f"a batch has up to {MOST_LINES} lines, and as many sums")
    if not all(isinstance(line, str) and _is_storable(line) for line in lines):
        raise BadMessage("a line of a log is text")
    if not all(isinstance(sum_, str) and SUM.fullmatch(sum_) for sum_ in sums):
        raise BadMessage("a sum has twelve digits of hexadecimal")
    batch = Batch(
        _read_number(fields, "from", 1), tuple(lines), tuple(sums), parent=_read_parent(fields.get("parent", ""))
    )
    if batch.last > MOST_NUMBER:
        raise BadMessage("no game has so many lines")
    return batch if "end" not in fields else _add_end(batch, _read_number(fields, "end", 0))


def read_have(payload: bytes) -> Have:
    """The archiver's word from its message; BadMessage."""
    fields = _parse_object(payload)
    sum_, state = fields.get("sum"), fields.get("state")
    if not isinstance(sum_, str) or state not in {OPEN, WHOLE, FORKED}:
        raise BadMessage("the record's word has a sum and a state")
    return Have(_read_number(fields, "upto", 0), sum_, state)


def _add_end(batch: Batch, end: int) -> Batch:
    if end < batch.last:
        raise BadMessage("a stream ends after its lines")
    return Batch(batch.first, batch.lines, batch.sums, end, batch.parent)


def _inflate_batch(payload: bytes) -> bytes:
    decompressor = zlib.decompressobj()
    try:
        content = decompressor.decompress(payload, MOST_INFLATED)
    except zlib.error as fault:
        raise BadMessage(f"a batch is deflated ({fault})") from fault
    if not decompressor.eof:
        raise BadMessage("a batch was cut short, or is too large")
    return content


def _parse_object(content: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(content)
    except (ValueError, RecursionError) as fault:
        raise BadMessage("a message is JSON") from fault
    if not isinstance(fields, dict):
        raise BadMessage("a message is one object")
    return fields


def _read_number(said: dict[str, Any], name: str, least: int) -> int:
    value = said.get(name)
    if type(value) is not int or not least <= value <= MOST_NUMBER:
        raise BadMessage(f"'{name}' is a number from {least} on")
    return value


def _read_parent(value: object) -> str:
    if value == "":
        return ""
    if not isinstance(value, str) or not is_game(value):
        raise BadMessage("a game is named by a UUID")
    return value


def is_game(name: str) -> bool:
    """Whether a game could have that name: a UUID in its one usual form."""
    return GAME.fullmatch(name) is not None


def _is_storable(text: str) -> bool:
    """Whether a database can keep it: PostgreSQL knows no NUL, and half a surrogate pair is no text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


# A table's card for lists and walls, in 400 bytes at most.
#
# {"v":1, "at":1775242800, "game":"8f14..", "begun":1775239200, "sides":[["first","Ann Archer","5/6"], ..],
# "turn":"Turn 2, Actions", "due":"first", "said":"Ida is hit", "camera":"good"}
#
# Further keys, where they apply: `over`, `closed` and `won`; `round` and `no`, the round of an event and the table's
# number in it, with `ends`, when its time is up, or `left`, the seconds on a stopped clock; `call`, if a judge is
# wanted. All times are by the table's own clock, which `at` compares with the reader's.

CARD_VERSION = 1
MOST_CARD_BYTES = 400
# names are cut to these lengths in turn, until a card without its last sentence fits
NAME_LENGTHS = (40, 28, 20, 12, 6)
# a sentence cut to less is useless
SHORTEST = 8
CUT = "…"


@dataclass(frozen=True)
class CardSide:
    """One side: its seat, its name, and its score."""

    seat: str
    name: str
    score: str


@dataclass(frozen=True)
class RoundOfEvent:
    """The round of an event that a game belongs to. ends: in seconds since 1970, None if its clock stands.

    left_s: on a stopped clock. called: whether a judge is wanted.
    """

    number: int
    table: int
    ends: int | None
    left_s: int
    called: bool


@dataclass(frozen=True)
class TableCard:
    """The game on a table. game: its UUID, empty if there is none; begun: seconds since 1970.

    due: the seat that is to act; said: the last ruling; won: the seat that has won.
    """

    camera: str
    game: str = ""
    begun: int = 0
    sides: tuple[CardSide, ...] = ()
    turn: str = ""
    due: str = ""
    said: str = ""
    over: bool = False
    closed: bool = False
    won: str = ""
    round: RoundOfEvent | None = None


def card_text(card: TableCard, at: int) -> str:
    """The message; long texts are cut, the last ruling first. at: now, in seconds since 1970."""
    for shorter in _shorten_card(card):
        room = MOST_CARD_BYTES - len(_to_json(replace(shorter, said=""), at).encode()) - len(',"said":""')
        if room >= 0:
            return _to_json(replace(shorter, said=_fit_text(shorter.said, room)), at)
    return _to_json(TableCard(card.camera, card.game, card.begun), at)


def _shorten_card(card: TableCard) -> Iterator[TableCard]:
    for length in NAME_LENGTHS:
        sides = tuple(
            replace(side, name=_cut_text(side.name, length), score=_cut_text(side.score, length)) for side in card.sides
        )
        yield replace(card, sides=sides, turn=_cut_text(card.turn, 2 * length))


def _cut_text(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: letters - 1].rstrip() + CUT


def _fit_text(text: str, size: int) -> str:
    """The beginning of a text that JSON writes in `size` bytes; empty if that is too little."""
    for letters in range(len(text), SHORTEST, -1):
        if len(COMPACT.encode(_cut_text(text, letters)).encode()) - 2 <= size:
            return _cut_text(text, letters)
    return text if len(COMPACT.encode(text).encode()) - 2 <= size else ""


def _to_json(card: TableCard, at: int) -> str:
    fields: dict[str, Any] = {
        "v": CARD_VERSION, "at": at, "game": card.game, "begun": card.begun,
        "sides": [[side.seat, side.name, side.score] for side in card.sides],
        "turn": card.turn, "due": card.due, "said": card.said, "over": card.over, "closed": card.closed,
        "won": card.won, **(_round_fields(card.round) if card.round else {}),
    }  # fmt: skip
    return COMPACT.encode({key: value for key, value in fields.items() if value} | {"camera": card.camera})


def _round_fields(of: RoundOfEvent) -> dict[str, Any]:
    clock = {"left": of.left_s} if of.ends is None else {"ends": of.ends}
    return {"round": of.number, "no": of.table, "call": of.called, **clock}


@dataclass(frozen=True)
class HeardEvent:
    """The organiser's message. text: JSON, empty if there is none. ahead_s: this machine's clock minus the organiser's.

    A retained message does not show the clocks: until the organiser sends a new one, both count as right.
    """

    text: str = ""
    ahead_s: float = 0.0

    def then(self, text: str, now: float | None) -> "HeardEvent":
        """The event after a new text. now: this machine's time when it came, None for a retained one."""
        event = read_event(text) or {}
        sent_at = event.get("at")
        if now is None or not isinstance(sent_at, int | float):
            return HeardEvent(text, self.ahead_s)
        return HeardEvent(text, now - sent_at)


def read_event(text: str) -> dict[str, Any] | None:
    """The organiser's message; None if there is none or it cannot be read."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) and isinstance(message.get("pairings"), list) else None
