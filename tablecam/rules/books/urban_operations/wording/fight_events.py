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


def _announced(event: e.FireAnnounced, known: BlockNames) -> Sentence:
    say = KINDS.get(event.kind, KINDS["fire"])
    return Sentence(known(event.block), say(known(event.target), event.ep))


def _withdrew(event: e.Withdrew, known: BlockNames) -> Sentence:
    block = known(event.block)
    if event.forced:
        return Sentence(block, _("is driven off by {mp} MP", mp=event.mp))

    def summed(rolled: Rolled) -> Sentence:
        return Sentence(block, _("withdraws by {mp} MP, {sum}", mp=event.mp, sum=rolled.sum), closes=True)

    return Sentence(block, _("withdraws by {mp} MP", mp=event.mp), summed=summed)


def _fought(event: e.Fought, known: BlockNames) -> Sentence:
    one, two = known(event.block), known(event.target)

    def summed(rolled: Rolled) -> Sentence:
        sums = [die_and_firepower(sum, total, known) for sum, total in zip(rolled.parts, event.totals, strict=False)]
        values = {"one": one, "two": two, "sum": sums[0], "other": sums[-1], "result": _result(event, known)}
        return Sentence("", _("{one} has {sum}, {two} has {other}: {result}", **values), closes=True)

    dice, totals = listed(event.faces), listed(event.totals)
    values = {"one": one, "two": two, "dice": dice, "totals": totals, "result": _result(event, known)}
    says = _("{one} and {two} throw {dice}, {totals} in all: {result}", **values)
    return Sentence("", says, closes=True, summed=summed)


def _result(event: e.Fought, known: BlockNames) -> str:
    """Who loses; a critical row may decide against the totals."""
    one, two = event.totals
    by_totals = "both" if one == two else event.target if one > two else event.block
    if event.loser == "both":
        return _("neither wins") if by_totals == "both" else _("critical rows of both: neither wins")
    loser = known(event.loser)
    return (
        _("{loser} loses", loser=loser)
        if event.loser == by_totals
        else _("{loser} loses by a critical row", loser=loser)
    )


def _effect(event: e.EffectApplied, known: BlockNames) -> Sentence:
    if not event.blocks:
        return Sentence("", _("the weapons effect hits no block"), aside=True)
    hit = known.all(event.blocks)
    if event.shielded:
        return Sentence("", _("the effect reaches {blocks}; protected: {safe}", blocks=hit,
                              safe=known.all(event.shielded)))  # fmt: skip
    return Sentence("", _("the effect reaches {blocks}", blocks=hit))


def _quality(event: e.QualityRolled, known: BlockNames) -> Sentence:
    who = known(event.block)

    def summed(rolled: Rolled) -> Sentence:
        # Translators: {block} is a name, {sum} "quality 6+: rolled 4, nothing changes"
        return Sentence("", _("{block}, {sum}", block=who, sum=rolled.sum), closes=True)

    if event.change < 0:
        return Sentence(who, _("loses 1 OSL less by its quality"), aside=True, summed=summed)
    if event.change > 0:
        return Sentence(who, _("loses 1 OSL more by its quality"), aside=True, summed=summed)
    return Sentence(who, _("gains nothing by its quality"), aside=True, summed=summed)


def _lost(event: e.OslLost, known: BlockNames) -> Sentence:
    lost = ngettext("loses {n} OSL", "loses {n} OSL", event.osl)
    cause = CAUSES.get(event.cause)
    if cause is None:
        return Sentence(known(event.block), lost)
    return Sentence(known(event.block), _("{lost} ({cause})", lost=lost, cause=str(cause)), closes=True)


def _shock(event: e.ShockRolled, known: BlockNames) -> Sentence:
    """The die of a block that saw its leader fall."""
    values = {"dice": listed(event.faces), "n": abs(event.change)}
    if event.change > 0:
        does = ngettext("rolls {dice} for its fallen leader: {n} OSL more",
                        "rolls {dice} for its fallen leader: {n} OSL more", abs(event.change), **values)  # fmt: skip
    elif event.change < 0:
        does = ngettext("rolls {dice} for its fallen leader: {n} OSL less",
                        "rolls {dice} for its fallen leader: {n} OSL less", abs(event.change), **values)  # fmt: skip
    else:
        does = _("rolls {dice} for its fallen leader: nothing changes", dice=values["dice"])
    return Sentence(known(event.block), does, closes=True)


def _does(text: Message) -> Say:
    """A clause of a block that has no values."""
    return lambda event, known: Sentence(known(event.block), str(text))


FIGHT_WORDS: Mapping[type[Event], Say] = {
    e.FireAnnounced: _announced,
    e.Reacted: lambda event, known: Sentence(
        known(event.block), REACTIONS.get(event.kind, REACTIONS["opportunity"])(known(event.to)), aside=True
    ),
    e.Withdrew: _withdrew,
    e.CoverGiven: lambda event, known: Sentence(
        known(event.block), COVERS.get(event.effect, COVERS["joins"])(known(event.target))
    ),
    e.Fought: _fought,
    e.EffectApplied: _effect,
    e.QualityRolled: _quality,
    e.OslLost: _lost,
    e.OslGained: lambda event, known: Sentence(known(event.block), _("gains {n} OSL", n=event.osl)),
    e.ShockRolled: _shock,
    e.PositionTaken: _does(Message("takes the position")),
    e.NothingDone: lambda event, known: Sentence(known(event.block), str(WHY.get(event.why, event.why))),
    e.Buried: lambda event, known: Sentence(known(event.block), _("is gone"), aside=True),
    e.LeaderLost: lambda event, known: Sentence(
        known(event.seat), _("has lost its leader {block}", block=known(event.block))
    ),
}
