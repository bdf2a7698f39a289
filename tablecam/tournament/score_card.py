"""The score card of one game: each player enters what the opponent lost, and two reports that agree close the game.

A report has the opponent's half, and may have the reporter's own as he sees it: that is how he agrees to, or denies,
what the other has entered. Who leaves his own half out takes the opponent's word, but for a concession: it costs a
player his place, so that it wants his own word or the organiser's.

Clause: UW-TG Score Cards (CARD), Conceding (C1).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.tournament.entrant import Entrant, Pair
from tablecam.tournament.refusal import listed
from tablecam.tournament.scoring import Side


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """What one player has entered."""

    by: str
    opponent: Side
    own: Side | None = None


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """The card of a game that is not closed. filled: by a tracked game, for both to confirm; source: which game."""

    number: int
    table: int
    reports: tuple[ScoreReport, ...] = ()
    filled: tuple[Side, Side] | None = None
    source: str = ""

    def report_of(self, player: str) -> ScoreReport | None:
        """What a player has entered."""
        return next((report for report in self.reports if report.by == player), None)

    def said_of(self, player: str) -> Side | None:
        """What the opponent has entered about a player, for him to confirm."""
        return next((report.opponent for report in self.reports if report.opponent.player == player), None)


def disputes(reports: tuple[ScoreReport, ...], entrants: Mapping[str, Entrant]) -> tuple[str, ...]:
    """A sentence for each half that two reports do not agree on, for the organiser to settle; empty until both are in.

    Both conceding is lawful (C5), but each saying it of the other is a quarrel.
    """
    if len(reports) < 2:
        return ()
    found = []
    for one, other in (reports, reports[::-1]):
        said, claimed = one.opponent, other.own
        names = entrants[one.by], entrants[other.by]
        if claimed is not None and _weighed(said) != _weighed(claimed):
            own = f"{names[1].name} says {in_words(claimed)}"
            found.append(f"{names[0]} says that {names[1]} {in_words(said)}, but {own}")
        elif claimed is None and said.conceded:
            found.append(f"{names[0]} says that {names[1]} conceded, which he has not confirmed")
    return tuple(found)


def agreed(reports: tuple[ScoreReport, ...], pair: Pair) -> tuple[Side, Side]:
    """The sides of a closed card, in the pair's order."""
    by_player = {report.opponent.player: report.opponent for report in reports}
    return by_player[pair[0]], by_player[pair[1]]


def in_words(side: Side) -> str:
    """`lost 3 and withdrew`."""
    said = [f"lost {side.lost}", *(word for word in ("withdrew", "conceded") if getattr(side, word))]
    said += [f"scored a bonus of {side.bonus}"] if side.bonus else []
    return listed(said)


def _weighed(side: Side) -> tuple[int, bool, bool, int]:
    """What counts of a half: whoever conceded has lost everything anyway (C1)."""
    return 0 if side.conceded else side.lost, side.withdrew and not side.conceded, side.conceded, side.bonus
