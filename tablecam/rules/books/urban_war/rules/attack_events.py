"""The events of shots and close combat: dice, wounds, base contact."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.i18n import Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_war.rules.cards import BARE_HANDS, BATTLESHIELD
from tablecam.rules.books.urban_war.rules.codes import row
from tablecam.rules.books.urban_war.rules.state import Order, State
from tablecam.rules.event import TerseEvent
from tablecam.rules.facts import Point
from tablecam.rules.sentence import ModelNames, Rolled, Sentence

RANGES = {
    "contact": Message("in base contact"),
    "short": Message("at short range"),
    "medium": Message("at medium range"),
    "long": Message("at long range"),
    "extreme": Message("at extreme range"),
}


@dataclass(frozen=True, kw_only=True)
class TargetNamed(TerseEvent):
    """A model's target, with weapon and range band."""

    form = (Message("Target named"), Message("The target of a shot, the weapon and the range band."))
    rests_on = row(79)

    shooter: str
    target: str
    weapon: str
    band: str
    speculative: bool = False

    def sentence(self, names: ModelNames) -> Sentence:
        values = {"target": names(self.target), "weapon": self.weapon, "range": RANGES.get(self.band, self.band)}
        if self.speculative:
            does = _("fires speculatively at {target} with the {weapon} {range}", **values)
        else:
            does = _("shoots at {target} with the {weapon} {range}", **values)
        return Sentence(names(self.shooter), does, brief=_("shoots {target}", target=names(self.target)))


@dataclass(frozen=True, kw_only=True)
class ShotLost(TerseEvent):
    """The shot is lost: the check for a target other than the nearest failed."""

    form = (
        Message("Shot lost"),
        Message("The shot is gone: the check for another target than the nearest has failed."),
    )
    rests_on = row(80)

    shooter: str

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.shooter), _("loses the shot"), outcome=_("shot lost"))


@dataclass(frozen=True, kw_only=True)
class ShotEvaded(TerseEvent):
    """The target is no longer where the shot falls."""

    form = (Message("Shot evaded"), Message("The target is no longer where the shot falls."))

    target: str

    def sentence(self, names: ModelNames) -> Sentence:
        does = _("is no longer where the shot falls")
        return Sentence(names(self.target), does, outcome=_("evaded"), of=self.target, moment="saved")


@dataclass(frozen=True, kw_only=True)
class ShotFired(TerseEvent):
    """The dice to hit, and the number of hits."""

    form = (Message("Shot fired"), Message("The dice to hit, and how many hit."))
    rests_on = row(81)

    shooter: str
    target: str
    faces: tuple[int, ...]
    hits: int

    def sentence(self, names: ModelNames) -> Sentence:
        sentence = Sentence(
            names(self.shooter), _shot_text(self, names(self.target)), aside=True, summed=_build_sum_clause
        )
        return _add_hits(sentence, self)


@dataclass(frozen=True, kw_only=True)
class Struck(TerseEvent):
    """Blows in close combat: the dice to hit, and the number of hits."""

    form = (Message("Struck"), Message("Blows in close combat: the dice to hit, and how many hit."))
    rests_on = row(95)

    striker: str
    target: str
    weapon: str
    faces: tuple[int, ...]
    hits: int

    def sentence(self, names: ModelNames) -> Sentence:
        """A model's weapon, and the number of hits that it makes."""

        def build_sum_clause(rolled: Rolled) -> Sentence:
            # Translators: {strikes} is "strikes at Bob with the Axe", {sum} "to hit 7+ (AS 4, against 10): rolled 6"
            return Sentence(
                names(self.striker), _("{strikes}, {sum}", strikes=_blow_text(self, names), sum=rolled.sum), closes=True
            )

        does = _("{strikes}: {hits}", strikes=_blow_text(self, names), hits=_hits_text(self))
        return _add_hits(Sentence(names(self.striker), does, closes=True, summed=build_sum_clause), self)


@dataclass(frozen=True, kw_only=True)
class ArmourRolled(TerseEvent):
    """Heavy armour stops a number of hits."""

    form = (Message("Armour rolled"), Message("Heavy armour has stopped some hits."))
    rests_on = row(35)

    model: str
    faces: tuple[int, ...]
    stopped: int

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.stopped:
            does = _("stops no hit with heavy armour")
        else:
            does = ngettext("stops {n} hit with heavy armour", "stops {n} hits with heavy armour", self.stopped)
        sentence = Sentence(names(self.model), does, aside=True, summed=_build_sum_clause)
        return (
            sentence._replace(outcome=_("stopped by armour"), of=self.model, moment="saved")
            if self.stopped
            else sentence
        )


@dataclass(frozen=True, kw_only=True)
class DamageRolled(TerseEvent):
    """A number of the damage dice wound."""

    form = (Message("Damage rolled"), Message("Some of the damage dice wound."))
    rests_on = row(83)

    model: str
    faces: tuple[int, ...]
    wounds: int

    def sentence(self, names: ModelNames) -> Sentence:
        model = names(self.model)
        if not self.wounds:
            does = _("nothing gets through to {model}", model=model)
        else:
            does = ngettext("{n} gets through to {model}", "{n} get through to {model}", self.wounds, model=model)
        sentence = Sentence("", does, aside=True, summed=_build_sum_clause)
        return sentence if self.wounds else sentence._replace(outcome=_("no damage"), of=self.model, moment="saved")


@dataclass(frozen=True, kw_only=True)
class CoverRolled(TerseEvent):
    """Cover saves a number of wounds."""

    form = (Message("Cover rolled"), Message("Cover has saved some wounds."))
    rests_on = row(85)

    model: str
    material: str
    faces: tuple[int, ...]
    saved: int

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.saved:
            does = _("saves no wound by cover")
        else:
            does = ngettext("saves {n} wound by cover", "saves {n} wounds by cover", self.saved)
        sentence = Sentence(names(self.model), does, aside=True, summed=_build_sum_clause)
        return sentence._replace(outcome=_("saved by cover"), of=self.model, moment="saved") if self.saved else sentence


def _build_sum_clause(rolled: Rolled) -> Sentence:
    """The sum of a roll alone: it contains the event, and earlier events name the roller."""
    return Sentence("", rolled.sum, closes=True)


def _shot_text(event: ShotFired, target: str) -> str:
    if not event.hits:
        return _("misses {target}", target=target)
    if len(event.faces) == 1:
        return _("hits {target}", target=target)
    return ngettext("hits {target} {n} time", "hits {target} {n} times", event.hits, target=target)


def _blow_text(event: Struck, known: ModelNames) -> str:
    values = {"target": known(event.target), "weapon": event.weapon}
    if event.weapon == BARE_HANDS.name:
        return _("strikes at {target} with bare hands", **values)
    return _("strikes at {target} with the {weapon}", **values)


def _add_hits(told: Sentence, event: "ShotFired | Struck") -> Sentence:
    """The number of hits as the outcome of a shot or a blow."""
    outcome = _("miss")
    if event.hits:
        outcome = _("hit") if event.hits == 1 else ngettext("{n} hit", "{n} hits", event.hits)
    return told._replace(outcome=outcome, of=event.target, moment="hit" if event.hits else "miss")


def _hits_text(event: Struck) -> str:
    if len(event.faces) == 1:
        return _("a hit") if event.hits else _("a miss")
    return ngettext("{n} hit", "{n} hits", event.hits) if event.hits else _("no hit")


@dataclass(frozen=True, kw_only=True)
class Wounded(TerseEvent):
    """A model loses wounds."""

    form = (Message("Wounded"), Message("A model loses wounds."))
    rests_on = row(86)

    model: str
    wounds: int = 1

    def apply(self, state: State) -> State:
        if self.model not in state.fighters:
            return state
        return state.replace_model(self.model, wounds=max(0, state[self.model].wounds - max(0, self.wounds)))

    def sentence(self, names: ModelNames) -> Sentence:
        does = ngettext("loses {n} wound", "loses {n} wounds", self.wounds) if self.wounds else _("loses no wound")
        outcome = ngettext("{n} wound", "{n} wounds", self.wounds) if self.wounds else _("no wound")
        return Sentence(names(self.model), does, outcome=outcome, of=self.model)


@dataclass(frozen=True, kw_only=True)
class HalfWoundsSeen(TerseEvent):
    """A model's wounds have fallen to half of its full wounds."""

    form = (Message("Half wounds seen"), Message("A model's wounds have fallen to half of what it began with."))

    model: str

    def apply(self, state: State) -> State:
        return state.replace_model(self.model, half_seen=True)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("is down to half wounds"), outcome=_("half wounds"), of=self.model)


@dataclass(frozen=True, kw_only=True)
class Removed(TerseEvent):
    """A casualty leaves the table. end: its last position, if that is known."""

    form = (Message("Removed"), Message("A casualty leaves the table."))
    rests_on = row(86)
    meanings = {"end": Message("position of the model, if it is known")}

    model: str
    end: Point | None = None

    def apply(self, state: State) -> State:
        if self.model not in state.fighters:
            return state
        state = _remove_contacts(state, self.model, tuple(state.fighters))
        place = self.end or state[self.model].place
        state = state.replace_model(self.model, wounds=0, removed=True, place=place, order=Order.NONE, shown=False)
        return state.replace_model(self.model, panicked=False, shocked=False, restricted=False, charging=False)

    def sentence(self, names: ModelNames) -> Sentence:
        does = _("is taken off the table")
        return Sentence(names(self.model), does, outcome=_("out of action"), of=self.model, moment="out")


@dataclass(frozen=True, kw_only=True)
class ShieldAimed(TerseEvent):
    """A battleshield is held against another enemy."""

    form = (Message("Shield aimed"), Message("A battleshield is held against another enemy."))
    rests_on = row(38)

    model: str
    enemy: str

    def apply(self, state: State) -> State:
        return state.replace_model(self.model, shield_vs=self.enemy)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("turns the battleshield against {enemy}", enemy=names(self.enemy)))


@dataclass(frozen=True, kw_only=True)
class Engaged(TerseEvent):
    """A model has come into base contact with enemies, in this order."""

    form = (Message("Engaged"), Message("A model has come into base contact with enemies, in this order."))
    rests_on = row(71)

    model: str
    enemies: tuple[str, ...]

    def apply(self, state: State) -> State:
        for enemy in self.enemies:
            if self.model in state.fighters and enemy in state.fighters:
                state = _add_contact(_add_contact(state, self.model, enemy), enemy, self.model)
        return state

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("comes into base contact with {enemies}", enemies=names.all(self.enemies)))


@dataclass(frozen=True, kw_only=True)
class Disengaged(TerseEvent):
    """A model has left the base contact of these enemies."""

    form = (Message("Disengaged"), Message("A model has left the base contact of these enemies."))
    rests_on = row(70)

    model: str
    enemies: tuple[str, ...]

    def apply(self, state: State) -> State:
        return _remove_contacts(state, self.model, self.enemies)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("leaves contact with {enemies}", enemies=names.all(self.enemies)))


@dataclass(frozen=True, kw_only=True)
class Charged(TerseEvent):
    """These models count as charging until the action ends."""

    form = (Message("Charged"), Message("These models count as charging until the action ends."))
    rests_on = row(92)

    models: tuple[str, ...]

    def apply(self, state: State) -> State:
        for model in self.models:
            state = state.replace_model(model, charging=True)
        return state

    def sentence(self, names: ModelNames) -> Sentence:
        does = ngettext("counts as charging", "count as charging", len(self.models))
        return Sentence(names.all(self.models), does, aside=True)


@dataclass(frozen=True, kw_only=True)
class Attacked(TerseEvent):
    """A close combat between two begins. fights_back: the defender strikes too."""

    form = (Message("Attacked"), Message("A close combat between two models begins."))
    rests_on = row(88)
    meanings = {"fights_back": Message("true if the defender strikes too")}

    attacker: str
    defender: str
    fights_back: bool

    def apply(self, state: State) -> State:
        return _set_first_attacker(state, self.defender, self.attacker)

    def sentence(self, names: ModelNames) -> Sentence:
        defender = names(self.defender)
        if self.fights_back:
            does = _("attacks {defender}: {defender} fights back", defender=defender)
        else:
            does = _("attacks {defender}: {defender} does not fight back", defender=defender)
        return Sentence(names(self.attacker), does, closes=True, brief=_("attacks {model}", model=defender))


@dataclass(frozen=True, kw_only=True)
class FoughtBack(TerseEvent):
    """A model uses its strike against this enemy; for a model on overwatch, this is its activation."""

    form = (
        Message("Fought back"),
        Message("A model has used its strike against this enemy; a model on overwatch has had its turn with that."),
    )
    rests_on = row(90)

    model: str
    enemy: str

    def apply(self, state: State) -> State:
        """Clause: UW-QS Who can fight (UW-090, UW-091)."""
        state = _set_first_attacker(state, self.model, self.enemy).replace_model(self.model, fought_back=True)
        if self.model in state.fighters and state[self.model].order is Order.OVERWATCH:
            return state.replace_model(self.model, order=Order.NONE, shown=False, activated=True)
        return state

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("has struck back at {enemy}", enemy=names(self.enemy)), aside=True)


@dataclass(frozen=True, kw_only=True)
class CombatDecided(TerseEvent):
    """The loser, by the hits that each has scored; empty where nobody loses."""

    form = (Message("Combat decided"), Message("The model that has lost; empty where neither has."))
    rests_on = row(98)
    takes = {"hits": "whole of some models"}  # no text

    loser: str
    hits: Mapping[str, int]

    def sentence(self, names: ModelNames) -> Sentence:
        hits = ", ".join(_("{model} {hits}", model=names(model), hits=count) for model, count in self.hits.items())
        if not self.loser:
            return Sentence("", _("neither loses the close combat (hits: {hits})", hits=hits or _("none")), closes=True)
        return Sentence(
            names(self.loser), _("loses the close combat (hits: {hits})", hits=hits or _("none")), closes=True
        )


def _add_contact(state: State, model: str, enemy: str) -> State:
    """Add a contact; a battleshield is held against the first enemy engaged. Clause: UW-QS Battleshield (UW-038)."""
    fighter = state[model]
    if enemy in fighter.contacts:
        return state
    shield = fighter.shield_vs or (enemy if fighter.profile.tag(BATTLESHIELD) else "")
    return state.replace_model(model, contacts=(*fighter.contacts, enemy), shield_vs=shield)


def _remove_contacts(state: State, model: str, others: tuple[str, ...]) -> State:
    for model_a, model_b in [pair for other_model in others for pair in ((model, other_model), (other_model, model))]:
        if model_a in state.fighters and model_b in state[model_a].contacts:
            remaining_contacts = tuple(contact for contact in state[model_a].contacts if contact != model_b)
            shield = "" if state[model_a].shield_vs == model_b else state[model_a].shield_vs
            state = state.replace_model(model_a, contacts=remaining_contacts, shield_vs=shield)
    return state


def _set_first_attacker(state: State, model: str, enemy: str) -> State:
    if model not in state.fighters or state[model].first_attacker:
        return state
    return state.replace_model(model, first_attacker=enemy)
