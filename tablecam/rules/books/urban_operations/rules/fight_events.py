"""The events of fights and losses, and the end of turns and of the game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tablecam.base.i18n import InContext, Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_operations.rules.codes import row
from tablecam.rules.books.urban_operations.rules.state import (
    OperationsNames,
    OperationsState,
    TurnPhase,
)
from tablecam.rules.event import TerseEvent
from tablecam.rules.frozen import copy_with
from tablecam.rules.sentence import Rolled, Sentence

SHOTS: Mapping[str, Callable[[str, int], str]] = {
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
CAUSES: Mapping[str, Message] = {
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


@dataclass(frozen=True, kw_only=True)
class Reacted(TerseEvent):
    """A block has used its reaction of this turn."""

    form = (Message("Reacted"), Message("A block has used its reaction of this turn."))
    rests_on = row(67)
    takes = {"kind": ("withdrawal", "opportunity", "cover", "suppressed")}

    block: str
    to: str
    kind: str

    def apply(self, state: OperationsState) -> OperationsState:
        return state.replace_block(self.block, reacted=True)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(
            names(self.block), REACTIONS.get(self.kind, REACTIONS["opportunity"])(names(self.to)), aside=True
        )


@dataclass(frozen=True, kw_only=True)
class FireAnnounced(TerseEvent):
    """A block fires at another, or assaults it."""

    form = (Message("Fire announced"), Message("A block fires at another, or assaults it."))
    rests_on = row(50)
    takes = {"kind": ("fire", "suppress", "opportunity", "assault")}

    block: str
    target: str
    kind: str
    ep: int
    band: int
    weapon: str = ""

    def sentence(self, names: OperationsNames) -> Sentence:
        say = SHOTS.get(self.kind, SHOTS["fire"])
        return Sentence(names(self.block), say(names(self.target), self.ep))


@dataclass(frozen=True, kw_only=True)
class Withdrew(TerseEvent):
    """A block has withdrawn. loss: OSL lost by it, by the die."""

    form = (Message("Withdrew"), Message("A block has withdrawn."))
    rests_on = row(51)

    block: str
    mp: int
    faces: tuple[int, ...] = ()
    loss: int = 0
    forced: bool = False

    def sentence(self, names: OperationsNames) -> Sentence:
        block = names(self.block)
        if self.forced:
            driven = _("is driven off by {mp} MP", mp=self.mp)
            return Sentence(block, driven, outcome=driven, of=self.block)

        def describe_sum(rolled: Rolled) -> Sentence:
            return Sentence(block, _("withdraws by {mp} MP, {sum}", mp=self.mp, sum=rolled.sum), closes=True)

        return Sentence(block, _("withdraws by {mp} MP", mp=self.mp), summed=describe_sum)


@dataclass(frozen=True, kw_only=True)
class CoverGiven(TerseEvent):
    """A friend steps in with cover fire. effect: joins, takes or fires."""

    form = (Message("Covered"), Message("A friend steps in with cover fire."))
    rests_on = row(53)
    takes = {"effect": ("joins", "takes", "fires")}

    block: str
    target: str
    effect: str

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), COVERS.get(self.effect, COVERS["joins"])(names(self.target)))


@dataclass(frozen=True, kw_only=True)
class Fought(TerseEvent):
    """A duel. faces, totals: of attacker and target; rows: of the randomness table; loser: a block, or `both`."""

    form = (Message("Fought"), Message("A duel."))
    rests_on = row(54)

    block: str
    target: str
    kind: str
    faces: tuple[int, int]
    totals: tuple[int, int]
    rows: tuple[str, ...] = ()
    loser: str = ""

    def sentence(self, names: OperationsNames) -> Sentence:
        attacker, target = names(self.block), names(self.target)

        def describe_sum(rolled: Rolled) -> Sentence:
            sums = [names.die_and_firepower(sum, total) for sum, total in zip(rolled.parts, self.totals, strict=False)]
            if not sums:
                return self.sentence(names)
            values = {
                "one": attacker,
                "two": target,
                "sum": sums[0],
                "other": sums[-1],
                "result": _describe_result(self, names),
            }
            return Sentence("", _("{one} has {sum}, {two} has {other}: {result}", **values), closes=True)

        dice, totals = join_items(self.faces), join_items(self.totals)
        values = {
            "one": attacker,
            "two": target,
            "dice": dice,
            "totals": totals,
            "result": _describe_result(self, names),
        }
        text = _("{one} and {two} throw {dice}, {totals} in all: {result}", **values)
        return Sentence("", text, closes=True, summed=describe_sum)


@dataclass(frozen=True, kw_only=True)
class EffectApplied(TerseEvent):
    """A weapons effect. blocks: those in its area, shielded ones among them."""

    form = (Message("Effect applied"), Message("A weapons effect."))
    rests_on = row(70)

    action: str
    osl: int
    blocks: tuple[str, ...] = ()
    shielded: tuple[str, ...] = ()

    def sentence(self, names: OperationsNames) -> Sentence:
        if not self.blocks:
            return Sentence("", _("the weapons effect hits no block"), aside=True)
        blocks = names.all(self.blocks)
        if self.shielded:
            return Sentence("", _("the effect reaches {blocks}; protected: {safe}", blocks=blocks,
                                  safe=names.all(self.shielded)))  # fmt: skip
        return Sentence("", _("the effect reaches {blocks}", blocks=blocks))


@dataclass(frozen=True, kw_only=True)
class QualityRolled(TerseEvent):
    """The quality of a block has softened or worsened a loss, or has not."""

    form = (Message("Quality rolled"), Message("The die for the quality of a block."))
    rests_on = row(65)

    block: str
    faces: tuple[int, ...]
    change: int = 0

    def sentence(self, names: OperationsNames) -> Sentence:
        block = names(self.block)

        def describe_sum(rolled: Rolled) -> Sentence:
            # Translators: {block} is a name, {sum} "quality 6+: rolled 4, nothing changes"
            return Sentence("", _("{block}, {sum}", block=block, sum=rolled.sum), closes=True)

        if self.change < 0:
            return Sentence(block, _("loses 1 OSL less by its quality"), aside=True, summed=describe_sum)
        if self.change > 0:
            return Sentence(block, _("loses 1 OSL more by its quality"), aside=True, summed=describe_sum)
        return Sentence(block, _("gains nothing by its quality"), aside=True, summed=describe_sum)


@dataclass(frozen=True, kw_only=True)
class OslLost(TerseEvent):
    """A block loses OSL; at 0 it is gone."""

    form = (Message("OSL lost"), Message("A block loses OSL; at 0 it is gone."))
    rests_on = row(61)

    block: str
    osl: int
    cause: str = ""

    def apply(self, state: OperationsState) -> OperationsState:
        """Take OSL; a block is lost at OSL 0, and `impulses.py` settles its consequences."""
        if self.block not in state.blocks or not state[self.block].alive:
            return state
        remaining_osl = max(0, state[self.block].osl - self.osl)
        state = state.replace_block(self.block, osl=remaining_osl)
        if remaining_osl:
            return state
        return copy_with(state.replace_block(self.block, revealed=True), aftermath=(*state.aftermath, self.block))

    def sentence(self, names: OperationsNames) -> Sentence:
        loss = ngettext("loses {n} OSL", "loses {n} OSL", self.osl)
        cause = CAUSES.get(self.cause)
        sentence = Sentence(names(self.block), loss, outcome=loss, of=self.block, moment="hit")
        if cause is None:
            return sentence
        return sentence._replace(does=_("{lost} ({cause})", lost=loss, cause=str(cause)), closes=True)


@dataclass(frozen=True, kw_only=True)
class OslGained(TerseEvent):
    """A block gains OSL."""

    form = (Message("OSL gained"), Message("A block gains OSL."))
    rests_on = row(100)

    block: str
    osl: int
    cause: str = ""

    def apply(self, state: OperationsState) -> OperationsState:
        if self.block not in state.blocks or not state[self.block].alive:
            return state
        return state.replace_block(self.block, osl=state[self.block].osl + self.osl)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("gains {n} OSL", n=self.osl))


@dataclass(frozen=True, kw_only=True)
class PositionTaken(TerseEvent):
    """A block has taken the position that it assaulted."""

    form = (Message("Position taken"), Message("A block has taken the position that it assaulted."))
    rests_on = row(66)

    block: str

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("takes the position"))


@dataclass(frozen=True, kw_only=True)
class Buried(TerseEvent):
    """A lost block has been settled: its wreck, its passengers, its command."""

    form = (Message("Buried"), Message("A block that is gone has been seen to."))
    rests_on = row(66)

    block: str

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, aftermath=tuple(block for block in state.aftermath if block != self.block))

    def sentence(self, names: OperationsNames) -> Sentence:
        gone = _("is gone")
        return Sentence(names(self.block), gone, aside=True, outcome=gone, of=self.block, moment="out")


@dataclass(frozen=True, kw_only=True)
class LeaderLost(TerseEvent):
    """A side has lost its leader. rule: the quality of the leader, or basic."""

    form = (Message("Leader lost"), Message("A side has lost its leader."))
    rests_on = row(100)

    block: str
    seat: str
    rule: str

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, leaderless={**state.leaderless, self.seat: self.rule})

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.seat), _("has lost its leader {block}", block=names(self.block)))


@dataclass(frozen=True, kw_only=True)
class ShockRolled(TerseEvent):
    """A block that saw its leader fall has rolled its die. change: the table's result, in OSL."""

    form = (Message("Shock rolled"), Message("The die of a block that saw its leader fall."))
    rests_on = row(100)

    block: str
    faces: tuple[int, ...]
    change: int = 0

    def sentence(self, names: OperationsNames) -> Sentence:
        """The die of a block that saw its leader fall."""
        values = {"dice": join_items(self.faces), "n": abs(self.change)}
        if self.change > 0:
            text = ngettext("rolls {dice} for its fallen leader: {n} OSL more",
                            "rolls {dice} for its fallen leader: {n} OSL more", abs(self.change), **values)  # fmt: skip
        elif self.change < 0:
            text = ngettext("rolls {dice} for its fallen leader: {n} OSL less",
                            "rolls {dice} for its fallen leader: {n} OSL less", abs(self.change), **values)  # fmt: skip
        else:
            text = _("rolls {dice} for its fallen leader: nothing changes", dice=values["dice"])
        return Sentence(names(self.block), text, closes=True)


@dataclass(frozen=True, kw_only=True)
class TurnClosed(TerseEvent):
    """The turn is over: markers and smoke come off."""

    form = (Message("Turn ended"), Message("The turn is over: markers and smoke come off."))
    rests_on = row(24)

    turn: int

    def apply(self, state: OperationsState) -> OperationsState:
        """Remove activated, reaction and completed markers, and smoke. Clause: UO Final phase (UO-024)."""
        tokens = {name: token for name, token in state.tokens.items() if token.kind != "smoke"}
        is_over = self.turn >= state.scenario.turns
        return replace(
            state.all_changed(activated=False, reacted=False), tokens=tokens, turn=self.turn,
            phase=TurnPhase.OVER if is_over else TurnPhase.FINAL,
            played={}, impulse="", used=0, passes=0, supporting="", acting=None, leaderless={},
            asked_now={}, asked_by=(), handled=(),
        )  # fmt: skip

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence("", _("turn {turn} is over", turn=self.turn))


@dataclass(frozen=True, kw_only=True)
class Conceded(TerseEvent):
    """A side gives up."""

    form = (Message("Conceded"), Message("A side gives up."))

    seat: str

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, conceded=self.seat, phase=TurnPhase.OVER)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.seat), _("concedes"))


def _describe_result(event: Fought, known: OperationsNames) -> str:
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
