"""Sign-up before the evening: the waiting list, payments and approved lists.

`signing_up.py` decides; here are the log events and what follows from them.

Clause: House Evening (N3).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.forces import ForceList

# the actor in the log if somebody signs up for themselves
SIGNED_UP = "sign-up"


@dataclass(frozen=True, kw_only=True, slots=True)
class SignUpSet:
    """Whether players may sign up and check in for themselves. places: how many may play, 0 for any number."""

    open: bool = False
    places: int = 0
    check_in: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class WaitingListJoined:
    """A player waits for a place, at the end of the list; one who waits already has another force."""

    entrant: Entrant
    force: ForceList | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class WaitingListLeft:
    """A player waits no more."""

    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MarksSet:
    """Whether a player has paid, and whether the organiser has approved the list."""

    player: str
    paid: bool
    list_approved: bool


SignUpEvent = SignUpSet | WaitingListJoined | WaitingListLeft | MarksSet


@dataclass(frozen=True, slots=True)
class SignUp:
    """waiting: by ID, the first comes first. gone: by ID, the names of those who have left the list.

    unseen: those who have signed up for themselves, whom the organiser may never have seen.
    """

    settings: SignUpSet = field(default_factory=SignUpSet)
    waiting: Mapping[str, WaitingListJoined] = field(default_factory=lambda: MappingProxyType({}))
    gone: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    paid: frozenset[str] = frozenset()
    approved: frozenset[str] = frozenset()
    unseen: frozenset[str] = frozenset()


def sign_up_after(sign_up: SignUp, log_event: SignUpEvent) -> SignUp:
    """The sign-up after one more log event."""
    match log_event:
        case SignUpSet():
            return replace(sign_up, settings=log_event)
        case WaitingListJoined(entrant=entrant):
            waiting = MappingProxyType({**sign_up.waiting, entrant.id: log_event})
            return replace(sign_up, waiting=waiting, unseen=sign_up.unseen | {entrant.id})
        case WaitingListLeft(player=player):
            leaver = sign_up.waiting.get(player)
            gone = {**sign_up.gone, player: leaver.entrant.name if leaver else player}
            return replace(without(sign_up, player), gone=MappingProxyType(gone))
        case MarksSet(player=player):
            return replace(
                sign_up,
                paid=_set_mark(sign_up.paid, player, log_event.paid),
                approved=_set_mark(sign_up.approved, player, log_event.list_approved),
            )


def without(sign_up: SignUp, player: str) -> SignUp:
    """The sign-up without somebody on its waiting list."""
    waiting = {waiter: joined for waiter, joined in sign_up.waiting.items() if waiter != player}
    return replace(sign_up, waiting=MappingProxyType(waiting))


def entered(sign_up: SignUp, player: str, by: str) -> SignUp:
    """The player waits no more. Marks of another one with that ID, whose entry was taken back, do not come back."""
    unseen = by == SIGNED_UP or player in sign_up.waiting
    return replace(
        without(sign_up, player),
        paid=sign_up.paid - {player},
        approved=sign_up.approved - {player},
        unseen=_set_mark(sign_up.unseen, player, unseen),
    )


def unapproved(sign_up: SignUp, player: str) -> SignUp:
    """The sign-up after a player has handed in another list."""
    return replace(sign_up, approved=sign_up.approved - {player})


def _set_mark(players: frozenset[str], player: str, marked: bool) -> frozenset[str]:
    return players | {player} if marked else players - {player}
