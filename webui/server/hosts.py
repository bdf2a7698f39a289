"""The host names under which the page is served, and the networks that count as one client.

Another site could point its own name at this machine's address, and its scripts would then count as ours (DNS
rebinding). Such a name must be registered, so it contains a dot and has none of the endings for home networks.
"""

import ipaddress
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import abort, request

from tablecam.base.i18n import gettext as _

# RFC 6762 and RFC 8375; routers use lan, and IANA reserves internal
AT_HOME = (".local", ".home.arpa", ".lan", ".internal", ".localhost")


def guard(address: str | None) -> Callable[[], None]:
    """A check that refuses a request, 421, under a name that a stranger may own; it trusts the name in `address`."""
    own_name = urlsplit(address or "").hostname

    def refuse_others() -> None:
        name = host_name(request.host)
        if not is_ours(name) and name.lower() != own_name:
            abort(421, _("Open the page under this machine’s own name or address, not as {name}.", name=name or "?"))

    return refuse_others


def host_name(host: str) -> str:
    """The name or address of a Host header, without its port and an address's brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def is_ours(name: str) -> bool:
    """Whether the host is an address, a name without a dot, or a name of a home network."""
    name = name.lower().rstrip(".")
    if "." not in name and ":" not in name:
        return name != ""
    if name.endswith(AT_HOME):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


EVERYWHERE = {"0.0.0.0", "::"}
HERE = "127.0.0.1"


def all_urls(host: str, port: int) -> list[str]:
    """The URLs of a server that listens on `host`: this machine's first, then a tablet's."""
    if host not in EVERYWHERE:
        return [_make_url(host, port)]
    return [_make_url(name, port) for name in (HERE, _find_network_address()) if name]


def elsewhere(host: str, port: int) -> list[str]:
    """The URLs that work on another device; none where the server listens to this machine only."""
    return [] if is_this_machine(host) else [url for url in all_urls(host, port) if url != _make_url(HERE, port)]


def is_this_machine(host: str) -> bool:
    """Whether only programs of this machine reach a server that listens on `host`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


def _make_url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _find_network_address() -> str | None:
    """This machine's address as its neighbours see it; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


# a network of IPv6 gives a device as many addresses as it likes
NETWORK_BITS = 64


def find_network(address: str) -> str:
    """The address of IPv4; of IPv6 the network of 64 bits that one machine has. Any other text stays as it is."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, NETWORK_BITS), strict=False))
