"""Catalogues read from their source say what the compiled ones say."""

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tablecam.base.errors import BadFile
from tablecam.base.po_catalogue import PoCatalogue, load_catalogue

ROOT = Path(__file__).resolve().parents[2]
GERMAN = ROOT / "tablecam" / "locale" / "de" / "LC_MESSAGES" / "tablecam.po"


@pytest.mark.slow
def test_a_large_catalogue_reads_as_its_compiled_one_does() -> None:
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(GERMAN.read_bytes())))
    compiled.seek(0)
    texts = {key: text for key, text in GNUTranslations(compiled)._catalog.items() if key}  # type: ignore[attr-defined]
    with GERMAN.open("rb") as file:
        assert PoCatalogue(file)._catalog == texts


def test_forms_contexts_and_escapes_are_read_and_the_unfinished_is_left_out() -> None:
    source = (
        'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"\n\n'
        'msgid "{n} die"\nmsgid_plural "{n} dice"\nmsgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"\n\n'
        'msgctxt "of a die"\nmsgid "six"\nmsgstr "\\"sechs\\" — ü"\n\n'
        '#: file.py:3\nmsgid "empty"\nmsgstr ""\n\n#, python-format, fuzzy\nmsgid "guess"\nmsgstr "falsch"\n\n'
        '#~ msgid "old"\n#~ msgstr "alt"\n'
    )
    catalogue = PoCatalogue(BytesIO(source.encode()))
    assert [catalogue.ngettext("{n} die", "{n} dice", n) for n in (1, 3, 7)] == ["a", "b", "c"]
    assert catalogue.pgettext("of a die", "six") == '"sechs" — ü'
    assert [catalogue.gettext(text) for text in ("empty", "guess", "old", "six")] == ["empty", "guess", "old", "six"]


def test_the_compiled_catalogue_comes_first_and_none_is_none(tmp_path: Path) -> None:
    assert load_catalogue(tmp_path / "toy") is None
    (tmp_path / "toy.po").write_text('msgid "A"\nmsgstr "source"\n')
    source = load_catalogue(tmp_path / "toy")
    assert source is not None
    assert source.gettext("A") == "source"
    with (tmp_path / "toy.mo").open("wb") as file:
        write_mo(file, read_po(BytesIO(b'msgid "A"\nmsgstr "compiled"\n')))
    compiled = load_catalogue(tmp_path / "toy")
    assert compiled is not None
    assert compiled.gettext("A") == "compiled"


@pytest.mark.parametrize("text", [b"no catalogue\n", b'msgid "A\nmsgstr "B"\n', b'msgid "\\x"\nmsgstr "B"\n', b"\xff"])
def test_a_file_that_is_no_catalogue_is_refused_with_its_path(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "toy.po").write_bytes(text)
    with pytest.raises(BadFile, match=r"toy\.po is no catalogue"):
        load_catalogue(tmp_path / "toy")
