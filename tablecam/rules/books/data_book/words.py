"""The names in a game of a data book: models and sides, and the titles of everything that the book defines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import join_items
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.texts import BookCatalogue, BookText
from tablecam.rules.books.plain_words import PlainNames
from tablecam.rules.books.views import Text
from tablecam.rules.coded_text import CodedText
from tablecam.rules.coded_text import Text as ReadText

# the code of a condition that an action lacks
LACKING = "needs"


@dataclass(frozen=True)
class BookWords:
    """The texts of a book, each in the language of its reader."""

    form: BookForm
    catalogue: BookCatalogue

    def text(self, text: str) -> Text:
        """A text of the book."""
        return BookText(text, self.catalogue) if text else ""

    def title(self, table: str, key: str) -> Text:
        """The title of an entry of a table; the key itself if the book has no such entry."""
        entry: Any = getattr(self.form, table, {}).get(key, key)
        return self.text(entry if isinstance(entry, str) else entry.title)


@dataclass(frozen=True, kw_only=True)
class BookNames(PlainNames):
    """The names of models and sides, and the titles of the book."""

    words: BookWords

    def title(self, table: str, key: str) -> str:
        """The title of an entry of a table."""
        return str(self.words.title(table, key))

    def titles(self, table: str, keys: Iterable[str]) -> str:
        """The titles of several entries as a list."""
        return join_items(self.title(table, key) for key in keys)

    def text(self, text: ReadText) -> str:
        """A reason in words: `conditions.cover` is the title of that condition."""
        if isinstance(text, CodedText):
            table, dot, key = text.code.partition(".")
            if table == LACKING:
                return _("only with: {condition}", condition=self.title("conditions", key))
            return self.title(table, key) if dot else str(text.message(self))
        return super().text(text)


def name_models(people: Mapping[str, str]) -> dict[str, str]:
    """The names of models without one: their ids, as a name is written."""
    return {model: model.replace("_", " ").title() for model in people}
