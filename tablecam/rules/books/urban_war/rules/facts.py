"""Urban War's questions to the table beyond the shared facts, and how it reads range, sight and cover."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from tablecam.rules.ask import Ask, Below, Choose, Confirm, IllegalAnswer
from tablecam.rules.books.urban_war.rules import codes
from tablecam.rules.books.urban_war.rules.cards import Band
from tablecam.rules.books.urban_war.rules.codes import MATERIALS, illegal, reason, row
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.facts import Contact, Contacts, Fact, Move, ObstructionFact, PathFact, Sight, SightingFact
from tablecam.rules.plain import Json

# The upper end belongs to the band. Clause: UW-QS Ranges.
UPPER_ENDS = {Band.SHORT: 12.0, Band.MEDIUM: 24.0, Band.LONG: 36.0, Band.EXTREME: 48.0}
BAND_LIMITS = tuple(UPPER_ENDS.values())

# Cover has to stand further than this from the shooter. Clause: UW-QS Cover.
COVER_BEYOND_IN = 1.0
# The distance at which casualties affect friends. Clauses: UW-QS Morale (Panic), Commanders.
NEAR_IN = 9.0
# The error that rounding may add to a number that is exactly a limit.
ROUNDING = 1e-9

SIGHT, COVER = "sight", "cover"
USUAL_RULES = HouseRules()


@dataclass(frozen=True)
class JudgedSighting(SightingFact):
    """A sighting. doubt: `sight`, `cover` where the measurement cannot decide. settled: the players' decisions."""

    doubt: tuple[str, ...] = ()
    settled: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Look(Sight):
    """Like Sight; an answer may add `"doubt": ["sight"]`, `["cover"]` or both for the players to settle."""

    materials: ClassVar[tuple[str, ...]] = tuple(MATERIALS)

    def parse_json(self, raw: Json) -> Mapping[str, SightingFact]:
        """Parse the sightings by target, each a JudgedSighting."""
        sightings = raw if isinstance(raw, Mapping) else {}
        doubts = {name: _read_doubt(sighting) for name, sighting in sightings.items()}
        bare = {name: _without_doubt(sighting) for name, sighting in sightings.items()}
        sightings_by_target = super().parse_json(bare if isinstance(raw, Mapping) else raw)
        for obstruction in (
            obstruction_seen for sighting in sightings_by_target.values() for obstruction_seen in sighting.obstructions
        ):
            if obstruction.material not in ("", *MATERIALS):
                raise illegal(row(85), "no-such-material", piece=obstruction.name, given=obstruction.material)
        return {
            name: JudgedSighting(**vars(sighting), doubt=doubts[name]) for name, sighting in sightings_by_target.items()
        }

    def draw_answer(self, below: Below) -> Json:
        """Draw sightings; one is in doubt where it lies nearer to a limit than a table can measure."""
        doubts = {target: (sighting, _find_doubt(sighting)) for target, sighting in super().draw_answer(below).items()}
        return {
            target: {**sighting, "doubt": doubt} if doubt else sighting for target, (sighting, doubt) in doubts.items()
        }

    def list_doubts(self, answer: Mapping[str, SightingFact]) -> tuple[Ask[bool], ...]:
        """One question for every doubt."""
        topic_of = {SIGHT: codes.SEES_ENOUGH, COVER: codes.HAS_COVER}
        doubted_topics = [topic_of[what](self.viewer, target) for target, what in _list_doubts(answer)]
        return tuple(Confirm(**topic._asdict()) for topic in doubted_topics)

    def settle_doubts(
        self, answer: Mapping[str, SightingFact], verdicts: tuple[bool, ...]
    ) -> Mapping[str, SightingFact]:
        """The sightings with the players' decisions."""
        sightings = dict(answer)
        for (target, what), verdict in zip(_list_doubts(answer), verdicts, strict=True):
            sighting = sightings[target]
            assert isinstance(sighting, JudgedSighting)
            sightings[target] = replace(sighting, settled=(*sighting.settled, (what, verdict)))
        return sightings


def _read_doubt(raw: Json) -> tuple[str, ...]:
    doubts = raw.get("doubt", ()) if isinstance(raw, Mapping) else ()
    if not isinstance(doubts, list | tuple) or not all(doubt in (SIGHT, COVER) for doubt in doubts):
        raise IllegalAnswer(reason("no-such-doubt", given=str(doubts)))
    return tuple(doubts)


def _find_doubt(seen: Mapping[str, Json]) -> list[str]:
    """List the aspects of a sighting that no table could measure: those too near a limit of the usual rules."""
    terrain = [piece for piece in seen["obstructions"] if piece["kind"] == "terrain"]
    near = {
        SIGHT: _is_near(seen["visible"], USUAL_RULES.los_min_fraction, 0.01),
        COVER: any(
            _is_near(piece["distance_in"], COVER_BEYOND_IN, 0.05)
            or _is_near(piece["hidden"], USUAL_RULES.cover_min_hidden, 0.001)
            for piece in terrain
        ),
    }
    return [what for what, is_near in near.items() if is_near]


def _is_near(value: float, limit: float, error: float) -> bool:
    return abs(value - limit) <= error + ROUNDING


def _without_doubt(raw: Json) -> Json:
    return {key: value for key, value in raw.items() if key != "doubt"} if isinstance(raw, Mapping) else raw


def _list_doubts(answer: Mapping[str, SightingFact]) -> list[tuple[str, str]]:
    return [
        (target, what)
        for target, sighting in answer.items()
        if isinstance(sighting, JudgedSighting)
        for what in sighting.doubt
    ]


@dataclass(frozen=True, kw_only=True)
class Touch(Contact):
    """The enemies that a model touches after a move. must: the one that a charge has to reach."""

    must: str = ""

    def parse_json(self, raw: Json) -> Contacts:
        """Parse the answer; IllegalAnswer where `must` is not among the enemies."""
        contacts = super().parse_json(raw)
        if self.must and self.must not in (*contacts.touching, *contacts.unsure):
            raise illegal(row(69), "charge-without-contact", model=self.model, other=self.must)
        return contacts


@dataclass(frozen=True, kw_only=True)
class Under(Contact):
    """Models that lie under a template."""


@dataclass(frozen=True, kw_only=True)
class Deploy(Move):
    """A model's depth from its own table edge when it is deployed; `end` must lie on the ground."""

    purpose: str = "deploy"

    def parse_json(self, raw: Json) -> PathFact:
        """Parse the answer; it must lie within the strip, and on the ground. Clause: UW-QS Setup (UW-116)."""
        path = raw if isinstance(raw, Mapping) else {"length_in": raw}
        measured = Move(model=self.model, allowance_in=1e6).parse_json(path)
        if measured.length.more_than(self.allowance_in) and not measured.length.find_doubtful_limits(
            (self.allowance_in,)
        ):
            far = round(measured.length_in, 1)
            raise illegal(row(116), "beyond-strip", model=self.model, far=far, strip=self.allowance_in)
        if measured.end and measured.end[2] > ROUNDING:
            raise illegal(row(116), "above-ground", model=self.model, height=round(measured.end[2], 1))
        return measured


Kind = Literal["shot", "charge"]


@dataclass(frozen=True)
class Reaction:
    """A model on overwatch breaks in."""

    model: str
    kind: Kind


@dataclass(frozen=True, kw_only=True)
class React(Choose):
    """The offer to break in, beside the other side's question; only its own seat sees it.

    The options are `bob shot` and `bob charge`.
    """

    target: str


def band(distance: Fact) -> Band | None:
    """The range band of a distance between bases that do not touch; None: out of range. Clause: UW-QS Ranges."""
    for range_band, upper_end_in in UPPER_ENDS.items():
        if distance.is_at_most(upper_end_in):
            return range_band
    return None


def is_in_sight(seen: SightingFact, rules: HouseRules) -> bool:
    """Check whether enough of the target shows. Clause: UW-QS Line of Sight."""
    settled = dict(seen.settled) if isinstance(seen, JudgedSighting) else {}
    return settled.get(SIGHT, seen.visible >= rules.los_min_fraction - ROUNDING)


def find_cover(seen: SightingFact, rules: HouseRules) -> str:
    """The material whose save the target has, or nothing. Models give none. Clause: UW-QS Cover."""
    if not seen.obstructions:
        return ""
    settled = dict(seen.settled) if isinstance(seen, JudgedSighting) else {}
    terrain = [
        obstruction
        for obstruction in seen.obstructions
        if obstruction.kind == "terrain" and obstruction.material in MATERIALS
    ]
    giving = [obstruction for obstruction in terrain if _gives_cover(obstruction, rules)]
    if settled.get(COVER) is False:
        return ""
    if settled.get(COVER):
        giving = giving or terrain
    if not giving:
        return ""
    if rules.cover_best == "nearest":
        return min(giving, key=lambda obstruction: obstruction.distance_in).material
    return min(giving, key=lambda obstruction: MATERIALS[obstruction.material].save).material


def _gives_cover(obstruction: ObstructionFact, rules: HouseRules) -> bool:
    far_enough = obstruction.distance_in > COVER_BEYOND_IN + ROUNDING
    return far_enough and obstruction.hidden > rules.cover_min_hidden
