"""Tournament points from the halves of a score card, in integers, and the card that both players fill in.

The rulebook of the event declares the fields of a half and their points (`tablecam/rules/books/event_scoring.py`).

Clause: UW-TG Casualty Thresholds (A1, A4), Casualty Levels (A2, A3), Game Results & Scoring (A5, A6), Conceding (C1,
C5), Bye Scoring (B6).
"""

import enum
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tablecam.base.i18n import AS_IT_IS, Message, listing, to_english
from tablecam.club.tournament.entrant import Entrant, Pair
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.rules.casualty_levels import SCORING as GUIDE
from tablecam.rules.casualty_levels import Level, compute_thresholds
from tablecam.rules.event_scoring import LOST, WITHDREW, EventScoring, ScoredHalf, ScoreField, read_title
from tablecam.rules.plain import Json

# by the guide: the points of a draw, and of a bye, which is a crushing victory without bonus (B6)
DRAW, BYE_POINTS = GUIDE.draw_points, GUIDE.bye_points
# more is a slip of the finger
MOST_MODELS = 200


class Degree(enum.IntEnum):
    """The degree of a victory: how many levels apart the two sides are (A5)."""

    DRAW = 0
    MINOR = 1
    MAJOR = 2
    CRUSHING = 3


@dataclass(frozen=True, slots=True)
class Side:
    """One player's half of a result. lost: models really lost; bonus: the campaign's points, added afterwards (A6).

    values: the fields of the event's rulebook that have no name of their own here, by key; a mark that is set is 1.
    """

    player: str
    lost: int = 0
    withdrew: bool = False
    conceded: bool = False
    bonus: int = 0
    values: Mapping[str, int] = field(default_factory=dict, hash=False)

    def get_value(self, key: str) -> int:
        """The value of a field, 0 if nothing is entered."""
        own = {LOST: self.lost, WITHDREW: int(self.withdrew)}
        return own[key] if key in own else self.values.get(key, 0)


def build_side(player: str, values: Mapping[str, int], conceded: bool = False, bonus: int = 0) -> Side:
    """The half of a player. values: by the key of the field; those that are 0 are left out."""
    others = {key: value for key, value in values.items() if key not in (LOST, WITHDREW) and value}
    return Side(player, values.get(LOST, 0), bool(values.get(WITHDREW, 0)), conceded, bonus, others)


def scored_half(side: Side, entrant: Entrant, scoring: EventScoring = GUIDE) -> ScoredHalf:
    """A half with what its points depend on."""
    values = {entry.key: side.get_value(entry.key) for entry in scoring.fields}
    return ScoredHalf(values, side.conceded, entrant.models)


def check_values(side: Side, entrant: Entrant, scoring: EventScoring = GUIDE) -> None:
    """TournamentRefusal for a value that the score card has no room for (A4)."""
    for entry in scoring.fields:
        _check_value(side, entrant, entry)
    fields = {entry.key for entry in scoring.fields}
    entered = {LOST: side.lost, WITHDREW: side.withdrew, **side.values}
    for key in sorted(key for key, value in entered.items() if value and key not in fields):
        reason = Message("the score cards of this event have no field {field}", field=key)
        raise TournamentRefusal(reason, "CARD", (entrant.id,), code="no-such-field")


def _check_value(side: Side, entrant: Entrant, entry: ScoreField) -> None:
    value, most = side.get_value(entry.key), entry.find_most(entrant.models)
    if 0 <= value <= most:
        return
    if entry.key == LOST and entry.of_force:
        reason = Message(
            "{player} cannot have lost {lost} of {models} models", player=entrant, lost=value, models=entrant.models
        )
    else:
        reason = Message(
            "{player} cannot have {value} for “{field}”: it goes from 0 to {most}",
            player=entrant,
            value=value,
            field=read_title(entry),
            most=most,
        )
    raise TournamentRefusal(reason, "A4", (entrant.id,))


def check_alone(one: Side, other: Side, scoring: EventScoring) -> None:
    """TournamentRefusal for a mark that only one player can have, and both do."""
    for entry in scoring.fields:
        if entry.alone and one.get_value(entry.key) and other.get_value(entry.key):
            reason = Message("only one of the two players can have “{field}”", field=read_title(entry))
            raise TournamentRefusal(reason, "CARD", (one.player, other.player), code="not-both")


def thresholds(models: int) -> tuple[int, int, int]:
    """The losses at which moderate, heavy and severe begin: quarters of the force, fractions up (A1)."""
    if models < 1:
        reason = Message("a force needs at least one model; this one has {models}", models=models)
        raise TournamentRefusal(reason, "A4")
    return compute_thresholds(models)


def describe_thresholds(models: int) -> list[Json]:
    """The thresholds for a page; none for a force that is still missing."""
    return list(thresholds(models)) if models else []


def checked_models(models: int) -> int:
    """The number of models of a force. TournamentRefusal where there is none, or more than a table takes (A1)."""
    thresholds(models)
    if models > MOST_MODELS:
        reason = Message(
            "a force can have at most {most} models; this one has {models}", most=MOST_MODELS, models=models
        )
        raise TournamentRefusal(reason, "A4")
    return models


def name_level(side: Side, entrant: Entrant, scoring: EventScoring) -> str:
    """The English name of the level that a half is scored at, a code for other programs; empty without levels."""
    entry = next((entry for entry in scoring.fields if entry.levels), None)
    if entry is None:
        return ""
    return to_english(entry.levels[scoring.count_field(entry, scored_half(side, entrant, scoring))].title)


def points(own: Level, other: Level) -> int:
    """The guide's points of a player at `own` against one at `other`; the two halves of a game sum to 24 (A5)."""
    step = GUIDE.steps[degree(own, other)]
    return step.ahead if other >= own else step.behind


def degree(own: Level, other: Level) -> Degree:
    """Draw, minor, major or crushing, whichever side has won (A5)."""
    return Degree(abs(other - own))


def checked_bonus(side: Side, entrant: Entrant) -> int:
    """The bonus of a side (A6). TournamentRefusal for a negative one."""
    if side.bonus < 0:
        reason = Message("{player} cannot have a bonus of {bonus}", player=entrant, bonus=side.bonus)
        raise TournamentRefusal(reason, "A6", (entrant.id,))
    return side.bonus


# The score card of one game: each player enters what the opponent lost, and two reports that agree close the game.
#
# A report has the opponent's half, and may have the reporter's own half: with it a player agrees to, or denies, what
# the opponent has entered. A player who leaves their own half out accepts the opponent's word, except for a
# concession: it costs a player the place, so it needs the player's own word or the organiser's.
#
# Clause: UW-TG Score Cards (CARD), Conceding (C1).

GAME = re.compile(r"game (\d+)")  # no text: kept in logs
AT_TABLE = re.compile(r"the game at (.+)")  # no text: kept in logs


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """The entry of one player."""

    by: str
    opponent: Side
    own: Side | None = None


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """The card of an open game. filled: by a tracked game, for both players to confirm; source: which game.

    cleared: whether the organiser has cleared it, so that both players report again.
    """

    number: int
    table: int
    reports: tuple[ScoreReport, ...] = ()
    filled: tuple[Side, Side] | None = None
    source: str = ""
    cleared: bool = False

    def report_of(self, player: str) -> ScoreReport | None:
        """The report of a player, None before it is entered."""
        return next((report for report in self.reports if report.by == player), None)


def disputes(
    reports: tuple[ScoreReport, ...], entrants: Mapping[str, Entrant], scoring: EventScoring = GUIDE
) -> tuple[Message, ...]:
    """A sentence for each half on which two reports disagree, for the organiser to settle; empty until both are in.

    Both players may concede (C5), but two players who each report it of the other are in dispute.
    """
    if len(reports) < 2:
        return ()
    sentences = []
    for report, counter_report in (reports, reports[::-1]):
        entered, claimed = report.opponent, counter_report.own
        values = {"player": entrants[report.by], "opponent": entrants[counter_report.by]}
        if claimed is not None and _scored_values(entered) != _scored_values(claimed):
            sentences.append(
                Message(
                    "{player} reports for {opponent}: {entered}; {name} reports: {claimed}",
                    entered=in_words(entered, scoring),
                    name=entrants[counter_report.by].name,
                    claimed=in_words(claimed, scoring),
                    **values,
                )
            )
        elif claimed is None and entered.conceded:
            sentences.append(
                Message("{player} reports that {opponent} conceded, but {opponent} has not confirmed it", **values)
            )
    return tuple(sentences)


def agreed(reports: tuple[ScoreReport, ...], pair: Pair) -> tuple[Side, Side]:
    """The sides of a closed card, in the pair's order."""
    by_player = {report.opponent.player: report.opponent for report in reports}
    return by_player[pair[0]], by_player[pair[1]]


def in_words(side: Side, scoring: EventScoring = GUIDE) -> Message:
    """`lost 3 and withdrew`; a field of another name with its title, `lanterns held: 2`."""
    phrases = list(_list_entries(side, scoring))
    phrases += [Message("conceded")] if side.conceded else []
    phrases += [Message("scored a bonus of {bonus}", bonus=side.bonus)] if side.bonus else []
    return listing(phrases)


def _list_entries(side: Side, scoring: EventScoring) -> Iterator[Message]:
    """The fields of a half in words; a mark that is not set is left out."""
    for entry in scoring.fields:
        value = side.get_value(entry.key)
        if entry.key == LOST:
            yield Message("lost {lost}", lost=value)
        elif entry.key == WITHDREW or entry.kind == "mark":
            if value:
                yield Message("withdrew") if entry.key == WITHDREW else Message(AS_IT_IS, text=read_title(entry))
        else:
            yield Message("{field}: {value}", field=read_title(entry), value=value)


def source_of_game(game: int) -> str:
    """The source in the log of a card that a tracked game has filled in."""
    return f"game {game}"  # no text: kept in logs


def source_at_table(table: str) -> str:
    """The source in the log of a card that a table of a hall has reported, by the table's name."""
    return f"the game at {table}"  # no text: kept in logs


def game_of_source(source: str) -> int | None:
    """The number of the tracked game that filled a card in; None where the source is none."""
    game = GAME.fullmatch(source)
    return int(game[1]) if game else None


def source_in_words(source: str) -> Message:
    """The source of a filled card, in words."""
    if game := GAME.fullmatch(source):
        return Message("game {number}", number=game[1])
    if match := AT_TABLE.fullmatch(source):
        return Message("the game at {table}", table=match[1])
    return Message(AS_IT_IS, text=source)


def _scored_values(side: Side) -> tuple[int, bool, bool, int, dict[str, int]]:
    """The part of a half that counts: a player who conceded has lost everything anyway (C1)."""
    if side.conceded:
        return 0, False, True, side.bonus, {}
    return side.lost, side.withdrew, False, side.bonus, {key: value for key, value in side.values.items() if value}
