"""The role of the browser behind a request, and the rights of each role.

The server filters hidden information by role before it sends anything, so every answer asks `who()` first. A page for
everybody says `?as=spectator`: in any browser it shows no more than a spectator may see.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, NoReturn

from flask import Response, abort, current_app, g, request
from itsdangerous import BadSignature, URLSafeSerializer

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.log_view import SPECTATOR
from tablecam.rules.books.side_names import seat_title
from webui.entrance.devices import ENDED, KEPT_S, Devices
from webui.entrance.keys import Keys, joining, new_keys
from webui.server import hosts

# stands for every seat of the game, where roles are named
SEAT = "any seat"  # no text
CALLED = {
    "table": Message("the table’s own screen"),
    "umpire": Message("the umpire"),
    "spectator": Message("a spectator"),
}
MAY = {
    "table": ("see", "undo", "correct", "set up", "codes"),  # no text: names of rights
    "umpire": ("see", "undo", "correct", "set up", "codes"),  # no text
    "spectator": ("see",),
}
COOKIE = "tablecam_seat"
# the argument by which a page asks for less than its browser might know
AS = "as"  # no text


@dataclass(frozen=True)
class Seat:
    """A browser and its role. device: its own name, "" for one that has not joined.

    issued: when it joined; None for a token of an earlier version. ended: why its token no longer counts, if it had
    one.
    """

    role: str
    device: str = ""
    issued: float | None = None
    ended: str = ""


@dataclass(frozen=True)
class Access:
    """The rules by which browsers get their roles.

    host: where the server listens. address: the URL of the page, if a proxy stands before the server. usual: the seats
    of the usual rulebook. playing: the seats of the game in progress; none where there is no game. devices: those that
    have joined. side_name: what people call a seat, by the name of its player if there is one.
    """

    keys: Keys
    host: str = hosts.HERE
    address: str | None = None
    usual: Sequence[str] = ()
    playing: Callable[[], Sequence[str]] = tuple
    side_name: Callable[[str], str] = seat_title
    devices: Devices = field(default_factory=Devices, compare=False)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that the table has now, in their order: those of the game in progress, else the usual ones."""
        return tuple(self.playing() or self.usual)

    @property
    def roles(self) -> tuple[str, ...]:
        """Every role that a device may have. A device keeps a usual seat while a game with other seats is played."""
        return ("table", *dict.fromkeys((*self.usual, *self.playing())), "umpire", "spectator")

    @property
    def codes(self) -> dict[str, str]:
        """The codes by which devices join now, by role."""
        return self.keys.get_codes(joining(self.seats))

    def role(self, typed: str) -> str | None:
        """The role that a code or the owner's key opens now; None for a wrong one."""
        return self.keys.role(typed, joining(self.seats))

    @property
    def alone(self) -> bool:
        """Whether only browsers of this machine reach the server; each is the table until it joins as another role."""
        return self.address is None and hosts.is_this_machine(self.host)

    def addresses(self, port: int) -> list[str]:
        """The URLs of the page for other devices, the best first."""
        return [self.address] if self.address else hosts.elsewhere(self.host, port)

    def seat(self, token: str | None, host: str) -> Seat:
        """The seat of a request, by its token; a token signed with another key is ignored.

        The client's address does not matter: behind a proxy on this machine, all addresses are this machine's.
        """
        return self._judge(token, host, self.devices.fault)

    def known_seat(self, token: str | None, host: str) -> Seat:
        """The same as far as memory knows, without waiting for a file: for the event loop."""
        return self._judge(token, host, self.devices.known_fault)

    def _judge(self, token: str | None, host: str, find_fault: Callable[[str, str, float | None], str]) -> Seat:
        seat = self._read_token(token) if token is not None else None
        ended = find_fault(seat.device, seat.role, seat.issued) if seat else ""
        if seat and not ended:
            return seat
        alone = self.alone and hosts.is_this_machine(hosts.host_name(host))
        return Seat("table" if alone else "spectator", ended=ended)

    def counts(self, seat: Seat) -> bool:
        """Whether the token of a seat still counts: for a stream, which outlives its request. Waits for no file."""
        return not seat.device or not self.devices.known_fault(seat.device, seat.role, seat.issued)

    def token(self, role: str) -> str:
        """A signed token that gives a browser its role, with the time. NotKept where it cannot be stored."""
        return self._signer.dumps([role, *self.devices.admit(role)])

    def _read_token(self, token: str) -> Seat | None:
        try:
            role, device, *since = self._signer.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        # a token of an earlier version does not say when it was given
        issued = since[0] if since else None
        well_formed = len(since) <= 1 and isinstance(device, str) and (issued is None or type(issued) is int)
        return Seat(role, device, issued) if well_formed and role in self.roles else None

    @property
    def _signer(self) -> URLSafeSerializer:
        return URLSafeSerializer(
            self.keys.secret, salt="tablecam.seat", signer_kwargs={"digest_method": hashlib.sha256}
        )


def alone(usual: Sequence[str] = ()) -> Access:
    """The rules of a server that only browsers of this machine reach; its keys end with it. usual: as of `Access`."""
    return Access(new_keys(usual), usual=usual)


def current() -> Access:
    """The access rules of the current app."""
    access: Access = current_app.extensions["access"]
    return access


def seat() -> Seat:
    """The seat that sent the current request."""
    if "seat" not in g:
        public = request.method == "GET" and request.args.get(AS) == SPECTATOR
        g.seat = Seat(SPECTATOR) if public else current().seat(request.cookies.get(COOKIE), request.host)
    sender: Seat = g.seat
    return sender


def who() -> str:
    """The role of the browser that sent the current request: one of the roles of `current`."""
    return seat().role


def only(*roles: str) -> None:
    """Refuses the request, 403, unless its browser has one of the roles; SEAT is any seat. Raises ValueError."""
    if unknown := set(roles) - {*MAY, SEAT}:
        raise ValueError(f"no such role: {', '.join(sorted(unknown))}")
    seats = current().seats
    allowed = [role for named in roles for role in (seats if named == SEAT else (named,))]
    if who() not in allowed:
        _refuse_role(allowed)


def name_seat(seat: str) -> str:
    """The name that people use for a seat."""
    return current().side_name(seat)


def role_name(role: str) -> Message:
    """A role in words, as in "this device is …"."""
    return CALLED.get(role) or Message("{seat}’s seat", seat=name_seat(role))


def rights(role: str) -> tuple[str, ...]:
    """The rights of a role now; one whose seat is not in the game may only look on."""
    seats = current().seats
    # no text: names of rights
    answers = tuple(f"answer {seat}" for seat in seats if role in ("table", seat))
    if role in MAY:
        see, *others = MAY[role]
        return (see, *answers, *others)
    return ("see", *answers, "undo") if answers else ("see",)


def explain_end() -> str:
    """The reason why the token of the current request no longer counts; empty where it counts, or there is none."""
    ended = seat().ended
    return str(ENDED[ended]) if ended else ""


def _refuse_role(roles: Iterable[str]) -> NoReturn:
    if ended := explain_end():
        abort(403, ended)
    names = (role_name(role) for role in roles)
    role_names = reduce(lambda some, other: Message("{some} or {other}", some=some, other=other), names)
    abort(
        403,
        _(
            "Only {roles} may do this, and this device is {own}: join with another code at /join.",
            roles=role_names,
            own=role_name(who()),
        ),
    )


def give(response: Response, role: str) -> None:
    """Gives a role to the browser that gets the response; the role survives a reload."""
    response.set_cookie(COOKIE, current().token(role), max_age=KEPT_S, **cookie_options())


def forget(response: Response) -> None:
    """Takes the role from the browser that gets the response."""
    response.delete_cookie(COOKIE, **cookie_options())


def cookie_options() -> dict[str, Any]:
    """The options of the cookie: no script reads it, no other site sends it, and over https it stays on https."""
    secure = request.is_secure or (current().address or "").startswith("https:")
    return {"httponly": True, "samesite": "Strict", "secure": secure, "path": "/"}
