"""Under which names the page may be asked for: those that no stranger on the internet can own.

A page elsewhere could give its own name this machine's address, and its script would then count as ours (DNS
rebinding). Such a name has to be registered, so it has a dot in it and none of the endings kept for home networks.
"""

import ipaddress
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import abort, request

# RFC 6762 and RFC 8375; lan and internal are what routers and IANA keep for it
AT_HOME = (".local", ".home.arpa", ".lan", ".internal", ".localhost")
REFUSED = "Open the page by this machine's own name or address, not as {name}."


def guard(address: str | None) -> Callable[[], None]:
    """Refuses a request, 421, that came under a name which a stranger may own; `address` is known not to be one's."""
    known = urlsplit(address or "").hostname

    def refuse_others() -> None:
        name = host_name(request.host)
        if not is_ours(name) and name.lower() != known:
            abort(421, REFUSED.format(name=name or "nobody"))

    return refuse_others


def host_name(host: str) -> str:
    """The name or address of a Host header, without its port and an address's brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def is_ours(name: str) -> bool:
    """Whether it is an address, a name without a dot, or one of a home network."""
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
