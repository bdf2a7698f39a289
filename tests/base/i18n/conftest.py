"""A language made from the catalogue itself: every word longer by four tenths and full of accents, no word left out."""

from collections.abc import Callable
from gettext import NullTranslations
from pathlib import Path
from types import ModuleType

import pytest
from made_languages import LONGER as PSEUDO
from made_languages import compiled, lengthened, shipped, tool_of

from tablecam.base.languages import Languages


@pytest.fixture(scope="session")
def tool() -> ModuleType:
    return tool_of("catalogues")


@pytest.fixture(scope="session")
def outside() -> ModuleType:
    return tool_of("outside_the_catalogue")


def write(template: str, folder: Path, name: str, translated: Callable[[str], str] = lengthened) -> None:
    """Compiles the pseudo-language of a .pot file's text into `folder/locale`."""
    compiled(template, folder, name, PSEUDO, translated)


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

#: tablecam/base/i18n.py
msgctxt "list"
msgid "{items} and {last}"
msgstr ""
"""
BOOK = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

#: tablecam/rules/books/toy/there.py
msgid "The goblin sleeps."
msgstr ""

#: tablecam/rules/books/toy/there.py
msgid "There is no {thing}."
msgstr ""
"""


@pytest.fixture(scope="session")
def languages(tmp_path_factory: pytest.TempPathFactory) -> Languages:
    folder = tmp_path_factory.mktemp("languages")
    write(TEXTS, folder, "tablecam")
    write(BOOK, folder / "rules" / "books" / "toy", "toy", str.upper)
    return Languages(folder)


class Pseudo:
    """The made-up language, for tests that compile a catalogue of their own."""

    language = PSEUDO
    lengthened = staticmethod(lengthened)

    def write(self, template: str, folder: Path, name: str) -> None:
        write(template, folder, name)


@pytest.fixture(scope="session")
def pseudo() -> Pseudo:
    return Pseudo()


@pytest.fixture(scope="session")
def foreign_language(tool: ModuleType, pseudo: Pseudo, tmp_path_factory: pytest.TempPathFactory) -> NullTranslations:
    """The book's texts and those of the engine, taken from the sources, in a language of longer words."""
    texts = {domain.name: tool.template_text(domain) for domain in tool.domains()}
    core, book = texts["tablecam"], texts["urban_war"]
    folder = tmp_path_factory.mktemp("foreign")
    pseudo.write(core, folder, "tablecam")
    pseudo.write(book, folder / "rules" / "books" / "urban_war", "urban_war")
    return Languages(folder).translations(pseudo.language)


@pytest.fixture(scope="session")
def german(tmp_path_factory: pytest.TempPathFactory) -> Languages:
    """The languages that ship, German among them."""
    return shipped(tmp_path_factory.mktemp("shipped"))
