"""Sign-up before the evening: the waiting list, payments, approved lists, and the keys of score cards.

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
    """Whether players may sign up and check in for themselves. places: how many may play, 0 for any number.

    approval: whether everybody who signs up waits until the organiser gives them a place.
    """

    open: bool = False
    places: int = 0
    check_in: bool = False
    approval: bool = False


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


@dataclass(frozen=True, kw_only=True, slots=True)
class CardKeyed:
    """A player's card has a new key, from which its code follows; the code of an earlier key opens nothing.

    key: empty where the program that writes the log is to draw one.
    """

    player: str
    key: str = ""


SignUpEvent = SignUpSet | WaitingListJoined | WaitingListLeft | MarksSet | CardKeyed
# the key of an entry that has ended: it opens nothing
NO_KEY = ""


@dataclass(frozen=True, slots=True)
class SignUp:
    """waiting: by ID, the first comes first. gone: by ID, the names of those who have left the list.

    unseen: those who have signed up for themselves, whom the organiser may never have seen. keys: by ID, of the score
    cards, NO_KEY for an entry that has ended; an entry of an earlier version has none. numbers: by ID, of everybody who
    was ever entered or on the list, also where that was taken back.
    """

    settings: SignUpSet = field(default_factory=SignUpSet)
    waiting: Mapping[str, WaitingListJoined] = field(default_factory=lambda: MappingProxyType({}))
    gone: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    paid: frozenset[str] = frozenset()
    approved: frozenset[str] = frozenset()
    unseen: frozenset[str] = frozenset()
    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    numbers: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


def sign_up_after(sign_up: SignUp, log_event: SignUpEvent) -> SignUp:
    """The sign-up after one more log event."""
    match log_event:
        case SignUpSet():
            return replace(sign_up, settings=log_event)
        case WaitingListJoined(entrant=entrant):
            waiting = MappingProxyType({**sign_up.waiting, entrant.id: log_event})
            return replace(numbered(sign_up, entrant.id), waiting=waiting, unseen=sign_up.unseen | {entrant.id})
        case WaitingListLeft(player=player):
            leaver = sign_up.waiting.get(player)
            gone = {**sign_up.gone, player: leaver.entrant.name if leaver else player}
            return keyed(replace(without(sign_up, player), gone=MappingProxyType(gone)), player, NO_KEY)
        case CardKeyed(player=player, key=key):
            return keyed(sign_up, player, key)
        case MarksSet(player=player):
            return replace(
                sign_up,
                paid=_set_mark(sign_up.paid, player, log_event.paid),
                approved=_set_mark(sign_up.approved, player, log_event.list_approved),
            )


def keyed(sign_up: SignUp, player: str, key: str | None) -> SignUp:
    """The sign-up after a player's card has another key; None: the card of an earlier version, which has none."""
    keys = {holder: card_key for holder, card_key in sign_up.keys.items() if holder != player}
    return replace(sign_up, keys=MappingProxyType(keys if key is None else {**keys, player: key}))


def numbered(sign_up: SignUp, player: str) -> SignUp:
    """The sign-up in which a player has a number; one that was given once stays."""
    if player in sign_up.numbers:
        return sign_up
    return replace(sign_up, numbers=MappingProxyType({**sign_up.numbers, player: len(sign_up.numbers) + 1}))


def without(sign_up: SignUp, player: str) -> SignUp:
    """The sign-up without somebody on its waiting list."""
    waiting = {waiter: joined for waiter, joined in sign_up.waiting.items() if waiter != player}
    return replace(sign_up, waiting=MappingProxyType(waiting))


def entered(sign_up: SignUp, player: str, by: str) -> SignUp:
    """The player waits no more. Marks of another one with that ID, whose entry was taken back, do not come back."""
    unseen = by == SIGNED_UP or player in sign_up.waiting
    return replace(
        without(numbered(sign_up, player), player),
        paid=sign_up.paid - {player},
        approved=sign_up.approved - {player},
        unseen=_set_mark(sign_up.unseen, player, unseen),
    )


def unapproved(sign_up: SignUp, player: str) -> SignUp:
    """The sign-up after a player has handed in another list."""
    return replace(sign_up, approved=sign_up.approved - {player})


def _set_mark(players: frozenset[str], player: str, marked: bool) -> frozenset[str]:
    return players | {player} if marked else players - {player}
