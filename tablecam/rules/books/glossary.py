"""The words of a rulebook that its questions use, each with a paragraph in plain words and its clause."""

from dataclasses import dataclass

from tablecam.base.clause import Clause
from tablecam.rules.books.views import Text

# between the forms of a word, in the source and in every catalogue
BETWEEN = "|"


@dataclass(frozen=True)
class GlossaryWord:
    """A word of a rulebook. id: the same in every language.

    forms: how it is written, with | between, the first as its heading: `panicked|panic|panics`. A translator lists the
    forms of the other language. A form in capitals alone, such as SH, is met only as it is written; any other in any
    case. explanation: one paragraph, in our words and never in the book's.
    """

    id: str
    clause: Clause
    forms: Text
    explanation: Text

    @property
    def written(self) -> tuple[str, ...]:
        """Its forms in the language that is being spoken, the heading first."""
        return tuple(form.strip() for form in str(self.forms).split(BETWEEN) if form.strip())
