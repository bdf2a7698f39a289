"""Who counts as one where something is counted by address."""

import ipaddress

# a network of IPv6 gives a device as many addresses as it likes
NETWORK_BITS = 64


def network_of(address: str) -> str:
    """The address of IPv4; of IPv6 the network of 64 bits that one machine has. What is no address stays as it is."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, NETWORK_BITS), strict=False))
