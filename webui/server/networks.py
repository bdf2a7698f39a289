"""The network that counts as one client where something is counted by address."""

import ipaddress

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
