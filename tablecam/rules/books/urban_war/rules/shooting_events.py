"""The events of shots, and of the dice of shots and blows."""

from dataclasses import dataclass

from tablecam.base.i18n import Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_war.rules.card import BARE_HANDS
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.event import TerseEvent
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
        return Sentence(names(self.shooter), does)


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
        return Sentence(names(self.shooter), _("loses the shot"))


@dataclass(frozen=True, kw_only=True)
class ShotEvaded(TerseEvent):
    """The target is no longer where the shot falls."""

    form = (Message("Shot evaded"), Message("The target is no longer where the shot falls."))

    target: str

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.target), _("is no longer where the shot falls"))


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
        return Sentence(names(self.shooter), _shot_text(self, names(self.target)), aside=True, summed=_build_sum_clause)


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
        return Sentence(names(self.striker), does, closes=True, summed=build_sum_clause)


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
        return Sentence(names(self.model), does, aside=True, summed=_build_sum_clause)


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
        return Sentence("", does, aside=True, summed=_build_sum_clause)


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
        return Sentence(names(self.model), does, aside=True, summed=_build_sum_clause)


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


def _hits_text(event: Struck) -> str:
    if len(event.faces) == 1:
        return _("a hit") if event.hits else _("a miss")
    return ngettext("{n} hit", "{n} hits", event.hits) if event.hits else _("no hit")
