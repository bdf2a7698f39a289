"""Tournament points from the losses of each side, in integers, and the score card that both players fill in.

Clause: UW-TG Casualty Thresholds (A1, A4), Casualty Levels (A2, A3), Game Results & Scoring (A5, A6), Conceding (C1,
C5), Bye Scoring (B6).
"""

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.i18n import AS_IT_IS, Message, listing
from tablecam.club.tournament.entrant import Entrant, Pair
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.rules.casualty_levels import Level, compute_thresholds, find_level
from tablecam.rules.plain import Json

DRAW, STEP = 12, 4
# the best result of the scenario, a crushing victory, without bonus (B6)
BYE_POINTS = 24
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
    """One player's half of a result. lost: models really lost; bonus: the campaign's points, added afterwards (A6)."""

    player: str
    lost: int = 0
    withdrew: bool = False
    conceded: bool = False
    bonus: int = 0


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


def level_of(side: Side, entrant: Entrant) -> Level:
    """The casualty level that is scored. TournamentRefusal for impossible losses (A4).

    A conceder has lost everything (C1, C5), and a force that withdrew is Severe whatever is left (A3).
    """
    if not 0 <= side.lost <= entrant.models:
        reason = Message(
            "{player} cannot have lost {lost} of {models} models", player=entrant, lost=side.lost, models=entrant.models
        )
        raise TournamentRefusal(reason, "A4", (entrant.id,))
    if side.withdrew or side.conceded:
        return Level.SEVERE
    if not entrant.models:
        return Level.LIGHT
    return find_level(side.lost, entrant.models)


def points(own: Level, other: Level) -> int:
    """The points of a player at `own` against one at `other`; the two halves of a game sum to 24 (A5)."""
    return DRAW + STEP * (other - own)


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


def disputes(reports: tuple[ScoreReport, ...], entrants: Mapping[str, Entrant]) -> tuple[Message, ...]:
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
                    entered=in_words(entered),
                    name=entrants[counter_report.by].name,
                    claimed=in_words(claimed),
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


def in_words(side: Side) -> Message:
    """`lost 3 and withdrew`."""
    phrases = [Message("lost {lost}", lost=side.lost)]
    phrases += [Message("withdrew")] if side.withdrew else []
    phrases += [Message("conceded")] if side.conceded else []
    phrases += [Message("scored a bonus of {bonus}", bonus=side.bonus)] if side.bonus else []
    return listing(phrases)


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


def _scored_values(side: Side) -> tuple[int, bool, bool, int]:
    """The part of a half that counts: a player who conceded has lost everything anyway (C1)."""
    return 0 if side.conceded else side.lost, side.withdrew and not side.conceded, side.conceded, side.bonus
