"""The name of a side of a game: the name that its player typed, else its seat in the reader's language.

    name_side("red", {"Red player": "Anna"})                          Anna
    name_side("red", {})                                              Red; Rot for a German reader
    title_side("red", {"Red player": "Anna", "Red": "Night Ferry"})   Anna (Night Ferry)

A log keeps both in its tags, under the seat's English name, which never changes. Typed names are for people at the
table or in its network: `withholding_names()` makes texts without them, for people further away.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from tablecam.base.i18n import InContext, current_style
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.views import Text

# Translators: a side of a game, where its player has typed no name
SEAT_TITLES: Mapping[str, Text] = {
    "red": InContext("a side", "Red"),
    "blue": InContext("a side", "Blue"),
    "green": InContext("a side", "Green"),
    "yellow": InContext("a side", "Yellow"),
}
# the titles of seats that rulebooks outside tablecam have brought
_brought: dict[str, Text] = {}

_withheld: ContextVar[bool] = ContextVar("withheld", default=False)


@contextmanager
def withholding_names() -> Iterator[None]:
    """Leave typed names out of the texts that are made inside the `with` block, in this thread or task only."""
    token = _withheld.set(True)
    try:
        yield
    finally:
        _withheld.reset(token)


def reader_style() -> str:
    """Everything that one text of a game may depend on: language, unit, and whether typed names are in it."""
    return f"{current_style()} {'unnamed' if _withheld.get() else 'named'}"


def force_tag(seat: str) -> str:
    """The tag of a log for a seat's force."""
    return seat.capitalize()


def player_tag(seat: str) -> str:
    """The tag of a log for the name of a seat's player."""
    return f"{force_tag(seat)} player"  # no text


def seat_title(seat: str) -> str:
    """The title of a seat in the reader's language, if nobody has typed a name."""
    title = SEAT_TITLES.get(seat) or _brought.get(seat)
    return str(title) if title else seat[:1].upper() + seat[1:]


def add_seat_titles(titles: Mapping[str, Text]) -> None:
    """Take the titles of a rulebook's seats; a seat that has a title already keeps it."""
    _brought.update({seat: title for seat, title in titles.items() if seat not in _brought})


def player_names(seats: Iterable[str], tags: Mapping[str, str]) -> dict[str, str]:
    """The names that players typed, by seat. If several typed the same name, the seat is added to each."""
    if _withheld.get():
        return {}
    typed = {seat: name for seat in seats if (name := tags.get(player_tag(seat), "").strip())}
    names = [*typed.values()]
    return {
        seat: name if names.count(name) == 1 else _add_detail(name, seat_title(seat)) for seat, name in typed.items()
    }


def name_side(seat: str, tags: Mapping[str, str], seats: Collection[str] = ()) -> str:
    """The name of a side. seats: all seats of the game, to distinguish players of the same name."""
    return player_names(seats or (seat,), tags).get(seat) or seat_title(seat)


def force_name(seat: str, tags: Mapping[str, str]) -> str:
    """The force of a side, or the seat if the log names none."""
    return tags.get(force_tag(seat)) or seat_title(seat)


def title_side(seat: str, tags: Mapping[str, str], seats: Collection[str] = ()) -> str:
    """A side for a title: the player with the force, or whichever of the two is known, or the seat."""
    name, force = player_names(seats or (seat,), tags).get(seat), tags.get(force_tag(seat))
    if name and force:
        return _add_detail(name, force)
    return name or force or seat_title(seat)


def title_sides(seats: Collection[str], tags: Mapping[str, str]) -> dict[str, str]:
    """Every side of a game for a title, in order."""
    return {seat: title_side(seat, tags, seats) for seat in seats}


def _add_detail(player: str, detail: str) -> str:
    # Translators: a player with the force or the side, "Anna (Night Ferry)"
    return _("{player} ({detail})", player=player, detail=detail)
