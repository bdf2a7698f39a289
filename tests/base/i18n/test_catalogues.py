from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po

from tablecam.base.i18n import Message, speaking
from tablecam.base.languages import Languages

MENDED_BY = "run `make catalogues` and commit what it changes"


def extracted(tool: ModuleType, source: str) -> list:
    (method,) = (method for pattern, method in tool.METHODS if pattern == "**.tsx")
    file, options = BytesIO(source.encode()), tool.OPTIONS["**.tsx"]
    return [found[1:] for found in extract(method, file, tool.KEYWORDS, tool.TELLS_TRANSLATORS, options)]


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("""<p>{t("Say it")}, {t('now')}</p>""", ["Say it", "now"]),
        ('tn("{n} model", "{n} models", n)', [("{n} model", "{n} models")]),
        ('t("one " +\n  "two", { a })', ["one two"]),
        (r"""t('it\'s “\u2033” \n')""", ["it's “″” \n"]),
        ('const said = `${n}: ${t("in {place}", { place })}`', ["in {place}"]),
        ('// t("no")\nset("no"); t(name)', []),
    ],
)
def test_the_texts_of_typescript_are_found(tool: ModuleType, source: str, texts: list) -> None:
    assert [found[0] for found in extracted(tool, source)] == texts


def test_a_context_and_a_comment_for_translators_come_along(tool: ModuleType) -> None:
    source = '// Translators: a person\ntp("of a die", "Rallies")'
    assert extracted(tool, source) == [("Rallies", ["Translators: a person"], "of a die")]


@pytest.mark.slow
def test_the_catalogues_are_what_the_sources_say(tool: ModuleType) -> None:
    assert tool.check() == [], MENDED_BY


def project(root: Path) -> Path:
    """A small project with a rulebook."""
    book = root / "tablecam" / "rules" / "books" / "toy"
    book.mkdir(parents=True)
    (book / "__init__.py").write_text("")
    (book / "words.py").write_text('from tablecam.base.i18n import Message\nASLEEP = Message("The goblin sleeps.")\n')
    (root / "tablecam" / "core.py").write_text('_("There is no {thing}.", thing=1)\nngettext("{n} a", "{n} as", 2)\n')
    return root


def test_each_rulebook_has_its_own_catalogue(tool: ModuleType, tmp_path: Path) -> None:
    root = project(tmp_path)
    assert len(tool.check(root)) == 2
    tool.extract(root)
    assert tool.check(root) == []
    core = read_po(BytesIO((root / "tablecam/locale/tablecam.pot").read_bytes()))
    toy = read_po(BytesIO((root / "tablecam/rules/books/toy/locale/toy.pot").read_bytes()))
    assert "There is no {thing}." in core
    assert "The goblin sleeps." not in core
    assert [message.id for message in toy if message.id] == ["The goblin sleeps."]
    assert Languages(root / "tablecam").available() == ("en",)


def test_a_translation_is_compiled_kept_and_checked(tool: ModuleType, tmp_path: Path) -> None:
    root = project(tmp_path)
    tool.extract(root)
    german = root / "tablecam" / "locale" / "de" / "LC_MESSAGES" / "tablecam.po"
    german.parent.mkdir(parents=True)
    german.write_text('msgid "There is no {thing}."\nmsgstr "Es gibt kein {dings}."\n', encoding="utf-8")
    tool.extract(root)
    (fault,) = tool.check(root)
    assert "dings" in fault
    german.write_text(german.read_text("utf-8").replace("{dings}", "{thing}"), encoding="utf-8")
    tool.extract(root)
    assert tool.check(root) == []
    tool.compile_all(root)
    with speaking(Languages(root / "tablecam").translations("de")):
        assert str(Message("There is no {thing}.", thing="Ork")) == "Es gibt kein Ork."


@pytest.mark.slow
def test_every_text_of_today_survives_a_language_of_longer_words(tool: ModuleType, tmp_path: Path, pseudo) -> None:
    core = tool.domains()[0].template.read_text("utf-8")
    pseudo.write(core, tmp_path, "tablecam")
    with speaking(Languages(tmp_path).translations(pseudo.language)):
        for message in read_po(BytesIO(core.encode())):
            if isinstance(message.id, str) and message.id and not message.context:
                values = dict.fromkeys(tool.NAMES.findall(message.id), "7")
                translated = str(Message(message.id, **values))
                assert translated == pseudo.lengthened(message.id).format_map(values)
