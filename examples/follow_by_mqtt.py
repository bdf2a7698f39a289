"""Prints what a table tells an MQTT broker by `--mqtt`. Name HOST and PORT of the broker, or it starts one itself."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from paho.mqtt.client import MQTTMessage
from paho.mqtt.subscribe import callback, simple

TOPICS = ["tablecam/+/position", "tablecam/+/state", "tablecam/+/frames", "homeassistant/+/+/+/config"]
DEMO = [sys.executable, "-m", "tablecam", "demo", "--no-browser", "--port", "0", "--seconds", "120", "--mqtt"]


def main(host: str = "", port: str = "21883", mosquitto: str = "mosquitto") -> None:
    if host:
        callback(show, TOPICS, hostname=host, port=int(port))  # type: ignore[no-untyped-call]
    with drawn_table(port, mosquitto):
        for message in simple(TOPICS, port=int(port), msg_count=15):  # type: ignore[no-untyped-call]
            show(None, None, message)


@contextmanager
def drawn_table(port: str, mosquitto: str) -> Iterator[None]:
    """A broker on this machine and a drawn table that tells it what happens, while the block runs."""
    demo = [*DEMO, f"mqtt://127.0.0.1:{port}/drawn"]
    with subprocess.Popen([mosquitto, "-p", port]) as broker, subprocess.Popen(demo, stdout=subprocess.PIPE) as table:
        next(iter(table.stdout or ()))
        try:
            yield
        finally:
            table.terminate()
            broker.terminate()


def show(_client: object, _data: object, message: MQTTMessage) -> None:
    match json.loads(message.payload):
        case {"kind": "position", "models": models, "camera": camera}:
            print(f"{len(models)} models stand on the table; the camera is {camera}")
        case {"transforms": [frame, *_]}:
            print(f"frame {frame['child_frame_id']} at {frame['transform']['translation']} m")
        case {"kind": "state", "game": game, "turn": turn}:
            print(f"{turn} is to act" if game else "no game is played")
        case {"device": device, "name": name}:
            print(f"Home Assistant finds {device['name']} with {name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
