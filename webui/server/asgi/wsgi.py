"""Calls a Flask application from an ASGI server: the environment of a request, and its complete answer."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

Scope = dict[str, Any]
Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]
# the headers that have no prefix in an environment
PLAIN = {"CONTENT_TYPE", "CONTENT_LENGTH"}


@dataclass(frozen=True)
class WsgiAnswer:
    """The answer of the application."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def build_environ(scope: Scope, body: bytes, address: str) -> Environ:
    """The environment of a request whose body has arrived. address: of the client."""
    server = scope.get("server") or ("localhost", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        # PEP 3333 wants bytes in latin-1
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": address,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    _add_headers(environ, scope["headers"])
    if body or "CONTENT_LENGTH" in environ:
        environ["CONTENT_LENGTH"] = str(len(body))
    return environ


def is_readable(name: bytes, value: bytes) -> bool:
    """False for a cookie that is not UTF-8: no page of ours has set it, and the request is answered as without it."""
    if name.lower() != b"cookie":
        return True
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def _add_headers(environ: Environ, headers: Iterable[tuple[bytes, bytes]]) -> None:
    for raw_name, raw_value in headers:
        # a name with an underscore could pass for another: X_Tablecam for X-Tablecam
        if b"_" in raw_name or not is_readable(raw_name, raw_value):
            continue
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        key = name if name in PLAIN else f"HTTP_{name}"
        separator = "; " if name == "COOKIE" else ", "
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value


def ask(app: Application, environ: Environ) -> WsgiAnswer:
    """The complete answer of the application, made in this thread."""
    starts: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], None]:  # noqa: ARG001 PEP 3333
        starts.append((status, headers))
        return lambda _written: None

    pieces = app(environ, start_response)
    try:
        body = b"".join(pieces)
    finally:
        if (close := getattr(pieces, "close", None)) is not None:
            close()
    status, headers = starts[-1]
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return WsgiAnswer(int(status.split(maxsplit=1)[0]), encoded, body)
