"""How many connections guests may have, for the options of commands too: so it loads nothing of the server."""

from dataclasses import dataclass


@dataclass(frozen=True)
class GuestLimits:
    """streams, connections: of guests, from one address. all_streams, all_connections: of all guests."""

    streams: int = 20
    connections: int = 60
    all_streams: int = 2000
    all_connections: int = 4000


USUAL = GuestLimits()
