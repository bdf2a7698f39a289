"""Prints what a table sends by TUIO 1.1, as a program for tangible tables hears it.

python examples/listen_to_tuio.py 3333    what comes to this port: begin with `tablecam play ... --tuio 127.0.0.1:3333`
python examples/listen_to_tuio.py         a drawn table that this program starts, until three models are heard
"""

import subprocess
import sys

from pythonosc.dispatcher import Dispatcher
from pythonosc.osc_server import BlockingOSCUDPServer

DEMO = [sys.executable, "-m", "tablecam", "demo", "--no-browser", "--port", "0", "--seconds", "120", "--tuio"]


heard: set[float] = set()


def listen(_address: str, kind: str, *values: float) -> None:
    if kind == "set" and values[0] not in heard:
        heard.add(values[0])
        print(f"tag {values[1]} at {values[2]:.3f}, {values[3]:.3f} of the table", flush=True)


def main(port: str = "") -> None:
    dispatcher = Dispatcher()
    dispatcher.map("/tuio/2Dobj", listen)
    with BlockingOSCUDPServer(("127.0.0.1", int(port or 0)), dispatcher) as server:
        if port:
            server.serve_forever()
        server.timeout = 60
        with subprocess.Popen([*DEMO, f"127.0.0.1:{server.server_address[1]}"], stdout=subprocess.DEVNULL) as demo:
            while len(heard) < 3 and demo.poll() is None:
                server.handle_request()
            demo.terminate()


if __name__ == "__main__":
    main(*sys.argv[1:])
