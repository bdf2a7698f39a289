"""The phones of players: every score card has a URL, `/card/EVENT.CODE`, and the phone that opens it keeps a token.

The code follows from the table's secret, so it is stored nowhere, and no player can compute another's.
"""

import hashlib
import hmac
from typing import Any

from flask import Response, request
from itsdangerous import BadSignature, URLSafeSerializer

from tablecam.club.event.event_store import StoredEvent
from webui.entrance import access
from webui.entrance.keys import ALPHABET

COOKIE = "tablecam_card"
# 26 billion codes: at the allowed rate of tries nobody finds one within a year
LENGTH = 8
# an evening, and the morning after
KEPT_S = 36 * 3600
# from the sign-up to the evening
SIGNED_UP_S = 60 * 24 * 3600

# the event's number and the player's ID
Holder = tuple[int, str]


def code_of(event: int, player: str) -> str:
    """The code of a player's card."""
    key = access.current().keys.secret.encode()
    digest = hmac.new(key, f"club card/{event}/{player}".encode(), hashlib.sha256).digest()  # no text
    number = int.from_bytes(digest, "big")
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(LENGTH))


def player_of(club: StoredEvent, code: str) -> str | None:
    """The player whose card a code opens, in any spelling; None for a wrong code."""
    typed = "".join(code.split()).replace("-", "").upper().encode()
    matches = [
        player for player in club.state.event.entrants if hmac.compare_digest(code_of(club.id, player).encode(), typed)
    ]
    return matches[0] if matches else None


def holder() -> Holder | None:
    """The player whose phone sent the current request, or None."""
    return read(request.cookies.get(COOKIE, ""), access.current().keys.secret)


def read(token: str, secret: str) -> Holder | None:
    """The player whose phone has a token, or None where it was not signed with this secret."""
    try:
        event, player = _make_signer(secret).loads(token)
    except (BadSignature, ValueError, TypeError):
        return None
    return (event, player) if isinstance(event, int) and isinstance(player, str) else None


def token(event: int, player: str) -> str:
    """The token that makes a browser the phone of a player."""
    return str(_make_signer(access.current().keys.secret).dumps([event, player]))


def give(response: Response, event: int, player: str, kept_s: int = KEPT_S) -> None:
    """Makes the browser that gets the response the phone of a player, for that many seconds."""
    response.set_cookie(COOKIE, token(event, player), max_age=kept_s, **access.cookie_options())


def forget(response: Response) -> None:
    """Takes the card from the browser that gets the response."""
    response.delete_cookie(COOKIE, **access.cookie_options())


def _make_signer(secret: str) -> URLSafeSerializer:
    options: dict[str, Any] = {"digest_method": hashlib.sha256}
    return URLSafeSerializer(secret, salt="tablecam.card", signer_kwargs=options)
