"""What the terminal says when the page is served: where it is, and how other devices join."""

import sys
from io import StringIO

import segno

from webui import addresses, server
from webui.access import Access


def owners_address(access: Access, port: int) -> str:
    """Where this machine's own browser becomes the table."""
    here, *_ = addresses.of(access.host, port)
    return here if access.alone else f"{here}/join/{access.keys.owner}"


def lines(access: Access, port: int, wanted: int | None) -> list[str]:
    """What to print. wanted: the port that was asked for; None for the usual one."""
    told = []
    if wanted is None and port != server.USUAL_PORT:
        told.append(f"Port {server.USUAL_PORT} is taken by another program, so another one is used.")
    told.append(f"The table is at {owners_address(access, port)}  (Ctrl-C ends it)")
    if not access.alone:
        told += _invitation(access, port)
    return told


def _invitation(access: Access, port: int) -> list[str]:
    codes = ", ".join(f"{role} {code}" for role, code in access.keys.codes.items())
    return [
        *(f"On a tablet in the same network: {address}/join" for address in access.addresses(port)),
        f"Codes to join with: {codes}; whoever has none looks on.",
    ]


def picture(access: Access, port: int) -> str:
    """The address that makes a tablet the table, as a QR code of letters; "" where no other device gets in."""
    found = access.addresses(port)
    if access.alone or not found or not sys.stdout.isatty():
        return ""
    drawn = StringIO()
    segno.make_qr(f"{found[0]}/join/{access.keys.codes['table']}").terminal(drawn, compact=True, border=2)
    return drawn.getvalue()
