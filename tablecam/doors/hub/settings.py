"""How a table reaches its hub: `hub.toml` in the table folder, or an address from the command line.

broker = "mqtts://HALL.TABLE:SECRET@hub.example:8883"
ca = "hub.pem"                    # certificates to trust, beside the file; the system's where it is left out
delayed = true                    # the hub shows this table later: it runs a delayer
featured = true                   # this table is shown four times a second, not once
language = "de"                   # of the rulings that are shown; English where it is left out

An organiser's has, instead of `broker` or beside it, what `tablecam hub desk` has printed:

organiser = "mqtts://HALL-desk:KEY@hub.example:8883"
wall = "https://club.example/wall"   # where the hall's wall is: the desk's menu leads there, with the key
"""

from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from tablecam.base.i18n import SOURCE
from tablecam.doors.hub.bus import BadBroker, BrokerAddress
from tablecam.doors.hub.topics import Place, hall_of_desk, place_of
from tablecam.storage.record import Record
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


@dataclass(frozen=True)
class DeskLink:
    """Whose organiser somebody is at a hub, and where that is. wall: the address of the hall's wall, if it is known."""

    hall: str
    broker: BrokerAddress
    wall: str = ""

    @property
    def driving(self) -> str:
        """The link to the wall for the organiser, whose key it has; empty where the wall's address is not known."""
        return driving_link(self.wall, self.hall, self.broker.secret) if self.wall else ""


def driving_link(wall: str, hall: str, key: str) -> str:
    """A wall's address for whom the key makes the organiser of a hall."""
    return f"{wall.rstrip('/')}?hall={hall}#key={quote(key)}"


def hub_link(folder: Path, url: str | None) -> HubLink | None:
    """From the address, else from the folder's file; None where there is neither. BadBroker, BadFile."""
    if url is not None:
        return table_link(url, None)
    said = _said(folder)
    if said is None or ("broker" not in said.values and "organiser" in said.values):
        return None
    link = table_link(said.text("broker"), _trusted(folder, said))
    delayed, featured = (name in said.values and said.flag(name) for name in ("delayed", "featured"))
    return replace(link, delayed=delayed, featured=featured, language=said.text("language", SOURCE))


def desk_link(folder: Path, url: str | None) -> DeskLink | None:
    """The organiser's, from the address, else from the folder's file; None where neither is. BadBroker, BadFile."""
    said = None if url is not None else _said(folder)
    if said is not None and "organiser" in said.values:
        found = _desk(BrokerAddress.of(said.text("organiser"), _trusted(folder, said)))
        return replace(found, wall=_web_address(said))
    return None if url is None else _desk(BrokerAddress.of(url))


def _desk(broker: BrokerAddress) -> DeskLink:
    hall = hall_of_desk(broker.user)
    if hall is None or not broker.secret:
        raise BadBroker(
            "the hub's address has no organiser's name and key: take it as `tablecam hub desk` has printed it"
        )
    return DeskLink(hall, broker)


def _web_address(said: Record) -> str:
    if "wall" not in said.values:
        return ""
    wall = said.text("wall")
    if not wall.startswith(("https://", "http://")):
        raise said.fault("wall", "must be an address that begins with https:// or http://", wall)
    return wall


def _said(folder: Path) -> Record | None:
    path = folder / FILE
    return read_toml(path, "how the table reaches its hub") if path.is_file() else None


def _trusted(folder: Path, said: Record) -> Path | None:
    return folder / said.text("ca") if "ca" in said.values else None


def table_link(url: str, ca: Path | None) -> HubLink:
    """From a table's address at its hub. BadBroker."""
    broker = BrokerAddress.of(url, ca)
    place = place_of(broker.user)
    if place is None or not broker.secret:
        raise BadBroker(
            "the hub's address has no table's name and secret: take it as `tablecam hub add-table` has printed it"
        )
    return HubLink(place, broker)
