"""Lists what Home Assistant shows of the tables at its broker: devices, their entities, and the state of each.

python examples/list_for_home_assistant.py HOST [PORT]    the broker of the house, with a table that runs with `--mqtt`
python examples/list_for_home_assistant.py                a broker and a drawn table, which it starts itself
"""

import json
import sys
from typing import Any

from follow_by_mqtt import drawn_table
from jinja2 import Environment
from paho.mqtt.subscribe import simple

FOUND = "homeassistant/device/+/config"


def main(host: str = "", port: str = "", mosquitto: str = "mosquitto") -> None:
    if host:
        show(host, int(port or 1883))
    else:
        with drawn_table(port or "21883", mosquitto):
            show("127.0.0.1", int(port or 21883))


def show(host: str, port: int) -> None:
    device = json.loads(first(host, port, FOUND))
    print(f"{device['device']['name']} is {first(host, port, device['availability_topic'])}", flush=True)
    state = json.loads(first(host, port, device["state_topic"]))
    for part in device["components"].values():
        print(f"  {part['platform']} {part['name']}: {shown(part, state)}", flush=True)


def first(host: str, port: int, topic: str) -> str:
    """What the broker has retained there; waits where that is nothing yet."""
    message: Any = simple(topic, hostname=host, port=port)  # type: ignore[no-untyped-call]
    return str(message.payload.decode())


def shown(part: dict[str, str], state: dict[str, Any]) -> str:
    """As Home Assistant makes it: by a template in Jinja, and by what counts as on and off."""
    value = Environment(autoescape=False).from_string(part["value_template"]).render(value_json=state)
    if part["platform"] == "binary_sensor":
        return {part["payload_on"]: "on", part["payload_off"]: "off"}[value]
    return "unknown" if value == "None" else value


if __name__ == "__main__":
    main(*sys.argv[1:])
