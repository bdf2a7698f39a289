"""Who asks: the role of the browser behind a request, and what only some roles may do.

Hidden information is made for a role before it is sent; so whatever a page answers, it asks `who()` first.
"""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

from flask import Response, abort, current_app, g, request
from itsdangerous import BadSignature, URLSafeSerializer

from webui import addresses, hosts
from webui.entrance.keys import Keys, new_keys

ROLES = ("table", "red", "blue", "umpire", "spectator")
CALLED = {
    "table": "the table’s own screen",
    "red": "Red’s seat",
    "blue": "Blue’s seat",
    "umpire": "the umpire",
    "spectator": "a spectator",
}
MAY = {
    "table": ("see", "answer red", "answer blue", "undo", "correct", "set up", "codes"),
    "red": ("see", "answer red", "undo"),
    "blue": ("see", "answer blue", "undo"),
    "umpire": ("see", "undo", "correct", "set up", "codes"),
    "spectator": ("see",),
}
COOKIE = "tablecam_seat"
# A league's season; new codes end it at once.
KEPT_S = 90 * 24 * 3600


@dataclass(frozen=True)
class Seat:
    """A browser and its role. device: its own name, "" for one that never joined."""

    role: str
    device: str = ""


@dataclass(frozen=True)
class Access:
    """How browsers get their roles.

    host: where the server listens. address: under which others find the page, if a proxy stands before it.
    """

    keys: Keys
    host: str = addresses.HERE
    address: str | None = None

    @property
    def alone(self) -> bool:
        """Whether only this machine's own browsers get here, so that each is the table until it joins as another."""
        return self.address is None and addresses.is_this_machine(self.host)

    def addresses(self, port: int) -> list[str]:
        """Where another device finds the page, the best first."""
        return [self.address] if self.address else addresses.elsewhere(self.host, port)

    def seat(self, token: str | None, host: str) -> Seat:
        """Whose request it is, by the token it brings; a token signed with another key counts as none.

        A client's address is never asked: behind a proxy on this machine, all of them are this machine's.
        """
        if token is not None and (seat := self._read(token)):
            return seat
        return Seat("table" if self.alone and addresses.is_this_machine(hosts.host_name(host)) else "spectator")

    def token(self, role: str) -> str:
        """A signed token that gives a browser its role."""
        return self._signer.dumps([role, secrets.token_hex(8)])

    def _read(self, token: str) -> Seat | None:
        try:
            role, device = self._signer.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return Seat(role, device) if role in ROLES and isinstance(device, str) else None

    @property
    def _signer(self) -> URLSafeSerializer:
        return URLSafeSerializer(
            self.keys.secret, salt="tablecam.seat", signer_kwargs={"digest_method": hashlib.sha256}
        )


def alone() -> Access:
    """For a server that only this machine's own browsers reach; its keys end with it."""
    return Access(new_keys())


def current() -> Access:
    """How browsers get their roles in the app that is answering."""
    access: Access = current_app.extensions["access"]
    return access


def seat() -> Seat:
    """Who sends the request that is being answered."""
    if "seat" not in g:
        g.seat = current().seat(request.cookies.get(COOKIE), request.host)
    found: Seat = g.seat
    return found


def who() -> str:
    """The role of the browser behind the request that is being answered: one of ROLES."""
    return seat().role


def only(*roles: str) -> None:
    """Refuses the request, 403, unless its browser has one of the roles. ValueError for a role that there is not."""
    if unknown := set(roles) - set(ROLES):
        raise ValueError(f"no such role: {', '.join(sorted(unknown))}")
    if who() not in roles:
        _refuse(roles)


def _refuse(roles: Iterable[str]) -> NoReturn:
    meant = " or ".join(CALLED[role] for role in roles)
    abort(403, f"Only {meant} may do this, and this device is {CALLED[who()]}: join with another code at /join.")


def give(response: Response, role: str) -> None:
    """Makes the browser that gets the response one of that role, and keeps it so over a reload."""
    response.set_cookie(COOKIE, current().token(role), max_age=KEPT_S, **manner())


def forget(response: Response) -> None:
    """Takes the role from the browser that gets the response."""
    response.delete_cookie(COOKIE, **manner())


def manner() -> dict[str, Any]:
    """No script reads the cookie, no other site's page has it sent, and what came by https goes by https only."""
    secure = request.is_secure or (current().address or "").startswith("https:")
    return {"httponly": True, "samesite": "Strict", "secure": secure, "path": "/"}
