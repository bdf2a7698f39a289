"""What blocks, tokens and sides are called."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.i18n import gettext as _
from tablecam.rules.books.plain_words import PlainNames
from tablecam.rules.books.side_names import seat_title
from tablecam.rules.books.urban_operations.rules.reasons import OperationsReason
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.coded_text import read_coded
from tablecam.rules.plain import Json

TOKEN = re.compile(r"token-(\d+)")


@dataclass(frozen=True)
class BlockNames(PlainNames):
    """Blocks by their cards, unless somebody may not know these; tokens and sides by number and name."""

    def __call__(self, one: str) -> str:
        """A token has its number, also where it was placed after the names were gathered."""
        number = TOKEN.fullmatch(one)
        return _("Token {n}", n=number[1]) if number else super().__call__(one)

    def read(self, record: Json) -> str:
        """A text of a log, in words and with names."""
        return self.text(read_coded(OperationsReason, record))


def names(state: OperationsState) -> BlockNames:
    """A block has the name of its card, with its number where others of its side have the same."""
    same = Counter((block.side, block.card.name) for block in state.blocks.values())
    known = {side: seat_title(side) for side in state.sides}
    for name, block in state.blocks.items():
        alone = same[block.side, block.card.name] == 1
        known[name] = block.card.name if alone else f"{block.card.name} {block.number}"
    return BlockNames(known)


def given_names(state: OperationsState, called: Mapping[str, str]) -> dict[str, str]:
    """The roster's names, but for those that only number a block: its card says more.

    `Block 7` always stays: it is what a seat reads that may not know the block.
    """
    bare = {name: number_name(block.number) for name, block in state.blocks.items()}
    return {model: name for model, name in called.items() if bare.get(model) != name}


def number_name(number: int) -> str:
    """The name of a block in a roster that must not tell what the block is."""
    return f"No. {number}"  # no text: a name in a file
