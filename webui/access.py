"""Who asks: the role of the browser behind a request, and what only some roles may do.

Hidden information is made for a role before it is sent; so whatever a page answers, it asks `who()` first.
"""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from flask import Response, abort, current_app, g, request
from itsdangerous import BadSignature, URLSafeSerializer

from webui import hosts
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
MINE_ALONE = {"localhost", "127.0.0.1", "::1"}

Handler = TypeVar("Handler", bound=Callable[..., object])


@dataclass(frozen=True)
class Seat:
    """A browser and its role. device: its own name, "" for one that never joined."""

    role: str
    device: str = ""


@dataclass(frozen=True)
class Access:
    """How browsers get their roles.

    alone: the server listens to this machine only, so that every browser is the table until it joins as another.
    address: where others find the page, if a proxy stands before it.
    """

    keys: Keys
    alone: bool = True
    address: str | None = None

    def seat(self, token: str | None, host: str) -> Seat:
        """Whose request it is, by the token it brings; a token signed with another key counts as none.

        A client's address is never asked: behind a proxy on this machine, all of them are this machine's.
        """
        if token is not None and (seat := self._read(token)):
            return seat
        return Seat("table" if self.alone and hosts.host_name(host) in MINE_ALONE else "spectator")

    def token(self, role: str) -> str:
        """A signed token that gives a browser its role."""
        return self._signer.dumps([role, secrets.token_hex(8)])

    def _read(self, token: str) -> Seat | None:
        try:
            role, device = self._signer.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return Seat(role, device) if role in ROLES else None

    @property
    def _signer(self) -> URLSafeSerializer:
        return URLSafeSerializer(self.keys.secret, salt="tablecam.seat")


def alone() -> Access:
    """For a server that only this machine's own browsers reach; its keys end with it."""
    return Access(new_keys())


def seat() -> Seat:
    """Who sends the request that is being answered."""
    if "seat" not in g:
        access: Access = current_app.extensions["access"]
        g.seat = access.seat(request.cookies.get(COOKIE), request.host)
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
    access: Access = current_app.extensions["access"]
    response.set_cookie(
        COOKIE, access.token(role), max_age=KEPT_S, httponly=True, samesite="Strict", secure=request.is_secure, path="/"
    )


def forget(response: Response) -> None:
    """Takes the role from the browser that gets the response."""
    response.delete_cookie(COOKIE, httponly=True, samesite="Strict", secure=request.is_secure, path="/")
