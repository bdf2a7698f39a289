"""To which MQTT broker a table is told, as the command line names it."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from tablecam.doors.hub.bus import BadBroker, BrokerAddress
from tablecam.doors.publishing.mqtt_door import NAME

USUAL_NAME = "table"


@dataclass(frozen=True)
class MqttTarget:
    """A broker, and what the table is called there."""

    broker: BrokerAddress
    name: str


def mqtt_target(url: str) -> MqttTarget:
    """From `mqtt://user:secret@host:port/NAME`. ValueError, a sentence, for anything else."""
    try:
        broker, path = BrokerAddress.of(url), urlsplit(url).path
    except BadBroker as wrong:
        raise ValueError(str(wrong)) from None
    name = path.strip("/") or USUAL_NAME
    if not NAME.fullmatch(name):
        raise ValueError(
            f"{name} is no name of a table at a broker: give letters, digits, - and _, as in mqtt://host/table1"
        )
    return MqttTarget(broker, name)
