"""Chances and rolls in plain words, for the rows of any rulebook.

line = roll_line(Message("Each die"), check, names)
shown = odds(Message("{unit} is out", unit=names("ann")), Fraction(5, 12), (line,))

`names` only has to map ids to names; every text is a message, so that one advice serves readers of any language.
"""

from collections.abc import Callable
from fractions import Fraction

from tablecam.base.i18n import Counted, Message, listing
from tablecam.rules.books.views import AdviceOdds, Text
from tablecam.rules.check import Check, Ladder, Modifier, several
from tablecam.rules.coded_text import CodedText
from tablecam.rules.per_cent import per_cent, share_text

Naming = Callable[[str], str]

# no text: an amount and its reason
ADDED = "{amount} {why}"
ADDED_TO = "{line} ({added})"


def odds(label: Text, share: Fraction, sums: tuple[Text, ...] = ()) -> AdviceOdds:
    """A chance. The per cent are rounded, but never to 0 or 100 unless that is exact."""
    return AdviceOdds(label, str(share), per_cent(share), sums)


def roll_line(what: Text, check: Check | Ladder, names: Naming) -> Message:
    """A roll as `Ash spears attack: 1 hit on 2+, 2 on 6+ (+4 melee score)` or `Long arm: 3+ on d6, 67 % (+1 score)`."""
    line = _format_ladder(what, check) if isinstance(check, Ladder) else _format_check(what, check)
    modifiers = [describe_modifier(modifier, names) for modifier in check.modifiers if modifier.amount]
    return Message(ADDED_TO, line=line, added=listing(modifiers)) if modifiers else line


def _format_check(what: Text, check: Check) -> Message:
    if check.lowest_pass is None:
        return Message("{what}: cannot pass", what=what)
    dice, share = several(check.dice, check.die), share_text(check.odds)
    return Message("{what}: {needed}+ on {dice}, {share}", what=what, needed=check.lowest_pass, dice=dice, share=share)


def _format_ladder(what: Text, ladder: Ladder) -> Message:
    """The steps that can be reached; the lowest face stands for a step that any face reaches."""
    reached = [(hits, need) for hits, need in enumerate(ladder.needs, 1) if need is not None]
    if not reached:
        return Message("{what}: cannot hit", what=what)
    steps = listing(Counted("{n} hit on {need}+", "{n} hits on {need}+", hits, need=need) for hits, need in reached)
    return Message("{what}: {steps}", what=what, steps=steps)


def describe_modifier(modifier: Modifier, names: Naming) -> Message:
    """A modifier as `−1 damaged by raids`."""
    why = modifier.why.message(names) if isinstance(modifier.why, CodedText) else modifier.why
    return Message(ADDED, amount=f"{modifier.amount:+d}".replace("-", "−"), why=why)
