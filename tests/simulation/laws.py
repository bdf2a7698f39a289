"""What holds in every evening, whatever happens, worked out without the code that it judges."""

import json
import re
from collections.abc import Sequence
from typing import Any

from werkzeug.wrappers import Response

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.export import as_json, log_of
from tablecam.club.event.log import read_club_log
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.schedule import Face

MODELS = 10
# what an answer must never say: the name of a fault of the program
INNARDS = re.compile(r"Traceback|\b\w+(Error|Exception)\b|\bNone\b|object at 0x")
SECRET = re.compile(r"Secret-of-(\w+)")
DIGITS = 1000
# by which a clock that is set may move the end of a round
MOST_MOVED_S = 2.0


class Broken(Exception):
    """A law was broken."""


def check(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)


def name_of(player: str) -> str:
    return f"Name-of-{player}"


def list_of(player: str) -> dict[str, Any]:
    """A force list whose unit nobody may know but the player, the organiser and opponents."""
    lines = [{"name": f"Secret-of-{player}", "points": 100, "models": MODELS}]
    return {"list_name": "Force", "faction": f"faction {int(player[1:]) % 3}", "lines": lines}


def check_acknowledged(acknowledged: Sequence[Any], lines: Sequence[Any]) -> None:
    """What was on the disk when something was acknowledged is there for good."""
    check(tuple(lines[: len(acknowledged)]) == tuple(acknowledged), "an acknowledged line is gone, or another")


def check_memory(club: StoredEvent, lines: Sequence[Any]) -> None:
    """The program knows nothing that is not on the disk."""
    kept = tuple(text for event, _number, text in lines if event == club.id)
    known = club.lines
    check(kept[: len(known)] == known, "the program goes on from a line that the disk does not have")


def check_same(before: ClubState, after: ClubState) -> None:
    """Before and after a kill the event is the same."""
    check(before == after, "the event is another after a kill")


def check_clock_set(before: Face, after: Face) -> None:
    """Setting the machine's clock moves the end of a round by no more than two seconds."""
    moved_s = abs(after.remaining_s - before.remaining_s)
    check(after.number == before.number and moved_s <= MOST_MOVED_S, f"the round has {moved_s} seconds more or less")


def check_export(club: StoredEvent) -> None:
    """An export can be read back."""
    check(read_club_log(log_of(as_json(club.lines, club.state))).state() == club.state, "an export is another event")


def check_refusal(answer: Response) -> None:
    """Every refusal is a sentence."""
    if answer.status_code < 400:
        return
    text = answer.get_data(as_text=True)[:300]
    check(answer.status_code != 500, f"500: {text}")
    says = (answer.json or {}).get("error", {}).get("says", "")
    check(
        isinstance(says, str) and len(says) > 10,
        f"{answer.status_code} without a sentence: {answer.get_data(as_text=True)[:300]}",
    )
    check(says.strip()[-1] in ".!?:”)", f"no end of a sentence: {says}")
    check(not INNARDS.search(says), f"innards of the program: {says}")


def check_secrets(who: str, text: str, state: ClubState) -> None:
    """A list is read by its player and by those whom the player has met in a published round, and by nobody else."""
    for player in set(SECRET.findall(text)) - {who}:
        met = any({player, who} == set(pair) for drawn in state.event.drawn for pair in drawn.pairs)
        check(met, f"{who} reads the list of {player}")


def check_report(player: str, number: int, opponent: str, lost: int, lines: Sequence[Any], before: int) -> None:
    """A report that was acknowledged is on the disk as it was made, now or from before."""
    for _event, _number, text in (*lines[before:], *lines[:before]):
        line = json.loads(text)
        for event in line.get("did", ()):
            said = event.get("report", event)
            sides = [said.get("opponent"), said.get("own"), *(said.get("sides") or ())]
            if line["by"] == player and any(
                side and (side["player"], side.get("lost", 0)) == (opponent, lost) for side in sides
            ):
                return
    raise Broken(f"the report of {player} against {opponent} in round {number} is not on the disk")


def check_rounds(state: ClubState) -> None:
    """The clauses of the guide for every published round, and for the points."""
    met: set[frozenset[str]] = set()
    rested: set[str] = set()
    for drawn in state.event.drawn:
        seated = [player for pair in drawn.pairs for player in pair]
        everybody = [*seated, *drawn.byes, *drawn.sitting_out]
        check(len(everybody) == len(set(everybody)), f"P1: somebody is seated twice in round {drawn.number}")
        check(len(set(drawn.tables)) == len(drawn.pairs), f"T0: a table is taken twice in round {drawn.number}")
        pairs = {frozenset(pair) for pair in drawn.pairs}
        if not drawn.breaches:
            check(not pairs & met, f"P2: a rematch in round {drawn.number}")
            check(not rested & {*drawn.byes}, f"B2: a second bye in round {drawn.number}")
            check(len(drawn.byes) <= 1, f"B1: two byes in round {drawn.number}")
        met |= pairs
        rested |= {*drawn.byes}
    check(state.event.scores() == points_by_hand(state), "A5, B6: the points are others")


def points_by_hand(state: ClubState) -> dict[str, int]:
    """The points of everybody, from the guide's table of casualties."""
    points = dict.fromkeys(state.event.entrants, 0)
    for drawn in state.event.drawn:
        for player in drawn.byes:
            points[player] += 24
    for game in state.event.games:
        if game.sides:
            one, other = (level(side, state.event.entrants[side.player].models) for side in game.sides)
            points[game.sides[0].player] += 12 + 4 * (other - one)
            points[game.sides[1].player] += 12 + 4 * (one - other)
    return points


def level(side: Any, models: int) -> int:
    """0 for light casualties to 3 for severe (A1 to A3, C1)."""
    if side.withdrew or side.conceded:
        return 3
    thresholds = (-(-models // 4), -(-models // 2), -(-3 * models // 4))
    return sum(side.lost >= threshold for threshold in thresholds)
