"""The force list of a player comes from the force files of the rulebook that the event plays."""

from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from tablecam.base.i18n import speaking
from tablecam.base.languages import translations
from tablecam.club.event.event_forces import EventForces
from tablecam.club.tournament.forces import ForceLine
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.registry import find_books

FOUR_GATES = Path(__file__).resolve().parents[2] / "rules" / "books" / "outside" / "four-gates"
ROW = 'title = "Rust Row"\n[models]\nanvil = "picker"\nbolt = "roller"\ncrank = "picker"\n'
WITH_FORCES = [name for name, book in BOOKS.books.items() if book.forces]


@pytest.mark.parametrize("name", WITH_FORCES)
def test_each_starter_force_of_each_rulebook_is_a_list_with_right_sums(name: str) -> None:
    book, forces = BOOKS.book(name), EventForces(BOOKS, name)
    assert book.forces
    starters = book.forces.starters()
    assert starters
    for starter, path in starters.items():
        read, made = book.forces.read_force(path), forces.read_starter(starter)
        assert made.name
        assert made.models == len(read.models) == sum(line.models for line in made.lines)
        assert made.points == sum(model.points for model in read.models) == sum(line.points for line in made.lines)


def test_a_file_for_a_data_book_is_a_list_in_english(tmp_path: Path) -> None:
    (tmp_path / "team.toml").write_text(ROW)
    with speaking(translations("de")):
        made = EventForces(BOOKS, "brass-orchard").read_folder(tmp_path)
    assert made.lines == (ForceLine("Picker", 8, 2), ForceLine("Roller", 8, 1))
    assert (made.name, made.faction, made.points) == ("Rust Row", "", 16)
    with pytest.raises(BadFile, match=r"team\.toml"):
        EventForces(BOOKS, "urr").read_folder(tmp_path)


def test_a_rulebook_without_force_files_says_so() -> None:
    with pytest.raises(TournamentRefusal, match="has no force files"):
        EventForces(find_books([FOUR_GATES]), "four-gates").read_starter("reds")
