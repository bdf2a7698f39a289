"""What a player's phone sends about his game, as commands on a event: a report, or his agreement to what he has read.

    club.act("ann", lambda event: reported(event, "ann", {"round": 2, "opponent": "bob", "theirs": {"lost": 3}}))

Each names the game that it means: what was typed while the phone was out of reach may arrive a round later. BadFile for
what is no report, Refused for one that does not fit the event.

Clause: UW-TG Score Cards (CARD).
"""

from collections.abc import Mapping
from dataclasses import replace

from tablecam.errors import BadFile
from tablecam.rules.plain import Json
from tablecam.tournament.club_event import ClubEvent
from tablecam.tournament.club_events import CardReported
from tablecam.tournament.refusal import TournamentRefusal
from tablecam.tournament.score_card import ScoreReport
from tablecam.tournament.scoring import Side

MARKS = ("withdrew", "conceded")
Payload = Mapping[str, Json]


def reported(event: ClubEvent, player: str, said: Payload) -> ClubEvent:
    """With what a player enters about his opponent, and about himself if he does; a bonus is not his to give."""
    theirs = half(opponent_of(event, player, said), said, "theirs")
    return event.report_side(player, theirs, half(player, said, "own") if said.get("own") is not None else None)


def confirmed(event: ClubEvent, player: str, said: Payload) -> ClubEvent:
    """With a player's agreement to what he has read; Refused where something else stands on the card by now."""
    read = half(opponent_of(event, player, said), said, "theirs"), half(player, said, "own")
    after = event.confirm(player)
    for each in after.log_events[len(event.log_events) :]:
        if isinstance(each, CardReported) and _without_bonus(each.report) != read:
            raise TournamentRefusal(
                "the card has changed since you read it: read it again, then confirm", "CARD", (player,)
            )
    return after


def opponent_of(event: ClubEvent, player: str, said: Payload) -> str:
    """The opponent whom a report names, for the round that it names."""
    number, opponent = said.get("round"), said.get("opponent")
    if type(number) is not int or not isinstance(opponent, str):
        raise BadFile('a report says which game it is of: {"round": 2, "opponent": "bob"}')
    if number != event.state.event.number:
        now = f"and round {event.state.event.number} is being played"
        raise TournamentRefusal(f"this is about round {number}, {now}: tell the organiser", "CARD", (player,))
    return opponent


def half(player: str, said: Payload, key: str) -> Side:
    """One player's half of the card as it was typed; BadFile where it is none."""
    typed = said.get(key)
    if not isinstance(typed, Mapping) or type(typed.get("lost")) is not int:
        raise BadFile(f'"{key}" of a report is a half of the card: {{"lost": 3, "withdrew": false}}')
    marks = [typed.get(mark, False) for mark in MARKS]
    if not all(isinstance(mark, bool) for mark in marks):
        raise BadFile(f'"{" and ".join(MARKS)}" of "{key}" are true or false')
    return Side(player, typed["lost"], *marks)


def _without_bonus(report: ScoreReport) -> tuple[Side, Side | None]:
    own = report.own
    return replace(report.opponent, bonus=0), replace(own, bonus=0) if own else None
