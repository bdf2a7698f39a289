"""Lists what Home Assistant shows of a table at its broker: the device, its entities, and the state of each.

python examples/list_for_home_assistant.py HOST [PORT]    the broker of the house, with a table that runs with `--mqtt`
python examples/list_for_home_assistant.py                a broker and a drawn table, which it starts itself
"""

import json
import sys
from typing import Any

from follow_by_mqtt import drawn_table
from jinja2 import Environment
from paho.mqtt.subscribe import simple

FOUND = "homeassistant/+/+/+/config"
ENTITIES = 4


def main(host: str = "", port: str = "", mosquitto: str = "mosquitto") -> None:
    if host:
        show(host, int(port or 1883))
    else:
        with drawn_table(port or "21883", mosquitto):
            show("127.0.0.1", int(port or 21883))


def show(host: str, port: int) -> None:
    for message in simple(FOUND, hostname=host, port=port, msg_count=ENTITIES):  # type: ignore[no-untyped-call]
        entity = json.loads(message.payload)
        there = first(host, port, entity["availability_topic"])
        state = json.loads(first(host, port, entity["state_topic"]))
        kind, name = message.topic.split("/")[1], f"{entity['device']['name']}: {entity['name']}"
        print(f"{kind} {name} is {shown(entity, state)} ({there})", flush=True)


def first(host: str, port: int, topic: str) -> str:
    """The message that the broker has retained there; waits for the first one."""
    message: Any = simple(topic, hostname=host, port=port)  # type: ignore[no-untyped-call]
    return str(message.payload.decode())


def shown(entity: dict[str, Any], state: dict[str, Any]) -> str:
    """The state as Home Assistant computes it: by a Jinja template, and by the values for on and off."""
    value = Environment(autoescape=False).from_string(entity["value_template"]).render(value_json=state)
    switched = {entity.get("payload_on"): "on", entity.get("payload_off"): "off", "None": "unknown"}
    return switched.get(value, value)


if __name__ == "__main__":
    main(*sys.argv[1:])
