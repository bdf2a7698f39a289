"""The questions of Urban Operations in the players' words, by action; each question states its limits."""

from collections.abc import Callable, Mapping, Sequence

from tablecam.base.i18n import Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.plain_words import describe_question as plainly
from tablecam.rules.books.urban_operations.wording.aid_words import ACTIONS, ANSWERS, MEMBERS, WEAPONS, asks, asks_whole
from tablecam.rules.books.urban_operations.wording.names import BlockNames
from tablecam.rules.plain import Json


def sees(block: str, other: str, far: str) -> str:
    """The question; a reaction has no limit of its own."""
    if not far:
        return _("Does {block} see {other}?", block=block, other=other)
    return _("Does {block} see {other}, within {far} EP?", block=block, other=other, far=far)


Ask = Mapping[str, Json]
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
