"""A language made from the catalogue itself: every word longer by four tenths and full of accents, no word left out."""

import importlib.util
import re
import sys
from collections.abc import Callable
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from tablecam.languages import Languages

ROOT = Path(__file__).resolve().parents[2]
ACCENTED = str.maketrans("aceinouyAEIOUY", "áçéíñóúýÁÉÍÓÚÝ")
WORD = re.compile(r"\{\w+\}|[^\W\d_]+")
# a real one, so that its plural rule is known: three forms
PSEUDO = "pl"


def lengthened(text: str) -> str:
    """The text with each word longer and accented; {names} stay."""
    return WORD.sub(lambda word: word[0] if word[0].startswith("{") else _longer(word[0]), text)


def _longer(word: str) -> str:
    return word.translate(ACCENTED) + "ø" * max(1, round(0.4 * len(word)))


def tool_of(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def tool() -> ModuleType:
    return tool_of("catalogues")


@pytest.fixture(scope="session")
def outside() -> ModuleType:
    return tool_of("outside_the_catalogue")


def write(
    tool: ModuleType, template: str, folder: Path, name: str, translated: Callable[[str], str] = lengthened
) -> None:
    """Compiles the pseudo-language of a .pot file's text into `folder/locale`."""
    english = read_po(BytesIO(template.encode()))
    foreign = Catalog(locale=PSEUDO)
    for message in english:
        if message.id:
            forms = [message.id] if isinstance(message.id, str) else [message.id[0], message.id[1], message.id[1]]
            texts = tuple(translated(form) for form in forms)
            places = [(file, None) for file, _ in message.locations]
            foreign.add(message.id, texts[0] if len(texts) == 1 else texts, places, context=message.context)
    path = folder / "locale" / PSEUDO / "LC_MESSAGES" / f"{name}.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, foreign)
    tool.compile_one(path)


# what the tests say, in a catalogue of their own: the real one changes
TEXTS = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

#: webui/frontend/src/there.ts
msgid "There is no {thing}."
msgstr ""

#: webui/frontend/src/there.ts
msgid "{n} model"
msgid_plural "{n} models"
msgstr[0] ""
msgstr[1] ""

#: webui/frontend/src/there.ts
msgctxt "of a die"
msgid "face"
msgstr ""

#: tablecam/there.py
msgid "There is no such language."
msgstr ""

#: tablecam/i18n.py
msgctxt "list"
msgid "{items} and {last}"
msgstr ""
"""
BOOK = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

#: tablecam/rulebooks/toy/there.py
msgid "The goblin sleeps."
msgstr ""

#: tablecam/rulebooks/toy/there.py
msgid "There is no {thing}."
msgstr ""
"""


@pytest.fixture(scope="session")
def languages(tool: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Languages:
    folder = tmp_path_factory.mktemp("languages")
    write(tool, TEXTS, folder, "tablecam")
    write(tool, BOOK, folder / "rulebooks" / "toy", "toy", str.upper)
    return Languages(folder)


class Pseudo:
    """The made-up language, for tests that compile a catalogue of their own."""

    language = PSEUDO
    lengthened = staticmethod(lengthened)

    def __init__(self, tool: ModuleType) -> None:
        self._tool = tool

    def write(self, template: str, folder: Path, name: str) -> None:
        write(self._tool, template, folder, name)


@pytest.fixture(scope="session")
def pseudo(tool: ModuleType) -> Pseudo:
    return Pseudo(tool)


@pytest.fixture(scope="session")
def foreign_language(tool: ModuleType, pseudo: Pseudo, tmp_path_factory: pytest.TempPathFactory) -> NullTranslations:
    """The book's texts and those of the engine, taken from the sources, in a language of longer words."""
    core, book = (tool.template_text(domain) for domain in tool.domains()[:2])
    folder = tmp_path_factory.mktemp("foreign")
    pseudo.write(core, folder, "tablecam")
    pseudo.write(book, folder / "rulebooks" / "urban_war", "urban_war")
    return Languages(folder).translations(pseudo.language)
