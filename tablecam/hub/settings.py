"""How a table reaches its hub: `hub.toml` in the table folder, or an address from the command line.

broker = "mqtts://HALL.TABLE:SECRET@hub.example:8883"
ca = "hub.pem"                    # certificates to trust, beside the file; the system's where it is left out
delayed = true                    # the hub shows this table later: it runs a delayer
featured = true                   # this table is shown four times a second, not once
language = "de"                   # of the rulings that are shown; English where it is left out
"""

from dataclasses import dataclass, replace
from pathlib import Path

from tablecam.hub.bus import BadBroker, BrokerAddress
from tablecam.hub.topics import Place, place_of
from tablecam.i18n import SOURCE
from tablecam.storage.toml_file import read_toml

FILE = "hub.toml"


@dataclass(frozen=True)
class HubLink:
    """Who a table is at its hub, and where that is; and how it shows itself there."""

    place: Place
    broker: BrokerAddress
    delayed: bool = False
    featured: bool = False
    language: str = SOURCE


def hub_link(folder: Path, url: str | None) -> HubLink | None:
    """From the address, else from the folder's file; None where there is neither. BadBroker, BadFile."""
    path = folder / FILE
    if url is not None:
        return table_link(url, None)
    if not path.is_file():
        return None
    said = read_toml(path, "how the table reaches its hub")
    ca = said.text("ca") if "ca" in said.values else None
    link = table_link(said.text("broker"), folder / ca if ca else None)
    delayed, featured = (name in said.values and said.flag(name) for name in ("delayed", "featured"))
    return replace(link, delayed=delayed, featured=featured, language=said.text("language", SOURCE))


def table_link(url: str, ca: Path | None) -> HubLink:
    """From a table's address at its hub. BadBroker."""
    broker = BrokerAddress.of(url, ca)
    place = place_of(broker.user)
    if place is None or not broker.secret:
        raise BadBroker(
            "the hub's address has no table's name and secret: take it as `tablecam hub add-table` has printed it"
        )
    return HubLink(place, broker)
