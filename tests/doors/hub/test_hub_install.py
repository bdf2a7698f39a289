"""What docs/install/hub has: the broker's configuration starts, the bridge brings cards, the other files are sound."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml
from couriers import Client, until
from services import Broker, certificate, free_port, mosquitto

from tablecam.commands.hub import delay
from tablecam.doors.hub.broker_access import CONFIGURATION, REGISTRAR, Registrar, listeners, write_broker
from tablecam.doors.hub.topics import Place
from tests.docs.test_install_doc import checked, tool
from tests.doors.hub.conftest import running_broker

ROOT = Path(__file__).resolve().parents[3]
BESIDE = ROOT / "docs" / "install" / "hub"
FOLDER = "/var/lib/tablecam-hub"
CONF = (BESIDE / "mosquitto.conf").read_text(encoding="utf-8")
HERE = Place("hall", "one")
AS_ROOT = "\nuser root\n"


def test_the_configuration_is_that_which_init_writes() -> None:
    tls = Path(FOLDER, "cert.pem"), Path(FOLDER, "key.pem")
    assert CONFIGURATION.format(folder=FOLDER, listeners=listeners("0.0.0.0", 8883, 8884, tls)) == CONF


@pytest.mark.slow
def test_a_broker_starts_with_it_and_lets_a_table_in(tmp_path: Path) -> None:
    program, port, websockets = mosquitto(), free_port(), free_port()
    made = write_broker(tmp_path, "")
    certificate(tmp_path)
    text = CONF.replace(FOLDER, str(tmp_path)).replace("0.0.0.0", "127.0.0.1")
    text = text.replace("8883", str(port)).replace("8884", str(websockets))
    (tmp_path / "mosquitto.conf").write_text(text + AS_ROOT)
    started = Broker(program, tmp_path, port, websockets, made)
    started.start()
    try:
        Registrar(_secured(started.address(REGISTRAR), tmp_path)).admit(HERE, "secret")
        table = Client(_secured(started.address(HERE.user, "secret"), tmp_path), (HERE.words,), HERE.user)
        with table.bus:
            assert table.is_up.wait(60)
    finally:
        started.kill()


def _secured(address, folder: Path):
    return type(address)(address.host, address.port, address.user, address.secret, True, folder / "cert.pem")


@pytest.mark.slow
def test_the_bridge_brings_cards_and_states_of_a_hall_and_nothing_else(broker: Broker) -> None:
    with running_broker() as everybody:
        _bridge_account(everybody)
        text = (BESIDE / "bridge.conf").read_text(encoding="utf-8").replace("HALL", HERE.hall)
        text = text.replace("hub.example:8883", f"127.0.0.1:{everybody.port}").replace("SECRET", "bridged")
        text = re.sub(r"^bridge_cafile.*\n", "", text, flags=re.MULTILINE)
        broker.kill()
        with (broker.folder / "mosquitto.conf").open("a") as file:
            file.write(text)
        broker.start()
        Registrar(broker.registrar).admit(HERE, "secret")
        ear = Client(everybody.address(), ("tc/1/pub/#",))
        table = Client(broker.address(HERE.user, "secret"), (), HERE.user)
        with ear.bus, table.bus:
            assert ear.is_up.wait(60)
            assert table.is_up.wait(60)
            for part in ("game", "card", "status"):
                table.bus.publish(f"tc/1/pub/{HERE.hall}/{HERE.table}/{part}", part.encode(), retain=True)
            until(lambda: len(ear.heard) >= 2)
        assert sorted(ear.heard) == [
            (f"tc/1/pub/{HERE.hall}/{HERE.table}/{part}", part.encode()) for part in ("card", "status")
        ]


def _bridge_account(everybody: Broker) -> None:
    """As the page says it, by mosquitto's own tool."""
    control = shutil.which("mosquitto_ctrl")
    if control is None:
        pytest.skip("no mosquitto_ctrl on this machine: Debian's package mosquitto has it")
    at = ["-h", "127.0.0.1", "-p", str(everybody.port), "-u", REGISTRAR, "-P", everybody.secrets[REGISTRAR]]
    for words in (
        ("createRole", "bridge-hall"),
        ("addRoleACL", "bridge-hall", "publishClientSend", f"tc/1/pub/{HERE.hall}/#", "allow"),
        ("createClient", "bridge-hall", "-p", "bridged"),
        ("addClientRole", "bridge-hall", "bridge-hall"),
    ):
        subprocess.run([control, *at, "dynsec", *words], check=True, capture_output=True, timeout=60)


COUNTED = """
import fcntl, pathlib, re, socket, struct, subprocess, sys
nft, rules = sys.argv[1:]
# the loopback device is up: SIOCSIFFLAGS, IFF_UP
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 1))
subprocess.run([nft, "-f", rules], check=True)
port = int(re.search(r"dport { (\\d+)", pathlib.Path(rules).read_text())[1])
opened = []
with socket.create_server(("127.0.0.1", port), backlog=200):
    for number in range(103):
        try:
            opened.append(socket.create_connection(("127.0.0.1", port), timeout=5))
        except ConnectionRefusedError:
            pass
    print(len(opened))
"""


@pytest.mark.slow
def test_the_packet_filter_counts_the_connections_of_an_address() -> None:
    """In a network of the test's own, in which nobody else is."""
    rules = BESIDE / "connections.nft"
    alone = [tool("unshare"), *([] if os.geteuid() == 0 else ["--map-root-user"]), "--net"]
    command = [*alone, sys.executable, "-c", COUNTED, tool("nft"), rules]
    assert subprocess.run(command, check=True, capture_output=True, timeout=60, text=True).stdout == "100\n"


def test_systemd_takes_the_delayer_s_service_which_runs_what_there_is(tmp_path: Path) -> None:
    unit = (BESIDE / "tablecam-delay.service").read_text(encoding="utf-8")
    (line,) = re.findall(r"^ExecStart=/opt/tablecam/bin/tablecam hub delay (.*)$", unit, re.MULTILINE)
    with click.Context(delay) as context:
        delay.make_parser(context).parse_args(line.split())
    assert {"Restart=always", "StartLimitIntervalSec=0", "WantedBy=multi-user.target"} <= set(unit.splitlines())
    there = tmp_path / "tablecam-delay.service"
    there.write_text(re.sub(r"^(ExecStart=)\S+", rf"\1{sys.executable}", unit, flags=re.MULTILINE))
    assert "tablecam-delay.service" not in checked(tool("systemd-analyze"), "verify", there)


def test_systemd_takes_the_broker_s_service(tmp_path: Path) -> None:
    unit = (BESIDE / "tablecam-broker.service").read_text(encoding="utf-8")
    assert f"ExecStart=/usr/sbin/mosquitto -c {FOLDER}/mosquitto.conf" in unit.splitlines()
    there = tmp_path / "tablecam-broker.service"
    there.write_text(re.sub(r"^(ExecStart=)\S+", rf"\1{sys.executable}", unit, flags=re.MULTILINE))
    assert "tablecam-broker.service" not in checked(tool("systemd-analyze"), "verify", there)


def test_the_compose_file_has_broker_record_and_archiver_which_go_on() -> None:
    services = yaml.safe_load((BESIDE / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert set(services) == {"broker", "archiver", "record", "delayer"}
    # only where tables are shown later
    assert {name for name, service in services.items() if "profiles" in service} == {"delayer"}
    assert {service["restart"] for service in services.values()} == {"unless-stopped"}
    built = services["archiver"]["build"]
    assert (BESIDE / built["context"]).resolve() == ROOT
    assert (ROOT / built["dockerfile"]).is_file()
    assert "hub]" in (ROOT / built["dockerfile"]).read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_compose_file_is_one_by_its_schema() -> None:
    checked(tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", BESIDE / "compose.yaml")
