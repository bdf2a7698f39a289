"""`make hub`: archiver, broker and database are killed while it plays, each comes back, and the record is whole."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from couriers import until
from services import answers, free_port, mosquitto

from tests.storage.conftest import binary

# servers and tables, each a program of its own
pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[3]
BIN = Path(sys.executable).parent


def free_ports() -> int:
    """The first of three that are free."""
    while True:
        first = free_port()
        if first < 65000 and not any(answers(first + more) for more in (1, 2)):
            return first


def test_what_is_killed_while_it_plays_comes_back_by_itself_and_the_record_is_whole(tmp_path: Path) -> None:
    mosquitto()
    if binary("initdb") is None or not Path("/usr/lib/postgresql").is_dir() or shutil.which("setpriv") is None:
        pytest.skip("no PostgreSQL of Debian's on this machine (tools/system.sh hub)")
    said = tmp_path / "said"
    told = os.environ | {"BIN": str(BIN), "HUB_PORT": str(free_ports()), "PATH": f"{os.environ['PATH']}:/usr/sbin"}
    with said.open("wb") as out:
        script = subprocess.Popen(["sh", ROOT / "tools" / "hub.sh"], cwd=ROOT, env=told, stdout=out, stderr=out)
    try:
        until(lambda: "Table 3: 1 games" in said.read_text())
        (folder,) = (Path(each) for each in re.findall(r"Kill what you like: (\S+) has", said.read_text()))

        def number(name: str) -> int:
            text = (folder / f"{name}.pid").read_text().strip()
            return int(text) if text else 0

        killed = {name: number(name) for name in ("archiver", "broker", "record")}
        for process in killed.values():
            os.kill(process, signal.SIGKILL)
        until(lambda: all(number(name) not in {0, process} for name, process in killed.items()))
        held = lines(said.read_text())
        until(lambda: lines(said.read_text()) > held)
    finally:
        script.send_signal(signal.SIGTERM)
        script.wait(120)
    text = said.read_text()
    assert "every chain of sums is whole" in text.splitlines()[-1], text
    assert not folder.exists()


def lines(said: str) -> int:
    """How many lines the record had when that was last said, of all tables."""
    return sum(int(each) for each in re.findall(r"closed\), (\d+) lines", said)[-3:])
