"""The device's own role, joining with a code, leaving, and QR codes for phones."""

import math
import re
from collections.abc import Mapping
from io import BytesIO

import segno
from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from webui.entrance import access
from webui.entrance.asker import address_of_asker
from webui.entrance.devices import LEFT
from webui.entrance.presence import Presence
from webui.entrance.rate_limit import RateLimit
from webui.server.addresses import is_this_machine
from webui.server.hosts import host_name

PATH = re.compile(r"/[\w/.~?=&-]{0,200}", re.ASCII)
WRONG = Message("That code is not right: look at the table’s screen, under Join, and enter it again.")
LONGEST = 64
NOT_OPEN = Message("The server listens to this machine only: start it with --host 0.0.0.0, and other devices can join.")


def blueprint(tries: RateLimit, presence: Presence) -> Blueprint:
    """Serves /api/me, /api/join, /api/leave and /api/qr.svg?path=/join/CODE (&ink=black: for paper)."""
    pages = Blueprint("entrance", __name__)

    @pages.get("/api/me")
    def describe_device() -> Response:
        may = access.rights(access.who())
        return jsonify(
            role=access.who(),
            called=str(access.role_name(access.who())),
            may=may,
            seats=_describe_seats(),
            codes=_describe_codes(presence.joined()) if "codes" in may else [],
            addresses=_list_addresses(),
            joined=presence.joined(),
            ended=access.ended_text(),
        )

    @pages.post("/api/join")
    def join_table() -> Response:
        role = _open_role(request.get_json().get("code"), address_of_asker(), tries)
        response = jsonify(role=role, called=str(access.role_name(role)))
        # a device that has joined already keeps its name
        if access.seat().role != role or not access.seat().device:
            access.give(response, role)
            access.current().devices.end(access.seat().device, LEFT)
        return response

    @pages.post("/api/leave")
    def leave_seat() -> Response:
        access.current().devices.end(access.seat().device, LEFT)
        role = access.current().seat(None, request.host).role
        response = jsonify(role=role, called=str(access.role_name(role)))
        access.forget(response)
        return response

    @pages.get("/api/qr.svg")
    def get_qr() -> Response:
        path = request.args.get("path", "/join")
        if not PATH.fullmatch(path):
            abort(400, _("Name a page of ours: /api/qr.svg?path=/join."))
        page_url = next(iter(_list_addresses()), None) or abort(404, str(NOT_OPEN))
        inks = {"dark": "black", "light": "white"} if request.args.get("ink") == "black" else {}
        return Response(drawn(page_url + path, **inks), mimetype="image/svg+xml")

    return pages


def drawn(text: str, dark: str = "#0e1216", light: str = "#e9e6dc") -> bytes:
    """A QR code as SVG, dark on light for every camera, and not too bright for a dim room."""
    out = BytesIO()
    segno.make_qr(text, error="m").save(out, kind="svg", border=4, dark=dark, light=light, xmldecl=False, omitsize=True)
    return out.getvalue()


def _open_role(code: object, address: str, tries: RateLimit) -> str:
    """The role that the code opens. Refuses a wrong code, and any code after too many wrong ones."""
    if not isinstance(code, str) or not 0 < len(code.strip()) <= LONGEST:
        abort(400, _("Enter the code on the table’s screen, under Join."))
    if wait := tries.wait_s(address):
        abort(429, _("Too many wrong codes: wait {seconds} s, then try again.", seconds=math.ceil(wait)))
    role = access.current().role(code)
    if role is None:
        tries.wrong(address)
        abort(403, str(WRONG))
    return role


def _list_addresses() -> list[str]:
    """The URLs of the page for other devices."""
    urls = access.current().addresses(int(request.environ["SERVER_PORT"]))
    if urls or access.current().alone or is_this_machine(host_name(request.host)):
        return urls
    return [f"{request.scheme}://{request.host}"]


def _describe_codes(joined: Mapping[str, int]) -> list[dict[str, object]]:
    """The join codes in order, the seats' first, with the number of devices that joined with each."""
    codes = access.current().codes
    names = {seat: access.name_of(seat) for seat in access.current().seats}
    names |= {"umpire": _("Umpire"), "table": _("This table, second screen")}
    return [
        {"role": role, "name": name, "code": codes[role], "joined": joined.get(role, 0)} for role, name in names.items()
    ]


def _describe_seats() -> list[dict[str, object]]:
    """The seats that the table has now, in order, as pages draw them."""
    return [
        {"id": seat, "name": access.name_of(seat), "number": number}
        for number, seat in enumerate(access.current().seats)
    ]
