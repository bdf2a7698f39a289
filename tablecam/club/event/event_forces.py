"""Force lists of an event's players, from the force files of its rulebook.

    forces = EventForces(books, "urr")
    forces.read_starter("ash_host")       # a ForceList; logs keep it, so its texts are English
    forces.read_folder(folder)            # of the one force in a folder with its cards

Clause: UW-TG Force Lists (LIST).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tablecam.base.errors import BadFile
from tablecam.base.i18n import ENGLISH, Message, speaking
from tablecam.club.tournament.forces import ForceList, merged
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.storage.text_file import read_text, write_bytes

if TYPE_CHECKING:
    from tablecam.rules.books.book import ForceReader
    from tablecam.rules.books.catalogue import Catalogue
    from tablecam.rules.books.setup_views import ForceRead

CARDS = "_cards.toml"
CARD_FILE = re.compile(r"[\w-]{1,40}_cards\.toml", re.ASCII)


def force_list(force: ForceRead) -> ForceList:
    """The list of a force that can be played: like models on one line."""
    lines = force.lines or tuple((model.card or model.name, model.points) for model in force.models)
    return ForceList.with_totals(force.name, force.faction, merged(list(lines)))


@dataclass(frozen=True)
class EventForces:
    """The forces of the rulebook of an event. books: those of this machine; name: of the event's."""

    books: Catalogue
    name: str

    def read_force(self, path: Path) -> ForceList:
        """The list of a file. Faulty with every fault and its line; IllegalAnswer for a rulebook that is not here."""
        with speaking(ENGLISH):
            return force_list(self._get_reader().read_force(path))

    def read_starter(self, name: str) -> ForceList:
        """The list of a starter force, by its name; BadFile names those that there are. A path is no name."""
        starters = self._get_reader().starters()
        if name not in starters:
            raise BadFile(f"there is no starter force '{name}'; there are {', '.join(starters)}")
        return self.read_force(starters[name])

    def read_folder(self, folder: Path) -> ForceList:
        """The list of the one force in a folder; cards of starter forces may be missing there. BadFile."""
        forces = [path for path in sorted(folder.glob("*.toml")) if not path.name.endswith(CARDS)]
        if len(forces) != 1:
            raise BadFile(f"send one file of a force, with its cards in files that end in {CARDS}")
        copy_cards(_list_named_cards(forces[0]), self._get_reader().starters(), folder)
        return self.read_force(forces[0])

    def _get_reader(self) -> ForceReader:
        reader = self.books.book(self.name).forces
        if reader is None:
            reason = Message("the rulebook of this event has no force files: type the list, or the number of models")
            raise TournamentRefusal(reason, "LIST", code="no-force-files")
        return reader


def copy_cards(names: Iterable[str], starters: Mapping[str, Path], folder: Path) -> None:
    """Copies cards that lie beside starter forces: a force with the cards of one is sent alone."""
    for name in names:
        sources = (path.parent / name for path in starters.values() if (path.parent / name).is_file())
        if CARD_FILE.fullmatch(name) and not (folder / name).exists() and (source := next(sources, None)):
            write_bytes(folder / name, source.read_bytes())


def _list_named_cards(path: Path) -> list[str]:
    try:
        cards = tomllib.loads(read_text(path, "a force")).get("cards")
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return []  # the reader of forces reports it better
    named = [name for name in cards if isinstance(name, str)] if isinstance(cards, list) else []
    if any("/" in name or "\\" in name or name.startswith(".") for name in named):
        raise BadFile(f"{path.name}: its cards must be in files beside it that end in {CARDS}: rename them")
    return named
