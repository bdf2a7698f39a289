"""A table that stands still: every state a model can be in, terrain of each kind, and the page over it."""

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from fake_table import ShownLive, position, roster
from flask import Flask

from tablecam.session.live import View
from webui import create_app
from webui.parts import Parts
from webui.server import bind


@pytest.fixture
def view() -> View:
    return View(number=1, snapshot=position(), frames_per_s=24.0, reading_s=0.031)


@pytest.fixture
def live(view: View) -> Iterator[ShownLive]:
    live = ShownLive()
    live.show(view)
    yield live
    live.stop()


@pytest.fixture
def app(live: ShownLive) -> Flask:
    return create_app(Parts(live, roster))


@pytest.fixture
def address(app: Flask, live: ShownLive) -> Iterator[str]:
    """The page, served for real."""
    server = bind(app, "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    yield f"http://127.0.0.1:{server.effective_port}"
    live.stop()


@pytest.fixture
def held_back(view: View) -> View:
    assert view.snapshot is not None
    return replace(view, number=2, snapshot=replace(view.snapshot, held_back=True))
