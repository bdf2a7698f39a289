"""A table's card for lists and walls, in 400 bytes at most.

    {"v":1, "at":1775242800, "game":"8f14..", "begun":1775239200, "sides":[["first","Ann Archer","5/6"], ..],
     "turn":"Turn 2, Actions", "due":"first", "said":"Ida is hit", "camera":"good"}

Further keys, where they apply: `over`, `closed` and `won`; `round` and `no`, the round of an event and the table's
number in it, with `ends`, when its time is up, or `left`, the seconds on a stopped clock; `call`, if a judge is wanted.
All times are by the table's own clock, which `at` compares with the reader's.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tablecam.doors.hub.message import COMPACT

VERSION = 1
MOST_BYTES = 400
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
        room = MOST_BYTES - len(_to_json(replace(shorter, said=""), at).encode()) - len(',"said":""')
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
        "v": VERSION, "at": at, "game": card.game, "begun": card.begun,
        "sides": [[side.seat, side.name, side.score] for side in card.sides],
        "turn": card.turn, "due": card.due, "said": card.said, "over": card.over, "closed": card.closed,
        "won": card.won, **(_round_fields(card.round) if card.round else {}),
    }  # fmt: skip
    return COMPACT.encode({key: value for key, value in fields.items() if value} | {"camera": card.camera})


def _round_fields(of: RoundOfEvent) -> dict[str, Any]:
    clock = {"left": of.left_s} if of.ends is None else {"ends": of.ends}
    return {"round": of.number, "no": of.table, "call": of.called, **clock}
