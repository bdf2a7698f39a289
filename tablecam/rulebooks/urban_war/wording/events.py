"""Events as short plain clauses, so that a game can be read aloud: `Ida` `moves 3.4 in`.

One function an event, all of them: an event without words here is a KeyError, and a test looks for one.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tablecam.rulebooks.urban_war.rules import combat_events as combat
from tablecam.rulebooks.urban_war.rules import events as e
from tablecam.rulebooks.urban_war.rules.state import State
from tablecam.rulebooks.urban_war.rules.visibility import HIDDEN
from tablecam.rules.event import Event
from tablecam.rules.system import Sentence

WORD = re.compile(r"[\w-]+")
CHECKS = {
    "another target": "to shoot at another target",
    "disruption shot": "for a disruption shot",
    "intercept charge": "for an intercept charge",
    "panic check": "against panic",
    "rally": "to rally",
    "shock test": "against shock",
    "break off": "to break off",
    "evade": "to evade",
}
MOVES = {
    "move": "moves {} in",
    "rush": "rushes {} in",
    "charge": "charges {} in towards {}",
    "break off": "moves {} in, breaking off",
    "evade": "moves {} in, evading",
    "intercept": "moves {} in to intercept",
}
ROLLED_FOR = {"table side": "the table side", "first turn": "the first turn"}
ORDERS = {HIDDEN: "hidden orders", "": "no order"}


@dataclass(frozen=True)
class Names:
    """What models and sides are called: `ida` is Ida; whoever is not known is called as it is written."""

    known: Mapping[str, str]

    def __call__(self, one: str) -> str:
        """What one of them is called."""
        return self.known.get(one, one)

    def all(self, several: Iterable[str]) -> str:
        """Ann, Bob and Cat."""
        return listed([self(each) for each in several]) or "nobody"

    def within(self, text: str) -> str:
        """A reason with the names in it: `ida does not see bob`."""
        return WORD.sub(lambda found: self(found[0]), text)


def names(state: State) -> Names:
    """Models and sides by their ids, which are names: they only want a capital letter."""
    return Names({each: capital(each) for each in (*state.sides, *state.fighters)})


def told(event: Event, known: Names) -> Sentence:
    """The clause of an event; KeyError for one that is not of this rulebook."""
    clause: Sentence = WORDS[type(event)](event, known)
    return clause


def titled(step: str, known: Names) -> str:
    """A procedure as the heading of its line: an activation is named by its side."""
    return capital(known.within(step.removeprefix("activation by ")))


def capital(text: str) -> str:
    """With its first letter large, the others as they are."""
    return text[:1].upper() + text[1:]


def listed(several: Iterable[object]) -> str:
    """3, 4 and 9."""
    *others, last = [str(each) for each in several] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def dice(faces: tuple[int, ...]) -> str:
    """What dice show."""
    return listed(faces) or "no dice"


def inches(length_in: float) -> str:
    """To a tenth, which is what one reads off a tape at arm's length."""
    tenths = round(length_in, 1)
    return f"{tenths:g}" if tenths or not length_in else "under 0.1"


def number(count: int, one: str) -> str:
    """No hit, 1 hit, 2 hits."""
    return f"{count or 'no'} {one}{'s' * (count > 1)}"


def _rolled_off(event: e.RolledOff, known: Names) -> Sentence:
    added = {side: f" ({amount:+d} for the Commander)" for side, amount in event.modifiers.items() if amount}
    rolled = listed(f"{known(side)} rolls {face}{added.get(side, '')}" for side, face in event.faces.items())
    outcome = f"{known(event.winner)} wins" if event.winner else "a tie"
    return Sentence("", f"{rolled} for {ROLLED_FOR.get(event.purpose, event.purpose)}: {outcome}")


def _deployed(event: e.Deployed, known: Names) -> Sentence:
    place = f"stands {inches(event.depth_in)} in from the edge" if event.depth_in else "is deployed"
    return Sentence(known(event.model), place)


def _orders_given(event: e.OrdersGiven, known: Names) -> Sentence:
    kinds = dict.fromkeys(event.orders.values())
    given = [
        f"{ORDERS.get(kind, kind)} to {known.all(each for each, order in event.orders.items() if order == kind)}"
        for kind in kinds
    ]
    if event.opened:
        given.append(f"face-up snap-fire to {known.all(event.opened)}")
    return Sentence(known(event.seat), f"gives {listed(given)}" if given else "gives no more orders")


def _action_chosen(event: e.ActionChosen, known: Names) -> Sentence:
    """What comes of an action says what it is, but for nothing."""
    if event.action == "nothing":
        return Sentence(known(event.model), "does nothing")
    return Sentence(known(event.model), f"chooses to {event.action.replace('+', ' and ')}", aside=True)


def _moved(event: e.Moved, known: Names) -> Sentence:
    """A charge names its enemy: `charge bob`."""
    kind, _, enemy = (event.kind, "", "") if event.kind in MOVES else event.kind.partition(" ")
    way = MOVES.get(kind, MOVES["move"]).format(inches(event.length_in), known(enemy) or "the enemy")
    return Sentence(known(event.model), way)


def _command_checked(event: e.CommandChecked, known: Names) -> Sentence:
    check = f"the command check {CHECKS.get(event.kind, f'for {event.kind}')}"
    rolled = f"({dice(event.faces)}, {event.total} in all)"
    return Sentence(known(event.model), f"{'passes' if event.passed else 'fails'} {check} {rolled}")


def _reaction_announced(event: e.ReactionAnnounced, known: Names) -> Sentence:
    wants = "shoot at" if event.kind == "shot" else "charge"
    return Sentence(known(event.model), f"wants to {wants} {known(event.target)} from overwatch")


def _reaction_void(event: e.ReactionVoid, known: Names) -> Sentence:
    return Sentence(known(event.model), f"cannot: {known.within(event.why)}")


def _reaction_attempted(event: e.ReactionAttempted, known: Names) -> Sentence:
    means = "a shot at" if event.kind == "shot" else "a charge at"
    return Sentence(known(event.model), f"tries to break in with {means} {known(event.target)}", aside=True)


def _marker_placed(event: e.MarkerPlaced, known: Names) -> Sentence:
    marker = known.within(event.marker)
    return Sentence(known(event.by), f"places a {marker}") if event.by else Sentence("", f"a {marker} is placed")


def _game_ended(event: e.GameEnded, known: Names) -> Sentence:
    return Sentence(known(event.winner) if event.winner else "nobody", f"wins: {known.within(event.why)}")


def _target_named(event: combat.TargetNamed, known: Names) -> Sentence:
    fires = "fires speculatively at" if event.speculative else "shoots at"
    return Sentence(
        known(event.shooter), f"{fires} {known(event.target)} with {the(event.weapon)} at {event.band} range"
    )


def _shot_fired(event: combat.ShotFired, known: Names) -> Sentence:
    return Sentence(known(event.shooter), f"rolls {dice(event.faces)} against {known(event.target)}: {_hits(event)}")


def _struck(event: combat.Struck, known: Names) -> Sentence:
    strikes = f"strikes at {known(event.target)} with {the(event.weapon)}"
    return Sentence(known(event.striker), f"{strikes}, rolling {dice(event.faces)}: {_hits(event)}")


def _hits(event: combat.ShotFired | combat.Struck) -> str:
    if len(event.faces) > 1:
        return number(event.hits, "hit")
    return "a hit" if event.hits else "a miss"


def the(weapon: str) -> str:
    """A weapon with its article; hands have none."""
    return weapon if weapon.startswith("bare ") else f"the {weapon}"


def _damage_rolled(event: combat.DamageRolled, known: Names) -> Sentence:
    through = f"{event.wounds or 'nothing'} {'get' if event.wounds > 1 else 'gets'} through"
    return Sentence("", f"the damage roll on {known(event.model)} is {dice(event.faces)}: {through}")


def _armour_rolled(event: combat.ArmourRolled, known: Names) -> Sentence:
    stopped = f"{number(event.stopped, 'hit')} stopped"
    return Sentence(known(event.model), f"rolls {dice(event.faces)} for heavy armour: {stopped}")


def _cover_rolled(event: combat.CoverRolled, known: Names) -> Sentence:
    saved = f"{number(event.saved, 'wound')} saved"
    return Sentence(known(event.model), f"rolls {dice(event.faces)} for {event.material} cover: {saved}")


def _wounded(event: combat.Wounded, known: Names) -> Sentence:
    return Sentence(known(event.model), f"loses {number(event.wounds, 'wound')}")


def _charged(event: combat.Charged, known: Names) -> Sentence:
    return Sentence(
        known.all(event.models), f"{'count' if len(event.models) > 1 else 'counts'} as charging", aside=True
    )


def _attacked(event: combat.Attacked, known: Names) -> Sentence:
    back = "fights back" if event.fights_back else "does not fight back"
    return Sentence(known(event.attacker), f"attacks {known(event.defender)}: {known(event.defender)} {back}")


def _combat_decided(event: combat.CombatDecided, known: Names) -> Sentence:
    hits = ", ".join(f"{known(each)} {count}" for each, count in event.hits.items())
    return Sentence(known(event.loser) if event.loser else "nobody", f"loses the close combat (hits: {hits or 'none'})")


WORDS: Mapping[type[Event], Callable[[Any, Names], Sentence]] = {
    e.TerrainPlaced: lambda event, known: Sentence(known(event.by), f"places {event.piece}"),
    e.RolledOff: _rolled_off,
    e.EdgeChosen: lambda event, known: Sentence(known(event.by), f"picks the {event.edge} edge"),
    e.DeploymentOrdered: lambda event, known: Sentence(known(event.first), "deploys first"),
    e.Deployed: _deployed,
    e.StarterChosen: lambda event, known: Sentence(known(event.first), "goes first"),
    e.TurnBegan: lambda event, _: Sentence("", f"turn {event.turn} begins"),
    e.OrdersGiven: _orders_given,
    e.Activated: lambda event, known: Sentence(known(event.model), "is activated"),
    e.Passed: lambda event, known: Sentence(known(event.seat), "activates nobody"),
    e.FollowUpDeclared: lambda event, known: Sentence(known(event.model), "declares a follow-up"),
    e.FollowUpBegan: lambda event, known: Sentence(known(event.model), "acts again"),
    e.ActionChosen: _action_chosen,
    e.Moved: _moved,
    e.ActionHalted: lambda event, known: Sentence(known(event.model), f"stops: {known.within(event.why)}"),
    e.ActionEnded: lambda event, known: Sentence(known(event.model), "is done", aside=True),
    e.CommandChecked: _command_checked,
    e.Rallied: lambda event, known: Sentence(known(event.model), f"rallies{' at once' * event.at_once}"),
    e.Panicked: lambda event, known: Sentence(known(event.model), f"panics{f': {event.why}' * bool(event.why)}"),
    e.Shocked: lambda event, known: Sentence(known(event.model), "is shocked"),
    e.ReactionAnnounced: _reaction_announced,
    e.ReactionVoid: _reaction_void,
    e.ReactionAttempted: _reaction_attempted,
    e.ReactionSucceeded: lambda event, known: Sentence(known(event.model), "breaks in", aside=True),
    e.InterceptFellShort: lambda event, known: Sentence(known(event.model), "falls short"),
    e.EvadeTried: lambda event, known: Sentence(
        known(event.model), f"{'evades' if event.passed else 'stays'}", aside=True
    ),
    e.MarkerPlaced: _marker_placed,
    e.TurnEnded: lambda event, _: Sentence("", f"turn {event.turn} is over"),
    e.WithdrawalDecided: lambda event, known: Sentence(
        known(event.side), "withdraws" if event.withdraws else "fights on"
    ),
    e.GameEnded: _game_ended,
    combat.TargetNamed: _target_named,
    combat.ShotLost: lambda event, known: Sentence(known(event.shooter), "loses the shot"),
    combat.ShotEvaded: lambda event, known: Sentence(known(event.target), "is no longer where the shot falls"),
    combat.ShotFired: _shot_fired,
    combat.Struck: _struck,
    combat.ArmourRolled: _armour_rolled,
    combat.DamageRolled: _damage_rolled,
    combat.CoverRolled: _cover_rolled,
    combat.Wounded: _wounded,
    combat.HalfWoundsSeen: lambda event, known: Sentence(known(event.model), "is down to half wounds"),
    combat.Removed: lambda event, known: Sentence(known(event.model), "is taken off the table"),
    combat.ShieldAimed: lambda event, known: Sentence(
        known(event.model), f"turns the battleshield against {known(event.enemy)}"
    ),
    combat.Engaged: lambda event, known: Sentence(
        known(event.model), f"comes into base contact with {known.all(event.enemies)}"
    ),
    combat.Disengaged: lambda event, known: Sentence(
        known(event.model), f"leaves contact with {known.all(event.enemies)}"
    ),
    combat.Charged: _charged,
    combat.Attacked: _attacked,
    combat.FoughtBack: lambda event, known: Sentence(
        known(event.model), f"has struck back at {known(event.enemy)}", aside=True
    ),
    combat.CombatDecided: _combat_decided,
}
