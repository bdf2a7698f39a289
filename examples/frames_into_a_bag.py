"""Writes the frames of a table into a bag of ROS 2, so that `ros2 bag play OUT` shows its models in RViz.

python examples/frames_into_a_bag.py OUT HOST [PORT]    until Ctrl-C, from a broker that a table tells by `--mqtt`
python examples/frames_into_a_bag.py                    a broker and a drawn table, which it starts itself
"""

import json
import sys
from pathlib import Path
from typing import Any

from follow_by_mqtt import drawn_table
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.subscribe import callback
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

ROS = get_typestore(Stores.ROS2_HUMBLE)
KIND = "tf2_msgs/msg/TFMessage"


def main(out: str = "bag", host: str = "", port: str = "", mosquitto: str = "mosquitto") -> None:
    if host:
        record(out, host, int(port or 1883), sys.maxsize)
    else:
        with drawn_table(port or "21883", mosquitto):
            record(out, "127.0.0.1", int(port or 21883), 2)


def record(out: str, host: str, port: int, messages: int) -> None:
    with Writer(Path(out), version=9, storage_plugin=StoragePlugin.SQLITE3) as bag:
        topic = bag.add_connection("/tf", KIND, typestore=ROS)
        waits = iter(range(messages - 1))

        def heard(client: Client, _data: object, message: MQTTMessage) -> None:
            if frames := [transform(each) for each in json.loads(message.payload)["transforms"]]:
                at, model = frames[0].header.stamp, frames[0]
                content = ROS.serialize_cdr(ROS.types[KIND](frames), KIND)
                bag.write(topic, at.sec * 10**9 + at.nanosec, content)
                print(
                    f"{len(frames)} frames; {model.child_frame_id} at x {model.transform.translation.x} m", flush=True
                )
                if next(waits, None) is None:
                    client.disconnect()

        callback(heard, "tablecam/+/frames", hostname=host, port=port)  # type: ignore[no-untyped-call]


def transform(said: dict[str, Any]) -> Any:
    stamp = ROS.types["builtin_interfaces/msg/Time"](**said["header"]["stamp"])
    header = ROS.types["std_msgs/msg/Header"](stamp, said["header"]["frame_id"])
    place = ROS.types["geometry_msgs/msg/Vector3"](**said["transform"]["translation"])
    turned = ROS.types["geometry_msgs/msg/Quaternion"](**said["transform"]["rotation"])
    there = ROS.types["geometry_msgs/msg/Transform"](place, turned)
    return ROS.types["geometry_msgs/msg/TransformStamped"](header, said["child_frame_id"], there)


if __name__ == "__main__":
    main(*sys.argv[1:])
