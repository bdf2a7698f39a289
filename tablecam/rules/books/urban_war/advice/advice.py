"""A model's options from its position: bands, reach, open shots with their odds, and charges."""

from collections.abc import Iterator, Mapping
from typing import Any

from tablecam.base.i18n import InContext, Message
from tablecam.base.lengths import short
from tablecam.rules.books.urban_war.advice.prospects import BANDS, Prospect, Reach, prospects, reach, views
from tablecam.rules.books.urban_war.board import BANDS as BAND_NAMES
from tablecam.rules.books.urban_war.rules.card import Band
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS
from tablecam.rules.books.urban_war.rules.materials import MATERIALS
from tablecam.rules.books.urban_war.rules.target_priority import Priority, TargetView
from tablecam.rules.books.urban_war.table.answers import MeasuredTable
from tablecam.rules.books.views import (
    AdviceGroup,
    AdviceNote,
    AdviceNumber,
    AdviceOdds,
    AdviceRegion,
    AdviceRing,
    AdviceRow,
    AdviceView,
    Text,
)
from tablecam.rules.facts import Fact
from tablecam.rules.sentence import ModelNames
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.paths import ShortestPath, rings
from tablecam.table.snapshot import Snapshot

RINGS = tuple(AdviceRing(BAND_NAMES[name], upper_end_in) for name, upper_end_in in BANDS)
CHARGE = AdviceGroup("charge", InContext("a kind of move", "Charge"))
PRIORITY = Message("★ priority")
STAR = "★"
TARGET_SELECTION = str(row(79))
NUMBER_CODES: Mapping[Verdict, Any] = {Verdict.YES: "yes", Verdict.NO: "no", Verdict.TOO_CLOSE: "too_close"}


def advice(snapshot: Snapshot, state: Any, model: str, names: ModelNames) -> AdviceView:
    """All advice for one model of the game."""
    table = MeasuredTable(snapshot, state)
    target_views = views(table, model)
    priority_target, shots = prospects(table, model, target_views)
    far = reach(table, model)
    allowance = far.allowances.get("rush", 0.0)
    return AdviceView(
        model=model,
        rings=RINGS,
        regions=tuple(_describe_regions(far)),
        rows=(
            *(_describe_target(enemy, it, priority_target, shots) for enemy, it in target_views.items()),
            *(_describe_charge(enemy, path, allowance) for enemy, path in far.charges.items()),
        ),
        note=_describe_priority(priority_target, names),
    )


def _describe_regions(far: Reach) -> Iterator[AdviceRegion]:
    for kind, region in far.regions.items():
        inches = far.allowances[kind]
        yield AdviceRegion(kind, _reach_label(kind, short(inches, 4)), inches, rings(region))


def _reach_label(kind: str, far: Message) -> Message:
    match kind:
        case "move":
            return Message("Move {far}", far=far)
        case "rush":
            return Message("Rush {far}", far=far)
    return Message("Break off {far}", far=far)


def _describe_target(target: str, it: TargetView, first: Priority, shots: tuple[Prospect, ...]) -> AdviceRow:
    comes_first = target in first.targets
    return AdviceRow(
        key=f"target {target}",  # no text
        kind="target",
        target=target,
        badge=PRIORITY if comes_first else "",
        mark=STAR if comes_first else "",
        text=band_text(it.range, it.band),
        notes=(MATERIALS[it.cover].cover,) if it.visible and it.cover else (),
        odds=tuple(_describe_odds(shot) for shot in shots if shot.target == target),
        style="first" if comes_first else "plain",
        clause=TARGET_SELECTION if comes_first else "",
    )


def band_text(distance: Fact, band: Band | None) -> Text:
    """The band of a range; both bands where the measurement leaves two."""
    near, far = (_find_band(distance.value + side * 2 * distance.sigma) for side in (-1, 1))
    if band is Band.CONTACT or near == far:
        return _band_name(band.value if band else "")
    return Message("{near} or {far}: too close to call", near=_band_name(near), far=_band_name(far))


def _find_band(inches: float) -> str:
    return next(
        (name for (name, _), upper_end_in in zip(BANDS, BAND_LIMITS, strict=True) if inches <= upper_end_in), ""
    )


def _band_name(name: str) -> Text:
    return BAND_NAMES.get(name, Message("out of range"))


def _describe_odds(prospect: Prospect) -> AdviceOdds:
    share = str(prospect.kills.limit_denominator(1000))
    return AdviceOdds(prospect.weapon, share, round(100 * float(prospect.kills)))


def _describe_charge(enemy: str, path: ShortestPath, allowance: float) -> AdviceRow:
    """The shortest path to an enemy, and whether it is short enough; too close to call counts as lawful."""
    verdict = path.at_most(allowance)
    number = AdviceNumber(round(path.length.value, 2), allowance, NUMBER_CODES[verdict]) if path.length else None
    return AdviceRow(
        key=f"charge {enemy}",  # no text
        kind="way",
        target=enemy,
        text=path.reason or "",
        number=number,
        line=tuple((round(x, 2), round(y, 2)) for x, y in path.points),
        style="too_far" if verdict is Verdict.NO else "plain",
        group=CHARGE,
    )


def _describe_priority(first: Priority, names: ModelNames) -> AdviceNote:
    """The priority target and its reason, with the check for any other target."""
    why = names.text(first.why)
    text = why[:1].upper() + why[1:]
    return AdviceNote(
        text=text,
        clause=TARGET_SELECTION,
        odds=AdviceOdds(Message("check"), str(first.check.odds), round(100 * float(first.check.odds))),
    )
