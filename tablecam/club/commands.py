"""What the organiser's page may do to a club event, by name: each takes what was said and gives a command on the event.

    command("report", {"sides": [{"player": "ann", "lost": 3}, {"player": "bob", "lost": 9}]}, forces)

What was said is looked at before the event is; BadFile names the key that is wrong. What the guide does not allow is
Refused when the command is done.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import cast

from tablecam.club.event_store import ClubCommand
from tablecam.club.umpired_games import filled
from tablecam.errors import BadFile
from tablecam.rulebooks.urban_war.result import GameResult
from tablecam.storage.record import Record
from tablecam.tournament.club_event import ClubEvent
from tablecam.tournament.drafting import layout_of, swapped
from tablecam.tournament.entrant import Entrant, Layout, Pair
from tablecam.tournament.forces import ForceLine, ForceList
from tablecam.tournament.refusal import TournamentRefusal
from tablecam.tournament.scoring import Side

# files by name -> the list that they hold
ReadFiles = Callable[[dict[str, str]], ForceList]
# a game that was umpired -> how it stands
Umpired = Callable[[int], GameResult]
# a tablet's keys make no longer names, and a card has no room for them
LONGEST = 200


@dataclass(frozen=True)
class CommandPayload(Record):
    """What was said with a command. forces: reads files of a force. umpired: reads a game that was umpired."""

    forces: ReadFiles | None = None
    umpired: Umpired | None = None

    def words(self, key: str) -> str:
        """A text that may be left out, without the blanks about it."""
        if self.values.get(key) in (None, ""):
            return ""
        text = self.text(key).strip()
        if len(text) > LONGEST:
            raise self.fault(key, f"must have at most {LONGEST} letters", text)
        return text

    def yes(self, key: str) -> bool:
        """True or false, false where it is left out."""
        return key in self.values and self.flag(key)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty where it is left out."""
        return tuple(cast("list[str]", self._list(key, str, "names")))

    def wholes(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers, empty where it is left out."""
        return tuple(cast("list[int]", self._list(key, int, "whole numbers")))

    def pairs(self, key: str) -> tuple[Pair, ...]:
        """A list of two names each."""
        value = self.values.get(key, [])
        each = isinstance(value, list) and all(isinstance(one, list) and len(one) == 2 for one in value)
        if not each or not all(isinstance(name, str) for one in cast("list[list[object]]", value) for name in one):
            raise self.fault(key, 'must be pairs such as [["ann", "bob"]]', value)
        return tuple((one[0], one[1]) for one in cast("list[list[str]]", value))

    def numbered(self, key: str) -> dict[str, int]:
        """Names with a whole number each, empty where it is left out."""
        if key not in self.values:
            return {}
        inner = self.record(key)
        return {str(name): inner.whole(str(name)) for name in inner.values}

    def _list(self, key: str, kind: type, what: str) -> list[object]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(type(each) is kind for each in value):
            raise self.fault(key, f"must be a list of {what}", value)
        return value


def command(name: str, said: dict[str, object], forces: ReadFiles, umpired: Umpired | None = None) -> ClubCommand:
    """The command of that name; BadFile where there is none, or what was said with it will not do."""
    make = CLUB_COMMANDS.get(name)
    if make is None:
        raise BadFile(f"there is no command '{name[:LONGEST]}'; there are {', '.join(CLUB_COMMANDS)}")
    return make(CommandPayload(said, f"to {name.replace('_', ' ')}", forces=forces, umpired=umpired))


# who plays


def _enter(said: CommandPayload) -> ClubCommand:
    entrant = Entrant(said.words("player"), said.text("name").strip(), said.words("faction"), said.whole("models", 0))
    granted, force = said.wholes("granted"), _force(said)
    if force:
        entrant = replace(entrant, faction=entrant.faction or force.faction)
    if len(entrant.name) > LONGEST:
        raise said.fault("name", f"must have at most {LONGEST} letters", entrant.name)

    def enter(event: ClubEvent) -> ClubEvent:
        id = entrant.id or free_id(entrant.name, event.state.event.entrants)
        return event.enter(replace(entrant, id=id), granted, force)

    return enter


def free_id(name: str, taken: Iterable[str]) -> str:
    """An ID that nobody has, from the first name: `ann`, `ann2`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    first = re.sub(r"[^a-z0-9]", "", (plain.split() or [""])[0])[:20] or "player"
    known = set(taken)
    return next(id for id in (first, *(f"{first}{n}" for n in range(2, len(known) + 3))) if id not in known)


def _list_force(said: CommandPayload) -> ClubCommand:
    player, reason, force = said.text("player"), said.words("reason"), _force(said)
    if force is None:
        raise said.fault("files", "or lines must hold the force", None)
    return lambda event: event.list_force(player, force, reason)


def _force(said: CommandPayload) -> ForceList | None:
    """A force as files of it, or as lines with their points; None where neither was said."""
    if said.values.get("files"):
        files = said.record("files")
        if said.forces is None or not all(isinstance(text, str) for text in files.values.values()):
            raise said.fault("files", "must be texts by their names", files.values)
        return said.forces({str(name): str(text) for name, text in files.values.items()})
    if not said.values.get("lines"):
        return None
    lines = [
        ForceLine(line.text("name"), line.whole("points"), line.whole("models", 1)) for line in said.records("lines")
    ]
    return ForceList.with_totals(said.words("list_name") or "Force", said.words("faction"), tuple(lines))


def _of_player(act: Callable[[ClubEvent, str], ClubEvent]) -> Callable[[CommandPayload], ClubCommand]:
    def make(said: CommandPayload) -> ClubCommand:
        player = said.text("player")
        return lambda event: act(event, player)

    return make


def _tables(said: CommandPayload) -> ClubCommand:
    tables, pinned, reason = said.wholes("tables"), said.numbered("pinned"), said.words("reason")
    return lambda event: event.set_tables(tables, pinned, reason)


def _rounds(said: CommandPayload) -> ClubCommand:
    rounds, reason = said.whole("rounds"), said.words("reason")
    return lambda event: event.set_rounds(rounds, reason)


# a round


def _by_hand(said: CommandPayload) -> ClubCommand:
    layout = Layout(said.pairs("pairs"), said.texts("byes"), said.texts("sitting_out"))
    tables, reason = said.wholes("tables"), said.words("reason")
    return lambda event: event.draft_by_hand(layout, reason, tables)


def _swap(said: CommandPayload) -> ClubCommand:
    """Two players in each other's place; the tables of the draft stay where they are."""
    one, other, reason = said.text("one"), said.text("other"), said.words("reason")

    def swap(event: ClubEvent) -> ClubEvent:
        draft = event.drafted()
        return event.draft_by_hand(swapped(layout_of(draft), one, other), reason or draft.reason, draft.tables)

    return swap


def _move(said: CommandPayload) -> ClubCommand:
    """A pair at another table; who was there comes to theirs."""
    table, to, reason = said.whole("table"), said.whole("to"), said.words("reason")

    def move(event: ClubEvent) -> ClubEvent:
        draft = event.drafted()
        if table not in draft.tables:
            raise TournamentRefusal(f"nobody plays at table {table} in this draft", "T0")
        tables = tuple({table: to, to: table}.get(each, each) for each in draft.tables)
        return event.draft_by_hand(layout_of(draft), reason or draft.reason, tables)

    return move


def _remedy(said: CommandPayload) -> ClubCommand:
    number, reason = said.whole("number"), said.words("reason")
    return lambda event: event.draft_remedy(number, reason)


def _end(said: CommandPayload) -> ClubCommand:
    """The event ends with the rounds that are drawn."""
    reason = said.words("reason")
    return lambda event: event.set_rounds(event.state.event.number, reason)


# results


def _report(said: CommandPayload) -> ClubCommand:
    one, other = _sides(said)
    return lambda event: event.report(one, other)


def _correct(said: CommandPayload) -> ClubCommand:
    number, sides, reason = said.whole("round"), _sides(said), said.words("reason")
    return lambda event: event.correct(number, sides, reason)


def _sides(said: CommandPayload) -> tuple[Side, Side]:
    sides = [_side(replace(said, values=each.values, where=each.where)) for each in said.records("sides")]
    if len(sides) != 2:
        raise said.fault("sides", "must be both players with what they lost", f"{len(sides)} sides")
    return sides[0], sides[1]


def _side(said: CommandPayload) -> Side:
    lost, bonus = said.whole("lost", 0), said.whole("bonus", 0)
    return Side(said.text("player"), lost, said.yes("withdrew"), said.yes("conceded"), bonus)


def _concede(said: CommandPayload) -> ClubCommand:
    """lost: what the opponent really lost."""
    player, opponent, lost = said.text("player"), said.words("opponent"), said.whole("lost", 0)
    withdrew = said.yes("withdrew")
    return lambda event: event.concede(player, Side(opponent, lost, withdrew) if opponent else None)


def _fill(said: CommandPayload) -> ClubCommand:
    """From a game that was umpired, in which the player had that side."""
    player, game, side = said.text("player"), said.whole("game"), said.text("side")
    if said.umpired is None:
        raise said.fault("game", "must be one of this database, and none is kept here", game)
    return filled(player, game, side, said.umpired(game))


def _clear(said: CommandPayload) -> ClubCommand:
    player, reason = said.text("player"), said.words("reason")
    return lambda event: event.clear_card(player, reason)


def _roll_off(said: CommandPayload) -> ClubCommand:
    order = said.texts("order")
    return lambda event: event.roll_off(order)


# the clock


def _extend(said: CommandPayload) -> ClubCommand:
    seconds, reason = int(said.number("seconds")), said.words("reason")
    table = said.whole("table") if said.values.get("table") is not None else None
    return lambda event: event.extend_clock(seconds, table, reason)


def _length(said: CommandPayload) -> ClubCommand:
    minutes, reason = said.whole("minutes"), said.words("reason")
    return lambda event: event.set_round_length(minutes, reason)


def _plainly(act: ClubCommand) -> Callable[[CommandPayload], ClubCommand]:
    return lambda _said: act


CLUB_COMMANDS: dict[str, Callable[[CommandPayload], ClubCommand]] = {
    "enter": _enter,
    "list": _list_force,
    "drop": _of_player(ClubEvent.drop),
    "reinstate": _of_player(ClubEvent.reinstate),
    "tables": _tables,
    "rounds": _rounds,
    "draft": _plainly(ClubEvent.draft),
    "by_hand": _by_hand,
    "swap": _swap,
    "move": _move,
    "remedy": _remedy,
    "end": _end,
    "drop_draft": _plainly(ClubEvent.drop_draft),
    "publish": _plainly(ClubEvent.publish),
    "report": _report,
    "correct": _correct,
    "concede": _concede,
    "fill": _fill,
    "clear": _clear,
    "roll_off": _roll_off,
    "start": _plainly(ClubEvent.start_clock),
    "pause": _plainly(ClubEvent.pause_clock),
    "resume": _plainly(ClubEvent.resume_clock),
    "extend": _extend,
    "length": _length,
}
