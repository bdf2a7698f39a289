"""The log events of a tournament, named in the past tense and in the order of a day.

by, reason: the author of a decision and its reason, wherever the organiser overrides the guide.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from tablecam.base.i18n import Message
from tablecam.club.tournament.entrant import Entrant, Pair, Violation
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.team_pairing import TeamEvent
from tablecam.rules.campaign import CampaignCounter
from tablecam.rules.event_scoring import EventScoring


@dataclass(frozen=True, kw_only=True, slots=True)
class EventOpened:
    """The seed of every draw of the event has been fixed."""

    seed: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerEntered:
    """A player takes part. granted: 0 or 12 points for each round already drawn (P7)."""

    entrant: Entrant
    granted: tuple[int, ...] = ()
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class TablesSet:
    """The tables in use, and the tables kept for single players (T0, T6)."""

    tables: tuple[int, ...]
    pinned: tuple[tuple[str, int], ...] = ()
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayersKeptApart:
    """No two of these players shall meet; a later wish for the same players replaces this one (P9).

    last_round: the last round that it holds for, 0 for the whole event. hard: no round is drawn in which two of them
    meet; else as few of them meet as a lawful round allows.
    """

    players: tuple[str, ...]
    last_round: int = 0
    hard: bool = True
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayersLetMeet:
    """The wish to keep these players apart is taken back (P9)."""

    players: tuple[str, ...]
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableDescribed:
    """The equipment of a table: its terrain, in the club's own word, and whether a camera watches it (T8)."""

    table: int
    terrain: str = ""
    camera: bool = False
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableWished:
    """A player wishes for a table with this terrain or a camera; with neither, the wish is taken back (T8)."""

    player: str
    terrain: str = ""
    camera: bool = False
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundsSet:
    """The organiser has fixed the number of rounds (N2)."""

    rounds: int
    by: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PairingChosen:
    """The way in which the event is paired: `swiss`, `round-robin` (N4), or `single-` or `double-elimination` (N10).

    cut: the number of players in a top cut, 0 for none (N5). doubles: teams of two play (N6). team_size: of teams whose
    captains pair their players, 0 for none (N11).
    """

    way: str
    cut: int = 0
    doubles: bool = False
    team_size: int = 0
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class TieBreaksChosen:
    """The tie-breaks of the event, the first one first, instead of the guide's one (S5); none for the guide's."""

    tie_breaks: tuple[str, ...]
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class BookChosen:
    """The rulebook of the event, with its scoring as it was then: the event can be read without the rulebook (S6).

    counters: what models carry on from game to game, none where the rulebook has no campaign (S7).
    """

    book: str
    title: str
    scoring: EventScoring
    counters: tuple[CampaignCounter, ...] = ()
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundDrawn:
    """A round, and everything needed to derive it again: the seed and both stacks in their order (P5).

    bye_stack: of the first round's bye, which is a draw of its own (B3); passed_over: due the bye, not spared (B5);
    edited: pairs made by hand, with the clauses that they break (P8). breaches: the violations under the name that logs
    use, of a drawn round the wishes that it could not keep (P9); a log from before they had codes holds sentences.
    knockout: of a top cut or an elimination; the stack then holds its players, the best seed first (N5, N10).
    """

    number: int
    rounds: int
    seed: int
    stack: tuple[str, ...]
    bye_stack: tuple[str, ...] = ()
    pairs: tuple[Pair, ...]
    tables: tuple[int, ...]
    byes: tuple[str, ...] = ()
    sitting_out: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()
    edited: bool = False
    breaches: tuple[Violation | str, ...] = ()
    knockout: bool = False
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundRepaired:
    """The organiser has changed the published round; its games that are over are the same (P8).

    stack: the players with a place, late arrivals at the end. breaches: the clauses that the round now breaks.
    """

    number: int
    stack: tuple[str, ...]
    pairs: tuple[Pair, ...]
    tables: tuple[int, ...]
    byes: tuple[str, ...] = ()
    sitting_out: tuple[str, ...] = ()
    breaches: tuple[Violation, ...] = ()
    by: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class GameReported:
    """A game is over; a conceder among its sides is out of the event (C2)."""

    number: int
    sides: tuple[Side, Side]
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class GameCorrected:
    """An earlier result was wrong. drawn_since: the later rounds, which stand as published (S3)."""

    number: int
    sides: tuple[Side, Side]
    drawn_since: tuple[int, ...]
    by: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerDropped:
    """A player left between rounds, without a game (C4)."""

    player: str
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerReinstated:
    """A player who had left is back, without points for the rounds missed (C4)."""

    player: str
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceRolledOff:
    """Players who shared a place have rolled for it, the winner first (S2)."""

    # the name in logs since the first version
    recorded_as: ClassVar[str] = "RolledOff"

    order: tuple[str, ...]
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PresenceMarked:
    """A player is here, late or absent, or nobody knows: `here`, `late`, `absent` or nothing (N3)."""

    player: str
    presence: str
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PointsGranted:
    """A player who was late has points for rounds missed, one number for each of the rounds (P7)."""

    player: str
    rounds: tuple[int, ...]
    points: tuple[int, ...]
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerPenalised:
    """A player has a `yellow` or a `red` card, or none, and loses points (S4)."""

    player: str
    card: str = ""
    points: int = 0
    by: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PenaltyLifted:
    """A penalty is taken back. number: the index among the player's penalties, from 1, in the order in which they were
    given (S4).
    """

    player: str
    number: int
    by: str
    reason: str = ""


TournamentEvent = (
    EventOpened
    | PlayerEntered
    | TablesSet
    | PlayersKeptApart
    | PlayersLetMeet
    | TableDescribed
    | TableWished
    | RoundsSet
    | PairingChosen
    | TieBreaksChosen
    | BookChosen
    | RoundDrawn
    | RoundRepaired
    | GameReported
    | GameCorrected
    | PlayerDropped
    | PlayerReinstated
    | PlaceRolledOff
    | PresenceMarked
    | PointsGranted
    | PlayerPenalised
    | PenaltyLifted
    | TeamEvent
)


# Which tables suit a player: those that have everything that the player wishes for.
#
# Clause: House Wish (T8).


def suiting(wish: TableWished | None, described: Iterable[TableDescribed]) -> frozenset[int] | None:
    """The tables that have what a player wishes for; None where the player has no wish."""
    if wish is None:
        return None
    return frozenset(
        traits.table
        for traits in described
        if (traits.camera or not wish.camera) and same_terrain(traits.terrain, wish.terrain)
    )


def same_terrain(there: str, wished: str) -> bool:
    """Whether terrain is what somebody wishes for, in any spelling of small and capital letters."""
    return not wished or there.casefold() == wished.casefold()


def traits_in_words(of: TableDescribed | TableWished) -> Message | str:
    """Terrain and camera, `ruins, with a camera`; empty for neither."""
    if of.camera and of.terrain:
        return Message("{terrain}, with a camera", terrain=of.terrain)
    return Message("with a camera") if of.camera else of.terrain
