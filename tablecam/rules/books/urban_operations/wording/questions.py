"""The questions of Urban Operations in the players' words, by action, with names and the sums of rolls.

Each question states its limits.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tablecam.base.i18n import InContext, Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import with_minus
from tablecam.rules.books.plain_words import PlainNames
from tablecam.rules.books.plain_words import describe_question as plainly
from tablecam.rules.books.side_names import seat_title
from tablecam.rules.books.sum_words import Ask, SumStyle, SumWords
from tablecam.rules.books.urban_operations.rules.codes import OperationsReason
from tablecam.rules.books.urban_operations.rules.fight import MOST_LOST
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.wording.aid_words import (
    ACTIONS,
    ANSWERS,
    MEMBERS,
    WEAPONS,
    answer,
    asks,
    asks_whole,
)
from tablecam.rules.coded_text import read_coded
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import RollSum
from tablecam.rules.sentence import ModelNames


def _judge_withdrawal(sum: RollSum) -> str:
    loss = MOST_LOST - sum.scored
    return ngettext("loses {n} OSL", "loses {n} OSL", loss) if loss else _("loses no OSL")


def _judge_fortification(sum: RollSum) -> str:
    return _("not stopped") if sum.scored else _("stopped")


def _judge_softening(sum: RollSum) -> str:
    return _("1 OSL less") if sum.scored else _("nothing changes")


def _judge_holding(sum: RollSum) -> str:
    return _("nothing changes") if sum.scored else _("1 OSL more")


def _judge_collapse(sum: RollSum) -> str:
    return _("it falls") if sum.scored else _("it stands")


# no text: the keys are codes
SUMS = SumStyle(
    stats=frozenset({"firepower.light", "firepower.heavy"}),
    labels={
        "withdrawal": InContext("a roll of dice", "withdrawal"),
        "through the fortification": InContext("a roll of dice", "through the fortification"),  # no text
        "softened loss": InContext("a roll of dice", "quality"),  # no text
        "no worse loss": InContext("a roll of dice", "quality"),  # no text
        "no explosion": Message("to stay"),  # no text
        "collapse": Message("to fall"),
    },
    verdicts={
        "withdrawal": _judge_withdrawal,
        "through the fortification": _judge_fortification,  # no text
        "softened loss": _judge_softening,  # no text
        "no worse loss": _judge_holding,  # no text
        "collapse": _judge_collapse,
    },
    plain_duels=False,
)


def describe_roll(ask: Ask, sum: str, names: ModelNames) -> str:
    """A roll as a line of its own: the roller, and the sum."""
    subject = [names(str(word)) for word in ask.get("subject", ())]
    match str(ask.get("action", "")):
        case "duel":
            return _("{block} against {other}: {sum}",
                     block=_find_roller(ask, subject), other=_find_roller(ask, subject[::-1]), sum=sum)  # fmt: skip
        case "collapse":
            return _("The building, {sum}", sum=sum)
    return _("{block}, {sum}", block=subject[0] if subject else names(str(ask.get("seat") or "")), sum=sum)


def _find_roller(ask: Ask, subject: Sequence[str]) -> str:
    """The one of two fighters whose die it is."""
    return subject[int(ask["check"]["sides"][0]["seat"] != ask.get("seat"))]


def die_and_firepower(sum: RollSum, total: int, names: ModelNames) -> str:
    """The gain of a fight's die with all modifiers: `1 (die 7) + light weapons 3 = 4`."""
    added = SumWords({}, sum, names, SUMS).added
    gain = total - sum.modifier
    values = {"gain": gain, "face": sum.faces[0], "added": added, "total": with_minus(total)}
    if not added:
        return _("{gain} (die {face})", **values)
    # Translators: {added} is " + light weapons 3 − worn down 1"
    return _("{gain} (die {face}){added} = {total}", **values)


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


def sees(block: str, other: str, far: str) -> str:
    """The question; a reaction has no limit of its own."""
    if not far:
        return _("Does {block} see {other}?", block=block, other=other)
    return _("Does {block} see {other}, within {far} EP?", block=block, other=other, far=far)


Say = Callable[..., str]


def _ask_distance(block: str, other: str, most: str = "", *_notes: str) -> str:
    """The question for a distance; questions of earlier versions have no limit."""
    if not most:
        return _("How many EP is it from {block} to {other}?", block=block, other=other)
    return _(
        "How many EP is it from {block} to {other}? {beyond} stands for everything beyond {most}.",
        block=block, other=other, most=most, beyond=int(most) + 1,
    )  # fmt: skip


def _append_shape(question: str, shape: str = "") -> str:
    """The question for the pieces in an area, with its shape where that is known."""
    if not shape:
        return question
    return _("{question} The area: {shape}", question=question, shape=str(ANSWERS[shape]))


# by action; the arguments are the names of the subject
SAYS: Mapping[str, Say] = {
    "aid.gaps": lambda n: ngettext(
        "The player aid has lost {n} entry. How does this table fill it?",
        "The player aid has lost {n} entries. How does this table fill them?",
        int(n),
    ),
    "aid.marks": lambda: _("Mark each proposal that is not what this table plays."),
    "set-up": lambda name: _("Do maps, cards, tokens and blocks lie as the scenario says: {name}?", name=name),
    "hide.seen": lambda far: _(
        "Which face-up blocks does an enemy within {far} EP see? The other blocks turn back.", far=far
    ),
    "population": lambda token: _("Roll for where {token} goes", token=token),
    "population.direction": lambda token: _("Towards which hex side does {token} go? 1 is north.", token=token),
    "test": lambda token: _("Roll for {token}: 0 to 3 explodes", token=token),
    "event": lambda side: _("{side} rolls on the event table", side=side),
    "event.title": lambda side: _("What title has the card that {side} draws?", side=side),
    "event.losses": lambda side: _("{side} plays an event: which blocks lose 1 OSL by it?", side=side),
    "3d.by": lambda side: _("Which block of {side} asks for a 3D action?", side=side),
    "3d.kind": lambda block: _("What does {block} ask for?", block=block),
    "3d.near": lambda block, kind, far: _(
        "Is the target within {far} EP of {block}? ({kind})", far=far, block=block, kind=kind
    ),
    "3d.code": lambda kind: _("What does the card say of when it comes: {kind}?", kind=kind),
    "3d.intercept": lambda _id, kind: _("Intercept this air action: {kind}?", kind=kind),
    "3d.adjust": lambda _id, kind: _("Keep the 3D action of last turn: {kind}?", kind=kind),
    "3d.under": lambda _id, kind: _(
        "What lies under the 3D action ({kind})? A building is hit with its roof; a roof beside a target in the"
        " street is not.",
        kind=kind,
    ),
    "3d.building": lambda _id, kind: _("Does the 3D action hit a building: {kind}?", kind=kind),
    "3d.inside": lambda _id: _("Which blocks stand in the building that falls?"),
    "3d.breaches": lambda _id: _("Which breaches were in the building that falls?"),
    "collapse": lambda _id: _("Roll for the building: it falls on a 9"),
    "rubble": lambda _id: _("Roll for the rubble: even leaves a barricade, odd a fortification"),
    "swap": lambda side: _("Does {side} exchange blocks between impulses?", side=side),
    "swap.one": lambda side: _("Which block of {side} changes its impulse?", side=side),
    "swap.two": lambda block: _("Which block changes places with {block}?", block=block),
    "initiative": lambda side: _("{side} rolls for initiative", side=side),
    "starts": lambda side: _("Does {side} play first or second?", side=side),
    "impulse": lambda: _("Which impulse is played?"),
    "activate": lambda impulse: _("Which block of the impulse {impulse} acts?", impulse=impulse),
    "action": lambda block: _("What does {block} do?", block=block),
    "acts": lambda block: _("{block} acts: does anybody react first?", block=block),
    "how": lambda block: _("How does {block} move?", block=block),
    "unseen": lambda block: _("Is the whole path of {block} out of enemy sight and above ground?", block=block),
    "mp": lambda block, *_notes: _("How many MP does {block} move?", block=block),
    "mp.halted": lambda block, *_notes: _("How many MP had {block} moved?", block=block),
    "leaves-pair": lambda block: _("Does {block} leave the shared hex alone?", block=block),
    "contacts": lambda block, far: _(
        "Whom does {block} come into contact with: enemies within {far} EP or in the same room, tokens it touches?",
        block=block,
        far=far,
    ),
    "react": lambda block: _("React to {block}?", block=block),
    "reaction": lambda reactor, block: _("What does {reactor} do about {block}?", reactor=reactor, block=block),
    "sees": sees,
    "in-range": lambda block, other, far: _(
        "Is {other} within {far} EP of {block}?", block=block, other=other, far=far
    ),
    "scouts": lambda block, other, far: _(
        "Is {other} within {far} EP of {block}, and in its sight? Then it is scouted.",
        block=block,
        other=other,
        far=far,
    ),
    "ep": _ask_distance,
    "wall": lambda block: _("Does {block} cross an outer wall without a breach?", block=block),
    "target.fire": lambda block: _("Whom does {block} fire at?", block=block),
    "target.suppress": lambda block: _("Whom does {block} suppress?", block=block),
    "target.assault": lambda block: _("Whom does {block} assault?", block=block),
    "in-building": lambda block: _("Is {block} in a building?", block=block),
    "led": lambda block, far: _("Is a leader of its side less than {far} EP from {block}?", block=block, far=far),
    "weapon": lambda block: _("Which weapons does {block} use?", block=block),
    "inside": lambda block: _("Is {block} inside a building?", block=block),
    "withdraw": lambda block, other: _("Does {block} withdraw from {other}?", block=block, other=other),
    "withdraw.mp": lambda block: _("How many MP does {block} withdraw?", block=block),
    "withdrawal": lambda block: _("Roll for what the withdrawal costs {block}", block=block),
    "way-out": lambda block: _("Can {block} withdraw?", block=block),
    "cover": lambda block, other: _("Who gives {block} cover fire against {other}?", block=block, other=other),
    "cover.near": lambda by, block, far: _("Is {by} within {far} EP of {block}?", by=by, block=block, far=far),
    "counter-sniper": lambda by, other, least, most: _(
        "Does {by} see {other}, {least} to {most} EP away?", by=by, other=other, least=least, most=most
    ),
    "supporting": lambda block, other: _("Who supports the fire of {block} at {other}?", block=block, other=other),
    "bonuses": lambda block: _("What adds to the firepower of {block}?", block=block),
    "duel": lambda block, other: _("{block} against {other}: roll", block=block, other=other),
    "effect.fire": lambda block, *shape: _append_shape(
        _("Who lies in the weapons effect of the fire of {block}?", block=block), *shape
    ),
    "effect.assault": lambda block, *shape: _append_shape(
        _("Who lies in the weapons effect of the assault of {block}?", block=block), *shape
    ),
    "effect.breach": lambda block, *shape: _append_shape(
        _("Who lies in the weapons effect of the breach of {block}?", block=block), *shape
    ),
    "blast.explosion": lambda token: _("Who lies within 2 EP of {token}, which explodes?", token=token),
    "blast.mine": lambda token: _("Who lies within 2 EP of the mine, {token}?", token=token),
    "blast.mine-ap": lambda block: _("Who else lies within 1 EP of the mine under {block}?", block=block),
    "blast.backblast": lambda block: _("Who lies within 2 EP behind {block}, in its back blast?", block=block),
    "fortified": lambda _cause: _("Which of them does a fortification protect?"),
    "fortification": lambda block: _("Roll for the fortification of {block}: 0 to 7 protects", block=block),
    "quality": lambda block: _("Roll for the quality of {block}", block=block),
    "leader.seen": lambda block: _("Which blocks saw {block} fall?", block=block),
    "leader-lost": lambda block: _("Roll for {block}, which saw its leader fall", block=block),
    "scout": lambda block, far: _("What does {block} see that lies face down within {far} EP?", block=block, far=far),
    "support": lambda block: _("Which block does {block} work with?", block=block),
    "support.gains": lambda block, other: _("Who gains the OSL, {block} or {other}?", block=block, other=other),
    "adjacent": lambda block, other: _("Are {block} and {other} adjacent?", block=block, other=other),
    "scatter": lambda block: _("Which population is beside {block}?", block=block),
    "scatter.mp": lambda token, block: _("How many MP does {token} go away from {block}?", token=token, block=block),
    "population.flees": lambda token, block: _("How many MP does {token} run from {block}?", token=token, block=block),
    "population.moved": lambda token, side: _("How many MP does {side} move {token}?", token=token, side=side),
    "place": lambda block: _("What does {block} place?", block=block),
    "place.beside": lambda block: _("Does the token lie beside {block}?", block=block),
    "destroy": lambda block: _("Which token does {block} remove?", block=block),
    "token.beside": lambda block, token: _("Is {token} beside {block}?", block=block, token=token),
    "free-mp": lambda block: _("How many of its 2 free MP does {block} move?", block=block),
    "tunnel": lambda block: _("Which entrance does {block} close?", block=block),
    "tunnel.below": lambda token: _("Which blocks are under {token}?", token=token),
    "carrier": lambda block: _("Which vehicle does {block} mount?", block=block),
    "place-aboard": lambda block, carrier: _("Where does {block} ride on {carrier}?", block=block, carrier=carrier),
    "passenger": lambda block: _("Who gets off {block}?", block=block),
    "vehicle": lambda block: _("Which vehicle gives {block} cover?", block=block),
    "breach.near": lambda block, far: _(
        "Is the breach within {far} EP of {block}, and does the block stand in its arc?", block=block, far=far
    ),
    "breach.afar": lambda block, least, most: _(
        "Is the breach {least} to {most} EP away from {block}, and does the block stand in its arc?",
        block=block,
        least=least,
        most=most,
    ),
    "breach.away": lambda block: _("How many of its 2 free MP does {block} go away?", block=block),
    "smoke.near": lambda block, far: _("Is the smoke within {far} EP of {block}?", block=block, far=far),
    "new-impulse": lambda block: _("To which impulse does {block} go?", block=block),
}


# the names of a block's weapons
CALIBRES = {"light": Message("light weapons"), "heavy": Message("heavy weapons")}
# questions about the aid's gaps, by action; the arguments are the subject and the names
OF_THE_AID: Mapping[str, Callable[[tuple[str, ...], BlockNames], str]] = {
    "aid": lambda subject, known: _prepend_subject(str(asks(*subject[:2])), subject[2:], known),
    "aid.critical": lambda subject, known: _prepend_subject(_ask_critical_row(subject[1]), subject[2:], known),
    "aid.whole": lambda subject, _known: str(asks_whole(subject[0])),
    "aid.list": lambda subject, _known: str(asks_whole(subject[0])),
}


def describe_question(ask: Ask, known: BlockNames) -> str:
    """A question as one line."""
    action, subject = str(ask.get("action", "")), tuple(map(str, ask.get("subject", ())))
    if action in OF_THE_AID:
        return _append_clause(ask, OF_THE_AID[action](subject, known))
    if action == "aid.scope":
        return _("Does this hold for the whole game?")
    if action in SAYS:
        return SAYS[action](*(str(ACTIONS[word]) if word in ACTIONS else known(word) for word in subject))
    return plainly(ask, known)


def _prepend_subject(question: str, about: Sequence[str], known: BlockNames) -> str:
    """A question about a gap of the aid, with the block and the weapon in question."""
    if not about:
        return question
    block, *weapons = (str(CALIBRES[word]) if word in CALIBRES else known(word) for word in about)
    if weapons:
        return _("{block}, {weapons}: {question}", block=block, weapons=join_items(weapons), question=question)
    return _("{block}: {question}", block=block, question=question)


def _append_clause(ask: Ask, question: str) -> str:
    """A question about a gap of the aid, with the row that it belongs to."""
    clause = next((str(option["clause"]) for option in ask.get("options", ()) if option.get("clause")), "")
    # Translators: a question, and the place in the rules that it comes from
    return _("{question} [{clause}]", question=question, clause=clause) if clause else question


def _ask_critical_row(member: str) -> str:
    """The question for a critical row whose icons are lost."""
    weapon, target, face = member.split(".")
    return _(
        "Die {face}: which row of the randomness table is that of this weapon and target? ({weapon}, {target})",
        face=face, weapon=asks_member(weapon), target=asks_member(target),
    )  # fmt: skip


def asks_member(code: str) -> str:
    """The name of a kind of weapon or a class of blocks."""
    return str(WEAPONS.get(code, MEMBERS.get(code, code)))
