"""The events of fights and losses as sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.base.i18n import InContext, Message, listed, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_operations.rules import events as e
from tablecam.rules.books.urban_operations.wording.names import BlockNames
from tablecam.rules.books.urban_operations.wording.sums import die_and_firepower
from tablecam.rules.books.views import Text
from tablecam.rules.event import Event
from tablecam.rules.system import Rolled, Sentence

Say = Callable[[Any, BlockNames], Sentence]

KINDS: Mapping[str, Callable[[str, int], str]] = {
    "fire": lambda target, ep: _("fires at {target}, {ep} EP away", target=target, ep=ep),
    "suppress": lambda target, ep: _("suppresses {target}, {ep} EP away", target=target, ep=ep),
    "opportunity": lambda target, ep: _("has opportunity fire at {target}, {ep} EP away", target=target, ep=ep),
    "assault": lambda target, _ep: _("assaults {target}", target=target),
}
REACTIONS: Mapping[str, Callable[[str], str]] = {
    "withdrawal": lambda to: _("withdraws from {to}", to=to),
    "opportunity": lambda to: _("reacts to {to}", to=to),
    "cover": lambda to: _("steps in against {to}", to=to),
    "suppressed": lambda to: _("is suppressed by {to}", to=to),
}
COVERS: Mapping[str, Callable[[str], str]] = {
    "joins": lambda target: _("joins {target} with its firepower", target=target),
    "takes": lambda target: _("takes the losses of {target}", target=target),
    "fires": lambda target: _("fires in place of {target}", target=target),
}
CAUSES: Mapping[str, Text] = {
    "withdrawal": InContext("a cause of losses", "withdrawal"),
    "effect": InContext("a cause of losses", "weapons effect"),
    "critical": Message("critical hit"), "inadequate": Message("unsuitable weapon"),
    "toxic": InContext("a cause of losses", "toxic cloud"), "explosion": InContext("a cause of losses", "explosion"),
    "mine": InContext("a cause of losses", "mine"), "3d": InContext("a cause of losses", "3D action"),
    "event": InContext("a cause of losses", "event"), "backblast": InContext("a cause of losses", "back blast"),
    "pair": InContext("a cause of losses", "firing as a pair"), "leader": Message("its leader fell"),
    "no-way-out": Message("it could not withdraw"), "tunnel": Message("its tunnel was closed"),
    "collapse": Message("the building fell"), "fire": InContext("a cause of losses", "fire"),
    "assault": InContext("a cause of losses", "assault"),
}  # fmt: skip
WHY: Mapping[str, Text] = {
    "no-weapon": Message("can use no weapon"), "no-target": Message("has no target"),
    "no-leader": Message("may not assault a building: no leader is near"),
    "not-for-snipers": Message("may not fire at such a target"), "not-adjacent": Message("is not close enough"),
    "not-this-unit": Message("is no unit that may do that"), "nothing-there": Message("finds nothing of the kind"),
    "nobody-left": Message("has no partner left"), "too-far": Message("is too far away"),
    "not-in-arc": Message("is not in the arc, or not in range"), "no-room": Message("finds no room"),
    "stays": Message("goes 0 MP, so it stays"),
    "never-removed": Message("finds that this token is never removed"),
}  # fmt: skip


def _describe_announcement(event: e.FireAnnounced, known: BlockNames) -> Sentence:
    say = KINDS.get(event.kind, KINDS["fire"])
    return Sentence(known(event.block), say(known(event.target), event.ep))


def _describe_withdrawal(event: e.Withdrew, known: BlockNames) -> Sentence:
    block = known(event.block)
    if event.forced:
        return Sentence(block, _("is driven off by {mp} MP", mp=event.mp))

    def describe_sum(rolled: Rolled) -> Sentence:
        return Sentence(block, _("withdraws by {mp} MP, {sum}", mp=event.mp, sum=rolled.sum), closes=True)

    return Sentence(block, _("withdraws by {mp} MP", mp=event.mp), summed=describe_sum)


def _describe_fight(event: e.Fought, known: BlockNames) -> Sentence:
    attacker, target = known(event.block), known(event.target)

    def describe_sum(rolled: Rolled) -> Sentence:
        sums = [die_and_firepower(sum, total, known) for sum, total in zip(rolled.parts, event.totals, strict=False)]
        values = {
            "one": attacker,
            "two": target,
            "sum": sums[0],
            "other": sums[-1],
            "result": _describe_result(event, known),
        }
        return Sentence("", _("{one} has {sum}, {two} has {other}: {result}", **values), closes=True)

    dice, totals = listed(event.faces), listed(event.totals)
    values = {"one": attacker, "two": target, "dice": dice, "totals": totals, "result": _describe_result(event, known)}
    text = _("{one} and {two} throw {dice}, {totals} in all: {result}", **values)
    return Sentence("", text, closes=True, summed=describe_sum)


def _describe_result(event: e.Fought, known: BlockNames) -> str:
    """The loser; a critical row may override the totals."""
    attacker_total, target_total = event.totals
    by_totals = (
        "both" if attacker_total == target_total else event.target if attacker_total > target_total else event.block
    )
    if event.loser == "both":
        return _("neither wins") if by_totals == "both" else _("critical rows of both: neither wins")
    loser = known(event.loser)
    return (
        _("{loser} loses", loser=loser)
        if event.loser == by_totals
        else _("{loser} loses by a critical row", loser=loser)
    )


def _describe_effect(event: e.EffectApplied, known: BlockNames) -> Sentence:
    if not event.blocks:
        return Sentence("", _("the weapons effect hits no block"), aside=True)
    blocks = known.all(event.blocks)
    if event.shielded:
        return Sentence("", _("the effect reaches {blocks}; protected: {safe}", blocks=blocks,
                              safe=known.all(event.shielded)))  # fmt: skip
    return Sentence("", _("the effect reaches {blocks}", blocks=blocks))


def _describe_quality(event: e.QualityRolled, known: BlockNames) -> Sentence:
    block = known(event.block)

    def describe_sum(rolled: Rolled) -> Sentence:
        # Translators: {block} is a name, {sum} "quality 6+: rolled 4, nothing changes"
        return Sentence("", _("{block}, {sum}", block=block, sum=rolled.sum), closes=True)

    if event.change < 0:
        return Sentence(block, _("loses 1 OSL less by its quality"), aside=True, summed=describe_sum)
    if event.change > 0:
        return Sentence(block, _("loses 1 OSL more by its quality"), aside=True, summed=describe_sum)
    return Sentence(block, _("gains nothing by its quality"), aside=True, summed=describe_sum)


def _describe_loss(event: e.OslLost, known: BlockNames) -> Sentence:
    loss = ngettext("loses {n} OSL", "loses {n} OSL", event.osl)
    cause = CAUSES.get(event.cause)
    if cause is None:
        return Sentence(known(event.block), loss)
    return Sentence(known(event.block), _("{lost} ({cause})", lost=loss, cause=str(cause)), closes=True)


def _describe_shock(event: e.ShockRolled, known: BlockNames) -> Sentence:
    """The die of a block that saw its leader fall."""
    values = {"dice": listed(event.faces), "n": abs(event.change)}
    if event.change > 0:
        text = ngettext("rolls {dice} for its fallen leader: {n} OSL more",
                        "rolls {dice} for its fallen leader: {n} OSL more", abs(event.change), **values)  # fmt: skip
    elif event.change < 0:
        text = ngettext("rolls {dice} for its fallen leader: {n} OSL less",
                        "rolls {dice} for its fallen leader: {n} OSL less", abs(event.change), **values)  # fmt: skip
    else:
        text = _("rolls {dice} for its fallen leader: nothing changes", dice=values["dice"])
    return Sentence(known(event.block), text, closes=True)


def _block_clause(text: Message) -> Say:
    """A clause about a block, without values."""
    return lambda event, known: Sentence(known(event.block), str(text))


FIGHT_WORDS: Mapping[type[Event], Say] = {
    e.FireAnnounced: _describe_announcement,
    e.Reacted: lambda event, known: Sentence(
        known(event.block), REACTIONS.get(event.kind, REACTIONS["opportunity"])(known(event.to)), aside=True
    ),
    e.Withdrew: _describe_withdrawal,
    e.CoverGiven: lambda event, known: Sentence(
        known(event.block), COVERS.get(event.effect, COVERS["joins"])(known(event.target))
    ),
    e.Fought: _describe_fight,
    e.EffectApplied: _describe_effect,
    e.QualityRolled: _describe_quality,
    e.OslLost: _describe_loss,
    e.OslGained: lambda event, known: Sentence(known(event.block), _("gains {n} OSL", n=event.osl)),
    e.ShockRolled: _describe_shock,
    e.PositionTaken: _block_clause(Message("takes the position")),
    e.NothingDone: lambda event, known: Sentence(known(event.block), str(WHY.get(event.why, event.why))),
    e.Buried: lambda event, known: Sentence(known(event.block), _("is gone"), aside=True),
    e.LeaderLost: lambda event, known: Sentence(
        known(event.seat), _("has lost its leader {block}", block=known(event.block))
    ),
}
