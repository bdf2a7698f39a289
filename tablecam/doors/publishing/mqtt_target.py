"""The MQTT broker for a table, from the command line."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from tablecam.doors.hub.bus import BadBroker, BrokerAddress
from tablecam.doors.publishing.mqtt_door import NAME

USUAL_NAME = "table"


@dataclass(frozen=True)
class MqttTarget:
    """A broker, and the table's name there."""

    broker: BrokerAddress
    name: str


def mqtt_target(url: str) -> MqttTarget:
    """The target of `mqtt://user:secret@host:port/NAME`. ValueError, a sentence, for anything else."""
    try:
        broker, path = BrokerAddress.from_url(url), urlsplit(url).path
    except BadBroker as wrong:
        raise ValueError(str(wrong)) from None
    name = path.strip("/") or USUAL_NAME
    if not NAME.fullmatch(name):
        raise ValueError(
            f"{name} is no name of a table at a broker: give letters, digits, - and _, as in mqtt://host/table1"
        )
    return MqttTarget(broker, name)
