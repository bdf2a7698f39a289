"""A part of the web skin loads itself and no page: a fault in one page takes no command with it."""

import subprocess
import sys

import pytest


def loaded_by(module: str) -> set[str]:
    """The modules of ours that importing one loads, in a fresh interpreter."""
    script = (
        f"import {module}, sys; print(*sorted(name for name in sys.modules if name.startswith(('webui', 'tablecam'))))"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(said.stdout.split())


@pytest.mark.slow
def test_the_names_of_hosts_are_one_small_file() -> None:
    assert loaded_by("webui.server.hosts") == {
        "webui", "webui.server", "webui.server.hosts", "tablecam", "tablecam.base", "tablecam.base.i18n",
    }  # fmt: skip


def test_the_factory_alone_loads_no_page() -> None:
    assert loaded_by("webui") == {"webui"}


@pytest.mark.slow
def test_a_book_is_declared_without_what_measures() -> None:
    loaded = loaded_by("tablecam.rules.books.registry, tablecam.club.event.hall_event")
    assert "tablecam.rules.books.book" in loaded
    assert not loaded & {"tablecam.table.snapshot", "tablecam.rules.facts", "tablecam.rules.books.data_book.load_toml"}


@pytest.mark.slow
def test_a_club_event_at_the_terminal_loads_no_rulebook() -> None:
    loaded = loaded_by("tablecam.club.event.registry, tablecam.commands.tournament")
    assert "tablecam.club.event.event_store" in loaded
    assert not loaded & {"tablecam.rules.books.book", "tablecam.table.miniature", "tablecam.rules.books.catalogue"}
