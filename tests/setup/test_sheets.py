"""What is printed is made for the table at hand, and what it lacks is offered first."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from hardware.catalogue import TAG_SIZES_MM
from tablecam.base.errors import TablecamError
from tablecam.setup.camera_step import judge_tags
from tablecam.setup.setup_files import load_files
from tablecam.setup.sheets import SheetsWanted, free_tags, offers, sheet, tag_mm

NAMES = ("board", "reference", "gauge", "models", "trays")


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", NAMES)
def test_every_sheet_is_a_pdf_of_its_paper(folder: Callable[..., Path], name: str, paper: str) -> None:
    pdf = pypdfium2.PdfDocument(sheet(folder("table.toml"), name, paper, 24.0))
    wide = {round(side / 72 * 25.4) for side in pdf[0].get_size()}
    assert wide == ({210, 297} if paper == "a4" else {216, 279})


def test_an_empty_folder_lacks_everything_and_a_whole_one_nothing(folder: Callable[..., Path]) -> None:
    assert all(each.missing for each in offers(folder(), 24.0, SheetsWanted()))
    whole = folder("camera.yaml", "table.toml", "models.toml")
    assert not any(each.missing for each in offers(whole, 24.0, SheetsWanted(gauged=True)))
    assert [each.name for each in offers(whole, 24.0, SheetsWanted(6, 3, gauged=True)) if each.missing] == [
        "models",
        "trays",
    ]


def test_only_free_numbers_are_printed_for_models(folder: Callable[..., Path]) -> None:
    path = folder("table.toml", "models.toml")
    has = load_files(path)
    assert has.roster is not None
    tags = free_tags(path, has)
    assert len(tags) == 40
    assert not set(tags) & ({model.tag for model in has.roster.models} | set(range(40, 48)) | {62, 63})


def test_the_tags_suit_the_camera_until_models_wear_some(folder: Callable[..., Path]) -> None:
    coarse, fine = (
        judge_tags(None, (48.0, 48.0), picture, TAG_SIZES_MM).resolutions for picture in ((1920, 1080), (3840, 2160))
    )
    assert (tag_mm(load_files(folder()), coarse), tag_mm(load_files(folder()), fine)) == (24.0, 20.0)
    assert tag_mm(load_files(folder("models.toml")), fine) == 24.0


@pytest.mark.parametrize(
    ("name", "paper", "size_mm"), [("none", "a4", 24), ("models", "b5", 24), ("models", "a4", 1e9)]
)
def test_what_cannot_be_printed_is_refused(folder: Callable[..., Path], name: str, paper: str, size_mm: float) -> None:
    with pytest.raises(TablecamError, match="choose"):
        sheet(folder(), name, paper, size_mm)
