"""The phones of players: every score card has a URL, `/card/EVENT.CODE`, and the phone that opens it keeps a token.

The code follows from the table's secret and the key of the entry in the event's log, so it is stored nowhere, and no
player can compute another's. It opens the card for as long as the log has that key: an entry that was taken back or has
left, or a new code from the desk, ends it, on every phone that has the card.
"""

import hashlib
import hmac
import math
from typing import Any, NamedTuple

from flask import Response, abort, current_app, request
from itsdangerous import BadSignature, URLSafeSerializer

from tablecam.base.errors import BadFile
from tablecam.base.i18n import gettext as _
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.registry import EventRegistry
from webui.entrance import access
from webui.entrance.keys import ALPHABET
from webui.entrance.rate_limit import Allowance

COOKIE = "tablecam_card"
# 26 billion codes: at the allowed rate of tries nobody finds one within a year
LENGTH = 8
# an evening, and the morning after
KEPT_S = 36 * 3600
# from the sign-up to the evening
SIGNED_UP_S = 60 * 24 * 3600

# the posts of a card, and the seconds until one more: an evening has fewer, but for somebody who floods the desk
AT_ONCE, EACH_S = 20, 5.0
ALLOWANCE = "card allowance"  # no text: where an app counts the posts

# the event's number and the player's ID
Holder = tuple[int, str]


class CardToken(NamedTuple):
    """The content of a phone's cookie. code: of the card when it was opened; empty in a token of an earlier version."""

    event: int
    player: str
    code: str = ""


def code_of(club: StoredEvent, player: str) -> str:
    """The code of a player's card now; empty where nothing opens it."""
    return compute_code(club, player, access.current().keys.secret)


def compute_code(club: StoredEvent, player: str, secret: str) -> str:
    """The same with the table's secret, outside a request."""
    if player not in club.state.card_holders:
        return ""
    # an entry of an earlier version has no key
    entry = "/".join([str(club.id), player, *([key] if (key := club.state.sign_up.keys.get(player)) else [])])
    digest = hmac.new(secret.encode(), f"club card/{entry}".encode(), hashlib.sha256).digest()  # no text
    number = int.from_bytes(digest, "big")
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(LENGTH))


def player_of(club: StoredEvent, code: str) -> str | None:
    """The player whose card a code opens, in any spelling; None for a wrong code."""
    typed = "".join(code.split()).replace("-", "").upper().encode()
    entrants = club.state.event.entrants if typed else ()
    matches = [player for player in entrants if hmac.compare_digest(code_of(club, player).encode(), typed)]
    return matches[0] if matches else None


def sent_token() -> CardToken | None:
    """The token that came with the current request, whether it still opens its card or not."""
    return read_token(request.cookies.get(COOKIE, ""), access.current().keys.secret)


def holder(registry: EventRegistry) -> Holder | None:
    """The player whose phone sent the current request, or None."""
    token = sent_token()
    if token is None:
        return None
    try:
        club = registry.stored_event(str(token.event))
    except BadFile:
        return None
    club.look()
    return (token.event, token.player) if counts(token, club, access.current().keys.secret) else None


def counts(token: CardToken, club: StoredEvent, secret: str) -> bool:
    """Whether a token still opens its card."""
    if not token.code:
        return token.player in club.state.card_holders and token.player not in club.state.sign_up.keys
    return hmac.compare_digest(compute_code(club, token.player, secret), token.code)


def read_token(text: str, secret: str) -> CardToken | None:
    """The token of a phone, or None where it was not signed with this secret."""
    try:
        token = CardToken(*_make_signer(secret).loads(text))
    except (BadSignature, ValueError, TypeError):
        return None
    return token if isinstance(token.event, int) and all(isinstance(claim, str) for claim in token[1:]) else None


def make_token(club: StoredEvent, player: str) -> str:
    """The token that makes a browser the phone of a player."""
    return sign_token(CardToken(club.id, player, code_of(club, player)))


def sign_token(token: CardToken) -> str:
    """The token as a phone keeps it."""
    return str(_make_signer(access.current().keys.secret).dumps([*token]))


def give(response: Response, club: StoredEvent, player: str, kept_s: int = KEPT_S) -> None:
    """Makes the browser that gets the response the phone of a player, for that many seconds."""
    response.set_cookie(COOKIE, make_token(club, player), max_age=kept_s, **access.cookie_options())


def spend_allowance(held: Holder) -> None:
    """Counts a post of a card; aborts with 429 where the card posts too much."""
    allowance: Allowance = current_app.extensions.setdefault(ALLOWANCE, Allowance(AT_ONCE, EACH_S))
    if wait := allowance.wait_s("card {}/{}".format(*held)):  # no text
        says = _("Too much comes from this card: wait {seconds} s, then try again.", seconds=math.ceil(wait))
        abort(429, says)


def forget(response: Response) -> None:
    """Takes the card from the browser that gets the response."""
    response.delete_cookie(COOKIE, **access.cookie_options())


def _make_signer(secret: str) -> URLSafeSerializer:
    options: dict[str, Any] = {"digest_method": hashlib.sha256}
    return URLSafeSerializer(secret, salt="tablecam.card", signer_kwargs=options)
