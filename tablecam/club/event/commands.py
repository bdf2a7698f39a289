"""The acts of organisers and players on a club event: a command from the payload of a request, and its form.

    command("report", {"sides": [{"player": "ann", "lost": 3}, {"player": "bob", "lost": 9}]}, forces)

The payload is checked first; BadFile names the key that is wrong. What the guide does not allow raises
TournamentRefusal when the command runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.club.act import ORGANISER, Act
from tablecam.club.event.entrant_acts import ENTRANT_ACTS
from tablecam.club.event.evening_acts import EVENING_ACTS
from tablecam.club.event.event_books import BOOK_ACTS, BOOK_KIND
from tablecam.club.event.round_acts import ROUND_ACTS
from tablecam.club.event.sign_up_commands import LONGEST, CommandPayload, ForceSource, Umpired
from tablecam.club.event.team_acts import TEAM_ACTS
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_events import CardReported
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import ScoreReport, Side
from tablecam.rules.plain import Json

if TYPE_CHECKING:
    from tablecam.club.event.event_store import ClubCommand
    from tablecam.rules.books.catalogue import Catalogue

TABLES = (ENTRANT_ACTS, BOOK_ACTS, EVENING_ACTS, ROUND_ACTS, TEAM_ACTS)
CLUB_ACTS: dict[str, Act[ClubEvent]] = {name: act for table in TABLES for name, act in table.acts.items()}


def command(
    name: str,
    payload: dict[str, object],
    forces: ForceSource | None = None,
    umpired: Umpired | None = None,
    books: Catalogue | None = None,
) -> ClubCommand:
    """The command of that name. BadFile where there is none, or its payload is wrong."""
    act = CLUB_ACTS.get(name)
    if act is None or act.who != ORGANISER:
        command_names = [act.name for act in CLUB_ACTS.values() if act.who == ORGANISER]
        raise BadFile(f"there is no command '{name[:LONGEST]}'; there are {', '.join(command_names)}")
    where = f"to {name.replace('_', ' ')}"  # no text: names the request in its faults
    return act.read(CommandPayload(payload, where, forces=forces, umpired=umpired, books=books))


def describe_acts(books: Catalogue | None = None) -> list[Json]:
    """The organiser's acts with their fields and texts, for forms in the current language. books: to choose from."""
    forms = [act.describe() for act in CLUB_ACTS.values() if act.who == ORGANISER]
    return [{**form, "fields": [_offer_books(field, books) for field in form["fields"]]} for form in forms]


def _offer_books(field: dict[str, Json], books: Catalogue | None) -> dict[str, Json]:
    """A field of a form; one for a rulebook is a choice among those of this machine."""
    if field["kind"] != BOOK_KIND or books is None:
        return field
    choices = [{"value": book.name, "text": str(book.title)} for book in books.books.values()]
    return {**field, "kind": "choice", "choices": choices}


# Commands that a player's phone sends about a game of the event: a report, a confirmation, a call for a judge.
#
# club.act("ann", lambda event: reported(event, "ann", {"round": 2, "opponent": "bob", "theirs": {"lost": 3}}))
#
# Each names its game, since a report typed while the phone was offline may arrive a round later. BadFile for a
# malformed report, TournamentRefusal for one that does not fit the event.
#
# Clause: UW-TG Score Cards (CARD).

MARKS = ("withdrew", "conceded")
Payload = Mapping[str, Json]


def reported(event: ClubEvent, player: str, payload: Payload) -> ClubEvent:
    """Report what a player enters about the opponent, and perhaps about themselves; players cannot give a bonus."""
    theirs = half(opponent_of(event, player, payload), payload, "theirs")
    return event.report_side(player, theirs, half(player, payload, "own") if payload.get("own") is not None else None)


def confirmed(event: ClubEvent, player: str, payload: Payload) -> ClubEvent:
    """Confirm what a player has read. TournamentRefusal where the card has changed since."""
    read = half(opponent_of(event, player, payload), payload, "theirs"), half(player, payload, "own")
    after = event.confirm(player)
    for log_event in after.log_events[len(event.log_events) :]:
        if isinstance(log_event, CardReported) and _without_bonus(log_event.report) != read:
            changed = Message("the card has changed since you read it: read it again, then confirm")
            raise TournamentRefusal(changed, "CARD", (player,), code="card-changed")
    return after


def withdrawn(event: ClubEvent, player: str, payload: Payload) -> ClubEvent:
    """Take back what a player has reported."""
    opponent_of(event, player, payload)
    return event.withdraw_report(player)


def judge_wanted(event: ClubEvent, player: str, payload: Payload) -> ClubEvent:
    """Call a judge to a player's table; with `wanted` false, say that nobody is needed any more."""
    opponent_of(event, player, payload)
    if payload.get("wanted", True) is not False:
        text = payload.get("text", "")
        return event.call_judge(player, text if isinstance(text, str) else "")
    game = event.state.game_of(player)
    return event.take_call(game.table if game else 0)


def opponent_of(event: ClubEvent, player: str, payload: Payload) -> str:
    """The opponent that a report names, for the round that it names."""
    number, opponent = payload.get("round"), payload.get("opponent")
    if type(number) is not int or not isinstance(opponent, str):
        raise BadFile('a report names its game: {"round": 2, "opponent": "bob"}')
    if number != event.state.event.number:
        other_round = Message(
            "this concerns round {number}, but round {current} is in progress: tell the organiser",
            number=number,
            current=event.state.event.number,
        )
        raise TournamentRefusal(other_round, "CARD", (player,), code="other-round")
    return opponent


def half(player: str, payload: Payload, key: str) -> Side:
    """One player's half of the card as it was typed. BadFile for a malformed one.

    values: the fields of the event's rulebook besides `lost` and `withdrew`, by key.
    """
    typed = payload.get(key)
    if not isinstance(typed, Mapping) or type(typed.get("lost", 0)) is not int or not typed:
        raise BadFile(f'"{key}" of a report is a half of the card: {{"lost": 3, "withdrew": false}}')
    marks = [typed.get(mark, False) for mark in MARKS]
    if not all(isinstance(mark, bool) for mark in marks):
        raise BadFile(f'"{" and ".join(MARKS)}" of "{key}" are true or false')
    withdrew, conceded = marks
    return Side(player, typed.get("lost", 0), withdrew, conceded, values=read_values(typed.get("values"), key))


def read_values(typed: Json, key: str) -> dict[str, int]:
    """The values of further fields; a mark is true or false, and 1 or 0 in a log. BadFile for anything else."""
    typed = {} if typed is None else typed
    if not isinstance(typed, Mapping) or not all(isinstance(value, bool | int) for value in typed.values()):
        raise BadFile(f'"values" of "{key}" are whole numbers by the fields of the card, such as {{"flags": 2}}')
    return {name: int(value) for name, value in typed.items() if value}


def _without_bonus(report: ScoreReport) -> tuple[Side, Side | None]:
    own_side = report.own
    return replace(report.opponent, bonus=0), replace(own_side, bonus=0) if own_side else None
