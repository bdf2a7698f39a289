"""Follows a table over the network and prints where its models come to rest. Needs the standard library alone.

python examples/follow_live.py [ADDRESS]    such as http://192.168.1.20:8000; without one, a drawn table's first move
"""

import json
import math
import subprocess
import sys
from urllib.request import urlopen

DEMO = [sys.executable, "-m", "tablecam", "demo", "--no-browser", "--port", "0", "--seconds", "120"]


def main(address: str = "") -> None:
    if address:
        follow(address)
        return
    with subprocess.Popen(DEMO, stdout=subprocess.PIPE, text=True) as demo:
        told = demo.stdout.readline() if demo.stdout else ""
        follow(next(word for word in told.split() if "://" in word), moves=1)
        demo.terminate()


def follow(address: str, moves: float = math.inf) -> None:
    stood: dict[str, tuple[float, float]] = {}
    for line in urlopen(f"{address}/api/v1/live"):  # noqa: S310 the address is the user's own
        for model in json.loads(line[6:]).get("models", ()) if line.startswith(b"data: ") else ():
            id, place = model["id"], (model["x_in"], model["y_in"])
            if model["state"] == "settled" and math.dist(place, stood.get(id, (math.inf, 0.0))) > 0.1:
                print(f"{model['name']} {'moved to' if id in stood else 'stands at'} {place}", flush=True)
                moves -= id in stood
                stood[id] = place
        if moves <= 0:
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
