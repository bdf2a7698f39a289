"""A connection to an MQTT 5 broker that reconnects by itself.

MQTT 5 everywhere: its brokers answer a forbidden publish with "not authorized". In 3.1.1 they drop it, and acknowledge
it as if they had taken it.
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
    """A broker cannot be reached at an address; the message says why."""


@dataclass(frozen=True)
class BrokerAddress:
    """The address of a broker, and the user that connects. ca: certificates to trust, if not the system's."""

    host: str
    port: int
    user: str = ""
    secret: str = ""
    secure: bool = True
    ca: Path | None = None

    @classmethod
    def from_url(cls, url: str, ca: Path | None = None) -> Self:
        """The address of `mqtts://user:secret@host:port`; BadBroker."""
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
    """A received message. connection: the number of its connection; mid: its number there.

    retained: it was sent at some time before the connection; with `as_published`, it was sent to be retained.
    """

    topic: str
    payload: bytes
    mid: int
    connection: int
    retained: bool = False


@dataclass(frozen=True)
class LastWill:
    """The message that the broker sends when this client is gone without a word."""

    topic: str
    payload: bytes


@dataclass(frozen=True)
class BusListener:
    """Callbacks, all called in the bus's own thread, so they must not block.

    up: connected, and subscribed to all `topics`. down: why there is no connection. heard: a message. refused: the
    broker refuses something to this client. also: topics to read if the broker lets this client. as_published: also a
    message that is only retained from now on says that it is retained.
    """

    topics: tuple[str, ...] = ()
    up: Callable[[], None] = lambda: None
    down: Callable[[str], None] = lambda _why: None
    heard: Callable[[BusMessage], None] = lambda _message: None
    refused: Callable[[str], None] = lambda _why: None
    also: tuple[str, ...] = ()
    as_published: bool = False


class Bus:
    """A client of a broker; a context manager. manual: only `acknowledge` acknowledges messages."""

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
        # the number of the connection: a message is acknowledged on its own connection only
        self.connection = 0
        self._is_up = False
        self._client = self._make_client(address, client_id, manual)
        self._subscription: int | None = None
        if will:
            self._client.will_set(will.topic, will.payload, qos=1, retain=True)
        self._client.connect_async(address.host, address.port, ALIVE_S, clean_start=True)

    def _make_client(self, address: BrokerAddress, client_id: str, manual: bool) -> "Client":
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
        client.on_connect, client.on_disconnect = self._on_connected, self._on_disconnected
        client.on_connect_fail = self._on_unreachable
        client.on_subscribe, client.on_message, client.on_publish = (
            self._on_subscribed,
            self._on_message,
            self._on_published,
        )
        return client

    def __enter__(self) -> Self:
        self._client.loop_start()
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1) -> None:
        """Hand over a message, with no confirmation that it arrives."""
        self._client.publish(topic, payload, qos, retain)

    def deliver(self, topic: str, payload: bytes, seconds: float) -> bool:
        """Have the broker retain a message; returns whether it took the message in this time."""
        handed_over = self._client.publish(topic, payload, 1, retain=True)
        handed_over.wait_for_publish(seconds)
        return handed_over.is_published()

    def acknowledge(self, message: BusMessage) -> None:
        """Let the broker forget a message. No effect once its connection is gone: it comes again, to some client."""
        if self._is_up and message.connection == self.connection:
            self._client.ack(message.mid, 1)

    def _on_connected(self, client: "Client", _data: object, _flags: object, reason: Any, _properties: object) -> None:
        if reason.is_failure:
            self.listener.down(str(reason))
            return
        self.connection += 1
        self._is_up = True
        options = _subscribe_options(self.listener.as_published)
        if self.listener.also:
            client.subscribe([(topic, options) for topic in self.listener.also])
        if self.listener.topics:
            _code, self._subscription = client.subscribe([(topic, options) for topic in self.listener.topics])
        else:
            self.listener.up()

    def _on_subscribed(self, _client: object, _data: object, mid: int, reasons: list[Any], _properties: object) -> None:
        if mid != self._subscription:
            return
        if any(reason.is_failure for reason in reasons):
            self.listener.refused(str(reasons[0]))
        else:
            self.listener.up()

    def _on_disconnected(
        self, _client: object, _data: object, _flags: object, reason: Any, _properties: object
    ) -> None:
        # a rejected connection has reported its reason already
        if self._is_up:
            self._is_up = False
            self.listener.down(str(reason))

    def _on_unreachable(self, _client: object, _data: object) -> None:
        # called while the exception is handled, which is the only source that reports a bad certificate
        self.listener.down(str(sys.exception() or "cannot be reached"))

    def _on_message(self, _client: object, _data: object, message: Any) -> None:
        received = BusMessage(message.topic, bytes(message.payload), message.mid, self.connection, bool(message.retain))
        self.listener.heard(received)

    def _on_published(self, _client: object, _data: object, _mid: int, reason: Any, _properties: object) -> None:
        if reason.is_failure:
            self.listener.refused(str(reason))


def _subscribe_options(as_published: bool) -> Any:
    from paho.mqtt.subscribeoptions import SubscribeOptions

    return SubscribeOptions(qos=1, retainAsPublished=as_published)
