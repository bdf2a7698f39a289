"""The URLs of the page: for this machine, and for a tablet in the same network."""

import ipaddress
import socket

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
