"""Tags with the models' names: numbers before a model is put down, and the sheet that they are printed on."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import usual_forces
from tablecam.setup.roster_step import RosterStep
from tablecam.setup.setup_files import SetupState, load_files
from tablecam.setup.sheets import PrintedSheets, SheetRecord, SheetsWanted, offers, sheet
from tablecam.setup.table_setup import NamedTags
from tablecam.table.miniature import Circle

BOTH = {"red": "harbour_watch", "blue": "tunnel_kin"}


@pytest.fixture
def path(folder: Callable[..., Path]) -> Path:
    return folder("camera.yaml", "table.toml")


@pytest.fixture
def step(path: Path) -> RosterStep:
    step = RosterStep(path, SetupState(path), lambda: None, BOOKS.usual)
    step.choose(BOTH, usual_forces(BOOKS.usual, path))
    return step


def named_tags(path: Path, step: RosterStep, **glued: int) -> NamedTags:
    return NamedTags(path, SetupState(path), step, glued)


def test_each_model_of_both_forces_has_a_number_a_base_and_a_height_from_its_force(
    path: Path, step: RosterStep
) -> None:
    named = named_tags(path, step).number(20.0)
    assert named[0] == (0, "Watch Captain Brandt · 40")
    assert [tag for tag, _name in named] == list(range(12))
    models = {model.id: model for model in step.models}
    assert (models["brandt"].base, models["brandt"].height_in) == (Circle(40.0), 1.6)
    assert (models["anvil"].base, models["anvil"].height_in) == (Circle(60.0), 2.4)
    assert {model.tag_size_mm for model in models.values()} == {16.0}


@pytest.mark.slow
def test_numbers_stay_when_the_sheet_is_made_again_and_a_glued_tag_is_printed_as_it_is(
    path: Path, step: RosterStep
) -> None:
    tags = named_tags(path, step, ida=2, swift=14)
    first = dict(tags.number(20.0))
    assert first[2].startswith("Constable Ida")
    assert first[14].startswith("Pit Runner Swift") or "Swift" in first[14]
    assert dict(named_tags(path, step).number(20.0)) == first


@pytest.mark.slow
def test_another_size_counts_for_models_that_were_not_seen_and_not_for_those_that_wear_theirs(
    path: Path, step: RosterStep
) -> None:
    tags = named_tags(path, step)
    tags.number(20.0)
    tags.note_seen({"ida"})
    assert len(tags.number(24.0)) == 11
    sizes = {model.id: model.tag_size_mm for model in step.models}
    assert (sizes["ida"], sizes["lund"]) == (16.0, 19.2)


@pytest.mark.slow
def test_numbers_that_were_never_seen_are_taken_back(path: Path, step: RosterStep) -> None:
    tags = named_tags(path, step)
    tags.number(20.0)
    tags.note_seen({"ida", "nobody"})
    tags.take_back()
    assert [model.id for model in step.models] == ["ida"]
    assert tags.printed == {}


@pytest.mark.slow
def test_the_sheet_says_whose_each_tag_is(path: Path, step: RosterStep) -> None:
    named = named_tags(path, step).number(20.0)
    page = pypdfium2.PdfDocument(sheet(path, "models", "a4", 20.0, named))[0]
    text = page.get_textpage().get_text_range()
    assert "Constable Ida" in text
    assert "Old Mother" in text


def test_a_sheet_is_opened_only_while_every_model_has_a_number(path: Path) -> None:
    def models_sheet(wanted: SheetsWanted) -> tuple[bool, bool]:
        offer = next(offer for offer in offers(path, 24.0, wanted) if offer.name == "models")
        return offer.missing, offer.opened

    there = {"models": SheetRecord("a4", 24.0)}
    assert models_sheet(SheetsWanted(12, 12)) == (True, False)
    assert models_sheet(SheetsWanted(12, 1, there=there)) == (True, False)
    assert models_sheet(SheetsWanted(12, 0, there=there))[1]
    # tags without names are never out of date
    assert models_sheet(SheetsWanted(12, 12, there={"models": SheetRecord(named=False)})) == (True, True)
    assert load_files(path).roster is None


def test_the_sheets_and_the_numbers_on_them_are_kept_with_the_table(path: Path, step: RosterStep) -> None:
    named = named_tags(path, step)
    numbers = {name.split(" · ")[0]: tag for tag, name in named.number(20.0)}
    sheets = PrintedSheets(SetupState(path))
    sheets.keep("models", SheetRecord("a4", 20.0))
    sheets.keep("board", SheetRecord())
    # another program, later: the models come off, other numbers are taken, and they still have the sheet's
    for model in step.models:
        step.remove_tag(model.id)
    again = PrintedSheets(SetupState(path))
    assert again.records == {"models": SheetRecord("a4", 20.0), "board": SheetRecord()}
    assert str(again.records["models"].says) == "opened for a4, with tags of 20 mm"
    cards = step.cards(usual_forces(BOOKS.usual, path))
    step.assign(cards[-1], 0, cards[-1].base, 20.0, cards[-1].height_in)
    later = {name.split(" · ")[0]: tag for tag, name in named_tags(path, step).number(20.0)}
    moved = {cards[0].name, cards[-1].name}
    assert {name: tag for name, tag in later.items() if name not in moved} == {
        name: tag for name, tag in numbers.items() if name not in moved
    }


def test_a_record_of_an_earlier_version_says_that_the_sheet_is_there(path: Path) -> None:
    state = SetupState(path)
    state.keep("opened", {"board": True})
    assert PrintedSheets(state).records == {"board": SheetRecord()}


def test_numbers_of_other_tags_than_the_sheets_are_forgotten(path: Path, step: RosterStep) -> None:
    tags = named_tags(path, step)
    tags.number(20.0)
    tags.note_seen({"ida"})
    tags.take_back()
    assert set(PrintedSheets(SetupState(path)).numbers) == {"ida"}
