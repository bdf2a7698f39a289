"""Texts of the set-up follow the reader's language, and no decision depends on them."""

import base64
import re
import zlib
from gettext import NullTranslations
from pathlib import Path

import pytest

from hardware.sheet import FONT_LETTERS
from hardware.tray import tray_for
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message, get_message, speaking
from tablecam.rules.books.catalogue import BOOKS
from tablecam.setup.finding import BAD, GOOD, Finding, SetupRefusal, join_sentences
from tablecam.setup.roster_step import ALREADY_THERE, keep_force
from tablecam.setup.sheets import sheet
from tablecam.setup.terrain_step import TerrainStep
from tablecam.table.miniature import Circle
from webui.setup import steps

STARTERS = Path(__file__).resolve().parents[2] / "tablecam" / "rules" / "books" / "urban_war" / "starters"


class Shouted(NullTranslations):
    """A language whose texts have umlauts in front; with a code of its own."""

    def gettext(self, message: str) -> str:
        return f"ÄÖÜ {message}"

    def info(self) -> dict[str, str]:
        return {"language": "de"}


def page_text(pdf: bytes) -> bytes:
    """The drawing commands of a PDF's pages, as the PDF's writer packs them."""
    parts = re.findall(rb"stream\n(.+?)~?>?\s*endstream", pdf, re.DOTALL)
    return b"".join(zlib.decompress(base64.a85decode(b"<~" + part.strip() + b"~>", adobe=True)) for part in parts)


def test_a_sheet_is_printed_in_the_language_of_who_asks(tmp_path: Path) -> None:
    english = sheet(tmp_path, "gauge", "a4", 24.0)
    with speaking(Shouted()):
        german = sheet(tmp_path, "gauge", "a4", 24.0)
    umlauts = "ÄÖÜ".encode(FONT_LETTERS)
    octal = b"".join(b"\\%03o" % letter for letter in umlauts)
    assert octal in page_text(german)
    assert octal not in page_text(english)
    assert sheet(tmp_path, "gauge", "a4", 24.0) == english


def test_a_finding_is_read_in_the_language_of_whoever_reads_it() -> None:
    both = join_sentences(Message("one."), Message("two."))
    found = [Finding(GOOD, both), Finding(BAD, get_message(BadPicture(Message("three"))))]
    assert [steps.finding(one)["says"] for one in found] == ["One. two.", "Three."]
    with speaking(Shouted()):
        assert [steps.finding(one)["says"] for one in found] == ["ÄÖÜ ÄÖÜ one. ÄÖÜ two.", "ÄÖÜ three."]


def test_a_force_that_is_there_already_is_refused_with_a_code(tmp_path: Path) -> None:
    name = "harbour_watch"
    files = {path.name: path.read_text(encoding="utf-8") for path in STARTERS.glob(f"{name}*.toml")}
    keep_force(tmp_path, files, BOOKS.usual)
    with speaking(Shouted()), pytest.raises(SetupRefusal) as refused:
        keep_force(tmp_path, files, BOOKS.usual)
    assert refused.value.code == ALREADY_THERE == "already-there"
    assert keep_force(tmp_path, files, BOOKS.usual, instead=True)[0] == name


def test_a_fault_belongs_to_its_feature_whatever_its_sentence_is(tmp_path: Path) -> None:
    def square(name: str, at: float) -> dict[str, object]:
        ring = [[at, at], [at + 2, at], [at + 2, at + 2], [at, at + 2], [at, at]]
        properties = {"name": name, "material": "solid", "z_bottom_in": 0, "z_top_in": 30, "standable": False}
        geometry = {"type": "Polygon", "coordinates": [ring]}
        return {"type": "Feature", "properties": properties, "geometry": geometry}

    step = TerrainStep(tmp_path, lambda: None)
    low = square("low", 1.0)
    low["properties"]["z_top_in"] = 2  # type: ignore[index]
    with speaking(Shouted()):
        checked = step.check([low, square("terrain, features 1", 20.0)])
        assert checked.of_feature[0] == ()
        (fault,) = checked.of_feature[1]
        assert str(fault).startswith("ÄÖÜ z_top_in 30 is taller")


def test_a_tray_s_file_has_the_same_name_in_every_language() -> None:
    with speaking(Shouted()):
        tray = tray_for(Circle(32.0), 24.0)
        assert tray.name == "tray-round-32mm-tag24"
        assert "ÄÖÜ" in str(tray.label)
