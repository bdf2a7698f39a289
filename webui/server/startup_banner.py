"""The startup banner on the terminal: the URL of the page, and how other devices join."""

import sys
from io import StringIO

import segno

from webui.entrance.access import Access
from webui.server import hosts, server


def owners_address(access: Access, port: int) -> str:
    """The URL at which this machine's own browser becomes the table."""
    own_url, *_ = hosts.all_urls(access.host, port)
    return own_url if access.alone else f"{own_url}/join/{access.keys.owner}"


def lines(access: Access, port: int, wanted: int | None) -> list[str]:
    """The lines to print. wanted: the requested port; None for the usual one."""
    banner = []
    if wanted is None and port != server.USUAL_PORT:
        banner.append(f"Port {server.USUAL_PORT} is taken by another program, so another one is used.")
    banner.append(f"The table is at {owners_address(access, port)}  (Ctrl-C ends it)")
    if not access.alone:
        banner += _make_invitation(access, port)
    return banner


def _make_invitation(access: Access, port: int) -> list[str]:
    codes = ", ".join(f"{role} {code}" for role, code in access.codes.items())
    return [
        *(f"On a tablet in the same network: {address}/join" for address in access.addresses(port)),
        f"Codes to join with: {codes}; a device without a code can only watch.",
    ]


def picture(access: Access, port: int) -> str:
    """The URL that makes a tablet the table, as a QR code in text; "" where no other device can connect."""
    urls = access.addresses(port)
    if access.alone or not urls or not sys.stdout.isatty():
        return ""
    output = StringIO()
    segno.make_qr(f"{urls[0]}/join/{access.codes['table']}").terminal(output, compact=True, border=2)
    return output.getvalue()
