"""Installs the entrance in an app: the guard, idempotent commands, presence and the join pages."""

import time
from collections.abc import Callable

from flask import Flask

from webui.entrance import device_pages, guard, idempotency, pages, presence
from webui.entrance.access import Access
from webui.entrance.rate_limit import RateLimit
from webui.entrance.strict_json import StrictJSON
from webui.server import hosts


def install(app: Flask, access: Access, clock: Callable[[], float] = time.monotonic) -> None:
    """Sends every request through the entrance. clock: for the seconds between wrong codes."""
    app.extensions["access"] = access
    app.json = StrictJSON(app)
    app.before_request(hosts.guard(access.address))
    app.before_request(guard.check)
    idempotency.install(app)
    devices = presence.Presence()
    presence.install(app, devices)
    device_pages.install(app, access)
    app.register_blueprint(pages.blueprint(RateLimit(clock), devices))
