"""The words of a rulebook that its questions use, each with a paragraph in plain words and its clause."""

from dataclasses import dataclass

from tablecam.base.clause import Clause
from tablecam.rules.books.views import Text

# between the forms of a word, in the source and in every catalogue
BETWEEN = "|"


@dataclass(frozen=True)
class GlossaryWord:
    """A word of a rulebook. id: the same in every language.

    forms: its written forms, separated by |, the first as its heading: `panicked|panic|panics`. A translator lists the
    forms of the other language. A form of capitals only, such as SH, matches only in capitals; any other form matches
    in any case. explanation: one paragraph, in our words and never in the book's.
    """

    id: str
    clause: Clause
    forms: Text
    explanation: Text

    @property
    def written(self) -> tuple[str, ...]:
        """Its forms in the current language, the heading first."""
        return tuple(form.strip() for form in str(self.forms).split(BETWEEN) if form.strip())
