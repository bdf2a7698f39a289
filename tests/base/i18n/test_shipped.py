"""The languages that ship: whole, and true to the values of the English texts."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po

from tablecam.base.i18n import current_language, decimal_sign, gettext, ngettext, speaking
from tablecam.base.languages import Languages

MENDED_BY = "translate these texts in the .po files, see docs/translating.md"
HEAD = {"Language": "de", "Plural-Forms": "nplurals=2; plural=(n != 1);"}


@pytest.mark.slow
def test_every_text_is_translated_into_every_language_that_ships(tool: ModuleType) -> None:
    assert "de" in tool.languages()
    assert tool.untranslated() == [], MENDED_BY


def test_a_text_without_a_translation_is_named(tool: ModuleType, tmp_path: Path) -> None:
    locale = tmp_path / "tablecam" / "locale"
    german = locale / "de" / "LC_MESSAGES" / "tablecam.po"
    german.parent.mkdir(parents=True)
    texts = 'msgid "Undo"\nmsgstr ""\n\nmsgid "{n} die"\nmsgid_plural "{n} dice"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    (locale / "tablecam.pot").write_text(texts, encoding="utf-8")
    german.write_text('msgid "{n} die"\nmsgid_plural "{n} dice"\nmsgstr[0] "{n}"\nmsgstr[1] ""\n', encoding="utf-8")
    found = tool.untranslated(tmp_path)
    assert [line.rpartition(": ")[2] for line in found] == ["'Undo' is not translated", "'{n} die' is not translated"]
    german.write_text(
        '#, fuzzy\nmsgid "Undo"\nmsgstr "Zurück"\n\n'
        'msgid "{n} die"\nmsgid_plural "{n} dice"\nmsgstr[0] "{n} Würfel"\nmsgstr[1] "{n} Würfel"\n',
        encoding="utf-8",
    )
    assert ["'Undo'" in line for line in tool.untranslated(tmp_path)] == [True]


def forms(entry: Entry) -> Iterator[tuple[str, str]]:
    """Each translated form of a text with the English one."""
    if isinstance(entry.id, str):
        yield entry.id, str(entry.string)
    else:
        yield from zip(entry.id, entry.string, strict=True)


@pytest.mark.slow
def test_no_translation_loses_a_value_or_its_heads(tool: ModuleType) -> None:
    paths = [path for domain in tool.domains() for path in domain.translated()]
    for path in paths:
        with path.open("rb") as file:
            catalog = read_po(file)
        head = dict(catalog.mime_headers)
        assert {name: head[name] for name in HEAD} == HEAD, path
        for entry in catalog:
            for english, foreign in forms(entry) if entry.id else ():
                lost = tool.NAMES.findall(english), tool.NAMES.findall(foreign)
                # "one model" may do without its number
                assert set(lost[0]) - set(lost[1]) <= ({"n"} if entry.pluralizable else set()), (path, english)
                assert [text[:1] == " " for text in (english, foreign)] in ([True, True], [False, False]), english
    assert paths


@pytest.mark.slow
def test_german_is_spoken(german: Languages) -> None:
    assert german.available() == ("en", "de")
    with speaking(german.translations("de")):
        assert (current_language(), decimal_sign()) == ("de", ",")
        assert gettext("Undo") == "Rückgängig"
        assert ngettext("{n} model", "{n} models", 1) != ngettext("{n} model", "{n} models", 2)
    assert german.for_page("de")["messages"]["of a number\x04."] == ","
