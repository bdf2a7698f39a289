"""Access rights at the broker: mosquitto's dynamic security, its first file and the changes while it runs.

A table writes exactly the parts of its view under `pub/<its own>` and `in/<its own>`, and the streams of its games; it
reads `have/<its own>` and its hall's event and wall; the
archiver reads `in/#`, writes `have/#` and names tables; the delayer reads what tables show under `in/` and writes
`pub/#`; a hall's desk sets its wall and its event; a client without a credential reads `pub/#`; all else is forbidden.
"""

import base64
import hashlib
import json
import queue
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

from tablecam.base.errors import TablecamError
from tablecam.doors.hub.bus import BrokerAddress, Bus, BusListener, BusMessage
from tablecam.doors.hub.topics import (
    ALL_BATCHES,
    ALL_HELD_BACK,
    ALL_NAMES,
    ALL_WALLS,
    NAMES,
    PARTS,
    PUBLIC,
    ROOT,
    SHARED_BATCHES,
    STREAMS,
    Place,
    desk_user,
    get_event_topic,
    get_wall_topic,
)
from tablecam.storage.text_file import write_bytes, write_text

ARCHIVER, REGISTRAR, DELAYER, VISITOR = "archiver", "registrar", "delayer", "visitor"
CONTROL = "$CONTROL/dynamic-security/v1"
SECURITY_FILE = "dynamic-security.json"
ANSWERS_S = 10.0
# all that tables may have retained, and all that is retained for them
TOPICS_OF_TABLES = (PUBLIC, ALL_BATCHES, f"{ROOT}/have/#")
ITERATIONS = 101
WRITE, READ, HEAR = "publishClientSend", "subscribePattern", "publishClientReceive"

# One thing a line. `plugin` is Debian's; mosquitto finds it where its package has put it.
CONFIGURATION = """\
# Written by `tablecam hub init`. Run it with: mosquitto -c {folder}/mosquitto.conf
per_listener_settings false
plugin mosquitto_dynamic_security.so
plugin_opt_config_file {folder}/dynamic-security.json
# a client without a credential may read tc/1/pub/# and nothing else: see dynamic-security.json
allow_anonymous true
persistence true
persistence_location {folder}/
# retained messages outlive a crash of the machine: with the default half hour, names and the walls' order would not
autosave_interval 60
max_packet_size 131072
max_queued_messages 1000
max_inflight_messages 1000
# a reader that lags behind holds this much at most
max_queued_bytes 8388608
{listeners}"""
TLS = """\
certfile {cert}
keyfile {key}
"""


class BrokerRefuses(TablecamError):
    """The broker refuses a request of the registrar."""


def new_secret() -> str:
    """A credential that nobody can guess."""
    return secrets.token_urlsafe(24)


def write_broker(folder: Path, listeners: str) -> dict[str, str]:
    """Write a broker's configuration; returns the secrets of archiver, registrar and delayer, by name. BadFile."""
    secrets_by_user = {ARCHIVER: new_secret(), REGISTRAR: new_secret(), DELAYER: new_secret()}
    write_bytes(folder / SECURITY_FILE, json.dumps(security(secrets_by_user), indent=1).encode(), private=True)
    write_text(folder / "mosquitto.conf", CONFIGURATION.format(folder=folder.resolve(), listeners=listeners))
    return secrets_by_user


def listeners(address: str, port: int, websockets: int, tls: tuple[Path, Path] | None = None) -> str:
    """The listeners for tables and for browsers. tls: certificate and key."""
    secured = TLS.format(cert=tls[0].resolve(), key=tls[1].resolve()) if tls else ""
    # without `socket_domain`, mosquitto 2.0 listens for browsers on every interface, whatever the address
    family = "ipv6" if ":" in address else "ipv4"
    browsers = f"listener {websockets} {address}\nprotocol websockets\nsocket_domain {family}\n{secured}"
    return f"listener {port} {address}\n{secured}{browsers}"


def security(made: dict[str, str]) -> dict[str, Any]:
    """The first file of dynamic security. made: secrets by user."""
    return {
        "defaultACLAccess": {WRITE: False, HEAR: False, "subscribe": False, "unsubscribe": True},
        "clients": [
            {"username": user, **_hash_secret(secret), "roles": [{"rolename": user}]} for user, secret in made.items()
        ],
        "groups": [{"groupname": VISITOR, "roles": [{"rolename": VISITOR}]}],
        "anonymousGroup": VISITOR,
        "roles": [
            _build_role(VISITOR, (READ, PUBLIC), (HEAR, PUBLIC)),
            _build_role(
                ARCHIVER,
                *((READ, topic) for topic in (ALL_BATCHES, SHARED_BATCHES)),
                (HEAR, ALL_BATCHES),
                # a batch that a table has had retained is cleared
                *((WRITE, topic) for topic in (f"{ROOT}/have/#", ALL_NAMES, ALL_BATCHES)),
            ),
            _build_role(
                DELAYER,
                *((kind, topic) for kind in (READ, HEAR) for topic in (ALL_HELD_BACK, ALL_WALLS)),
                (WRITE, PUBLIC),
            ),
            _build_role(
                REGISTRAR,
                *((kind, f"{CONTROL}/#") for kind in (WRITE, READ, HEAR)),
                *((kind, topic) for topic in TOPICS_OF_TABLES for kind in (WRITE, READ, HEAR)),
            ),
        ],
    }  # fmt: skip


def _build_role(name: str, *acls: tuple[str, str]) -> dict[str, Any]:
    rows = [{"acltype": kind, "topic": topic, "priority": 0, "allow": True} for kind, topic in acls]
    return {"rolename": name, "acls": rows}


def _hash_secret(secret: str) -> dict[str, Any]:
    salt = secrets.token_bytes(12)
    digest = hashlib.pbkdf2_hmac("sha512", secret.encode(), salt, ITERATIONS)
    return {
        "password": base64.b64encode(digest).decode(),
        "salt": base64.b64encode(salt).decode(),
        "iterations": ITERATIONS,
    }


def names_message(hall_name: str, table_name: str) -> bytes:
    """The names of a table and its hall, for everybody."""
    return json.dumps({"hall": hall_name, "table": table_name}, ensure_ascii=False).encode()


class Registrar:
    """A registrar that gives tables their credentials and takes them away, at a running broker."""

    def __init__(self, broker: BrokerAddress) -> None:
        self._broker = broker

    def admit(self, place: Place, secret: str, *, delayed: bool = False) -> None:
        """Let a table connect from now on, under its own client id alone. BrokerRefuses.

        delayed: it may show at once only whether it is there.
        """
        self._run_commands(*_admission_commands(place, secret, delayed=delayed))

    def admit_all(self, admitted: Mapping[Place, str]) -> None:
        """Admit many tables at once. admitted: the secret of each table. BrokerRefuses."""
        self._run_commands(
            *(command for place, secret in admitted.items() for command in _admission_commands(place, secret))
        )

    def admit_desk(self, hall: str, secret: str) -> None:
        """Let a hall's organiser set its walls and its event; an earlier secret ends. BrokerRefuses."""
        user = desk_user(hall)
        self._run_commands(
            {"command": "deleteClient", "username": user}, {"command": "deleteRole", "rolename": user}, lenient=True
        )
        write_acls = ((WRITE, topic) for topic in (get_wall_topic(hall), get_event_topic(hall)))
        role = _build_role(user, *write_acls, (READ, PUBLIC), (HEAR, PUBLIC))
        client = {"username": user, "password": secret, "roles": [{"rolename": user}]}
        self._run_commands({"command": "createRole", **role}, {"command": "createClient", **client})

    def announce(self, place: Place, hall_name: str, table_name: str) -> None:
        """Publish the names of a table and its hall. BrokerRefuses."""
        self._retain_messages({place.part(NAMES): names_message(hall_name, table_name)})

    def revoke(self, place: Place) -> None:
        """Take a table's credential away; if it is connected, it is disconnected and no longer shown. BrokerRefuses."""
        self._run_commands(
            {"command": "deleteClient", "username": place.user}, {"command": "deleteRole", "rolename": place.user}
        )
        self._retain_messages(dict.fromkeys((place.status, *map(place.part, (*PARTS, NAMES))), b""))
        self._grant_clearing()
        # the broker queues a thousand messages for a reader, and there may be more
        while retained := self._find_retained(place):
            self._retain_messages(dict.fromkeys(retained, b""))

    def _grant_clearing(self) -> None:
        """Give the registrar of an older broker the rights to find and clear what tables have had retained."""
        rights = [(kind, topic) for topic in TOPICS_OF_TABLES for kind in (WRITE, READ, HEAR)]
        commands = [
            {"command": "addRoleACL", "rolename": REGISTRAR, "acltype": kind, "topic": topic, "allow": True}
            for kind, topic in rights
        ]
        self._run_commands(*commands, lenient=True)

    def _find_retained(self, place: Place) -> set[str]:
        """The topics of a table under which something is retained, as far as the broker tells at once."""
        came: queue.SimpleQueue[BusMessage | str | None] = queue.SimpleQueue()
        topics = tuple(f"{ROOT}/{kind}/{place.hall}/{place.table}/#" for kind in ("pub", "in", "have"))
        listener = BusListener(topics, lambda: came.put(None), came.put, came.put, came.put)
        retained_topics: set[str] = set()
        with Bus(self._broker, listener, client_id=f"registrar-{uuid4().hex[:12]}") as bus:
            while True:
                message = _await_answer(came)
                if message is None:
                    # subscribed: what is retained comes before anything that is published now
                    bus.publish(place.status, b"", retain=True)
                elif message.retained and message.payload:
                    retained_topics.add(message.topic)
                elif message.topic == place.status and not message.payload:
                    return retained_topics

    def _retain_messages(self, messages: dict[str, bytes]) -> None:
        """Have the broker retain each message in place of the last one."""
        came: queue.SimpleQueue[BusMessage | str | None] = queue.SimpleQueue()
        listener = BusListener((), lambda: came.put(None), came.put, came.put, came.put)
        with Bus(self._broker, listener, client_id=f"registrar-{uuid4().hex[:12]}") as bus:
            _await_answer(came)
            if not all(bus.deliver(topic, payload, ANSWERS_S) for topic, payload in messages.items()):
                raise BrokerRefuses("the broker does not take what is to be retained: try it again")

    def _run_commands(self, *commands: dict[str, Any], lenient: bool = False) -> None:
        """Run commands. lenient: ignore errors, for deleting clients that may not exist."""
        came: queue.SimpleQueue[BusMessage | str | None] = queue.SimpleQueue()
        listener = BusListener((f"{CONTROL}/response",), lambda: came.put(None), came.put, came.put, came.put)
        with Bus(self._broker, listener, client_id=f"registrar-{uuid4().hex[:12]}") as bus:
            _await_answer(came)
            bus.publish(CONTROL, json.dumps({"commands": commands}).encode())
            answer = _await_answer(came)
        assert answer is not None
        wrong = [response["error"] for response in json.loads(answer.payload)["responses"] if "error" in response]
        if wrong and not lenient:
            raise BrokerRefuses(f"the broker refuses: {', '.join(wrong)}")


def _admission_commands(place: Place, secret: str, *, delayed: bool = False) -> tuple[dict[str, Any], dict[str, Any]]:
    """The commands that admit a table: its role with exact topics, so that it can retain no others, and itself."""
    readable = f"{ROOT}/have/{place.hall}/{place.table}/#", get_event_topic(place.hall), get_wall_topic(place.hall)
    shown = [] if delayed else [place.part(name) for name in PARTS]
    held_back = [place.part(name, "in") for name in PARTS]
    streams = [f"{ROOT}/in/{place.hall}/{place.table}/+/{stream}" for stream in STREAMS]
    role = _build_role(
        place.user,
        *((WRITE, topic) for topic in (place.status, *shown, *held_back, *streams)),
        *((kind, topic) for kind in (READ, HEAR) for topic in readable),
    )
    client = {"username": place.user, "clientid": place.user, "password": secret, "roles": [{"rolename": place.user}]}
    return {"command": "createRole", **role}, {"command": "createClient", **client}


def _await_answer(came: "queue.SimpleQueue[BusMessage | str | None]") -> BusMessage | None:
    try:
        item = came.get(timeout=ANSWERS_S)
    except queue.Empty:
        item = "no answer"
    if isinstance(item, str):
        raise BrokerRefuses(f"the broker cannot be asked ({item}): is it running, and is this the registrar's address?")
    return item
