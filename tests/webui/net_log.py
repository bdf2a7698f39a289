"""What pages ask for, from a browser's net log; and a server's port, for tests in a browser."""

import contextlib
import json
import socket
import time
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest


def recorded(log: Path) -> list[str]:
    """The arguments of a browser that reaches this machine alone and writes down what it was asked for."""
    return ["--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", f"--log-net-log={log}"]


def hosts_asked(log: Path) -> set[str]:
    """Every host that pages asked for, from the browser's net log.

    A full Chromium asks its maker's servers for updates by itself, on behalf of no page: that is not counted.
    """
    told = [event.get("params", {}) for event in json.loads(log.read_text())["events"]]
    started = [each for each in told if "initiator" in each and "url" in each]
    hosts = {urlsplit(each["url"]).hostname for each in started if not by_the_browser_itself(each)}
    return {host for host in hosts if host}


def by_the_browser_itself(request: dict[str, str]) -> bool:
    """Whether no page made the request, it opens none, and its answer is kept for none of ours."""
    opens = request.get("request_type") == "main frame"
    return request["initiator"] == "not an origin" and not opens and "//127.0.0.1" not in isolation(request)


def isolation(request: dict[str, str]) -> str:
    """The sites that the answer is kept for."""
    return request.get("network_isolation_key", "")


def wait_for(address: str) -> None:
    for _ in range(1200):
        with contextlib.suppress(OSError), urlopen(address, timeout=20) as answer:
            answer.read()
            return
        time.sleep(0.05)
    pytest.fail(f"{address} does not answer")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
