"""Whose phone it is: a player's card has an address of its own, `/card/EVENT.CODE`, and the phone keeps a token.

The code follows from the table's secret, so that nothing about it is kept, and no player can work out another's.
"""

import hashlib
import hmac
from typing import Any

from flask import Response, request
from itsdangerous import BadSignature, URLSafeSerializer

from tablecam.club.event_store import StoredEvent
from webui import access
from webui.entrance.keys import ALPHABET

COOKIE = "tablecam_card"
# 26 billion codes: at the tries that are allowed nobody finds one in an evening, nor in a year
LENGTH = 8
# an evening, and the morning after
KEPT_S = 36 * 3600

# the event's number and the player's ID
Holder = tuple[int, str]


def code_of(event: int, player: str) -> str:
    """The code of a player's card."""
    key = access.current().keys.secret.encode()
    digest = hmac.new(key, f"club card/{event}/{player}".encode(), hashlib.sha256).digest()
    number = int.from_bytes(digest, "big")
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(LENGTH))


def player_of(club: StoredEvent, code: str) -> str | None:
    """Whose card a code opens, however it was typed; None for a wrong one."""
    typed = "".join(code.split()).replace("-", "").upper().encode()
    found = [
        player for player in club.state.event.entrants if hmac.compare_digest(code_of(club.id, player).encode(), typed)
    ]
    return found[0] if found else None


def holder() -> Holder | None:
    """The player whose phone sends the request that is being answered; None where it is nobody's."""
    try:
        event, player = _signer().loads(request.cookies.get(COOKIE, ""))
    except (BadSignature, ValueError, TypeError):
        return None
    return (event, player) if isinstance(event, int) and isinstance(player, str) else None


def token(event: int, player: str) -> str:
    """What makes a browser the phone of that player."""
    return str(_signer().dumps([event, player]))


def give(response: Response, event: int, player: str) -> None:
    """Makes the browser that gets the response the phone of that player."""
    response.set_cookie(COOKIE, token(event, player), max_age=KEPT_S, **access.manner())


def forget(response: Response) -> None:
    """Makes the browser that gets the response nobody's again."""
    response.delete_cookie(COOKIE, **access.manner())


def _signer() -> URLSafeSerializer:
    options: dict[str, Any] = {"digest_method": hashlib.sha256}
    return URLSafeSerializer(access.current().keys.secret, salt="tablecam.card", signer_kwargs=options)
