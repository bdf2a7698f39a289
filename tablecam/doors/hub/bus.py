"""A connection to an MQTT 5 broker that comes back by itself.

MQTT 5 everywhere: a forbidden publish is then answered "not authorized". In 3.1.1 it is dropped, and acknowledged as if
it had been taken.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import unquote, urlsplit

from tablecam.base.errors import TablecamError

if TYPE_CHECKING:
    from paho.mqtt.client import Client

PORTS = {"mqtt": 1883, "mqtts": 8883}
ALIVE_S = 20
SOONEST_S, LATEST_S = 1, 30
NEEDS = "the hub is reached through libraries that are not installed here: pip install 'tablecam[hub]' brings them"


class BadBroker(TablecamError):
    """A broker cannot be reached so; the message says why."""


@dataclass(frozen=True)
class BrokerAddress:
    """Where a broker is, and who connects. ca: the certificates to trust, where they are not the system's."""

    host: str
    port: int
    user: str = ""
    secret: str = ""
    secure: bool = True
    ca: Path | None = None

    @classmethod
    def of(cls, url: str, ca: Path | None = None) -> Self:
        """From `mqtts://user:secret@host:port`; BadBroker."""
        try:
            parts = urlsplit(url)
            port = parts.port or PORTS[parts.scheme]
            host = parts.hostname or ""
        except (ValueError, KeyError):
            host, port = "", 0
        if not host:
            raise BadBroker("a broker is named like mqtts://user:secret@hub.example, or mqtt:// on this machine")
        user, secret = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(host, port, user, secret, parts.scheme == "mqtts", ca)


@dataclass(frozen=True)
class BusMessage:
    """What came. connection: which of the connections it came on; mid: its number there.

    retained: it was said at some time before the connection.
    """

    topic: str
    payload: bytes
    mid: int
    connection: int
    retained: bool = False


@dataclass(frozen=True)
class LastWill:
    """What the broker says of this client when it is gone without a word."""

    topic: str
    payload: bytes


@dataclass(frozen=True)
class BusListener:
    """Who is told; all of it in the bus's own thread, so nobody may wait there.

    up: connected, and subscribed to all `topics`. down: why there is no connection. heard: a message. refused: the
    broker does not let this client do something. also: topics that are read where the broker lets this client.
    """

    topics: tuple[str, ...] = ()
    up: Callable[[], None] = lambda: None
    down: Callable[[str], None] = lambda _why: None
    heard: Callable[[BusMessage], None] = lambda _message: None
    refused: Callable[[str], None] = lambda _why: None
    also: tuple[str, ...] = ()


class Bus:
    """A client of a broker; a context manager. manual: messages are acknowledged by `acknowledge` alone."""

    def __init__(
        self,
        address: BrokerAddress,
        listener: BusListener,
        *,
        client_id: str,
        will: LastWill | None = None,
        manual: bool = False,
    ) -> None:
        self.listener = listener
        # counts the connections: a message is acknowledged on its own, and on no other
        self.connection = 0
        self._up = False
        self._client = self._made(address, client_id, manual)
        self._subscription: int | None = None
        if will:
            self._client.will_set(will.topic, will.payload, qos=1, retain=True)
        self._client.connect_async(address.host, address.port, ALIVE_S, clean_start=True)

    def _made(self, address: BrokerAddress, client_id: str, manual: bool) -> "Client":
        try:
            from paho.mqtt.client import Client
            from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
        except ModuleNotFoundError as missing:
            raise BadBroker(NEEDS) from missing
        client = Client(CallbackAPIVersion.VERSION2, client_id, protocol=MQTTProtocolVersion.MQTTv5, manual_ack=manual)
        if address.user:
            client.username_pw_set(address.user, address.secret)
        if address.secure:
            try:
                client.tls_set(str(address.ca) if address.ca else None)
            except OSError as fault:
                raise BadBroker(f"the certificates of {address.ca} cannot be read: {fault}") from fault
        client.reconnect_delay_set(SOONEST_S, LATEST_S)
        client.max_inflight_messages_set(1000)
        client.on_connect, client.on_disconnect = self._connected, self._disconnected
        client.on_connect_fail = self._unreachable
        client.on_subscribe, client.on_message, client.on_publish = self._subscribed, self._heard, self._published
        return client

    def __enter__(self) -> Self:
        self._client.loop_start()
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1) -> None:
        """Hands a message over; whether it arrives, the broker's word says nothing of."""
        self._client.publish(topic, payload, qos, retain)

    def deliver(self, topic: str, payload: bytes, seconds: float) -> bool:
        """Has the broker retain a message, and waits until it has taken it; whether it has within that time."""
        handed_over = self._client.publish(topic, payload, 1, retain=True)
        handed_over.wait_for_publish(seconds)
        return handed_over.is_published()

    def acknowledge(self, message: BusMessage) -> None:
        """The broker may forget a message. Nothing where its connection is gone: it comes again, to somebody."""
        if self._up and message.connection == self.connection:
            self._client.ack(message.mid, 1)

    def _connected(self, client: "Client", _data: object, _flags: object, reason: Any, _properties: object) -> None:
        if reason.is_failure:
            self.listener.down(str(reason))
            return
        self.connection += 1
        self._up = True
        if self.listener.also:
            client.subscribe([(topic, _options()) for topic in self.listener.also])
        if self.listener.topics:
            _code, self._subscription = client.subscribe([(topic, _options()) for topic in self.listener.topics])
        else:
            self.listener.up()

    def _subscribed(self, _client: object, _data: object, mid: int, reasons: list[Any], _properties: object) -> None:
        if mid != self._subscription:
            return
        if any(reason.is_failure for reason in reasons):
            self.listener.refused(str(reasons[0]))
        else:
            self.listener.up()

    def _disconnected(self, _client: object, _data: object, _flags: object, reason: Any, _properties: object) -> None:
        # one that was turned away has been told why
        if self._up:
            self._up = False
            self.listener.down(str(reason))

    def _unreachable(self, _client: object, _data: object) -> None:
        # called where the fault is handled: nothing else says that a certificate is wrong
        self.listener.down(str(sys.exception() or "cannot be reached"))

    def _heard(self, _client: object, _data: object, message: Any) -> None:
        came = BusMessage(message.topic, bytes(message.payload), message.mid, self.connection, bool(message.retain))
        self.listener.heard(came)

    def _published(self, _client: object, _data: object, _mid: int, reason: Any, _properties: object) -> None:
        if reason.is_failure:
            self.listener.refused(str(reason))


def _options() -> Any:
    from paho.mqtt.subscribeoptions import SubscribeOptions

    return SubscribeOptions(qos=1)
