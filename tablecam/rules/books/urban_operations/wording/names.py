"""The names of blocks, tokens and sides."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.i18n import gettext as _
from tablecam.rules.books.plain_words import PlainNames
from tablecam.rules.books.side_names import seat_title
from tablecam.rules.books.urban_operations.rules.reasons import OperationsReason
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.wording.aid_words import ACTIONS, answer, asks, asks_whole
from tablecam.rules.books.urban_operations.wording.sums import die_and_firepower
from tablecam.rules.coded_text import read_coded
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import RollSum

TOKEN = re.compile(r"token-(\d+)")


@dataclass(frozen=True)
class BlockNames(PlainNames):
    """Names of blocks by their cards, where the reader may know them; of tokens by number, of sides by name."""

    def __call__(self, one: str) -> str:
        """The name of a block, side or token; a token placed after the names were gathered has its number too."""
        number = TOKEN.fullmatch(one)
        return _("Token {n}", n=number[1]) if number else super().__call__(one)

    def action(self, kind: str) -> str:
        """The name of a 3D action."""
        return str(ACTIONS.get(kind, kind))

    def setting(self, key: str, value: str) -> str:
        """A parameter of the aid with its value, as question and answer."""
        name, _colon, member = key.partition(":")
        question, text = asks(name, member) if member else asks_whole(name), str(answer(name, value))
        return _("{question} {answer} (for this game)", question=str(question), answer=text)

    def die_and_firepower(self, sum: RollSum, total: int) -> str:
        """The gain of a fight's die with all modifiers: `1 (die 7) + light weapons 3 = 4`."""
        return die_and_firepower(sum, total, self)

    def read(self, record: Json) -> str:
        """A logged text, in words and with names."""
        return self.text(read_coded(OperationsReason, record))


def build_names(state: OperationsState) -> BlockNames:
    """Blocks by the names of their cards, with the number where several of a side share a name."""
    counts = Counter((block.side, block.card.name) for block in state.blocks.values())
    display_names = {side: seat_title(side) for side in state.sides}
    for name, block in state.blocks.items():
        is_unique = counts[block.side, block.card.name] == 1
        display_names[name] = block.card.name if is_unique else f"{block.card.name} {block.number}"
    return BlockNames(display_names)


def list_given_names(state: OperationsState, called: Mapping[str, str]) -> dict[str, str]:
    """The roster's names, except names that only number a block, since its card says more.

    `Block 7` always stays: a seat that may not know the block reads it.
    """
    bare = {name: number_name(block.number) for name, block in state.blocks.items()}
    return {model: name for model, name in called.items() if bare.get(model) != name}


def number_name(number: int) -> str:
    """The name of a block in a roster, which must not reveal the unit."""
    return f"No. {number}"  # no text: a name in a file
