"""The facts of units on the measured table: the nearest models of two units, and models apart from their own."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tablecam.rules.plain import Json
from tablecam.rules.units import Coherency, UnitRanges
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.ranges import Range, measure_range
from tablecam.table.snapshot import Snapshot

Pair = tuple[str, str]


def measure_unit_ranges(snapshot: Snapshot, ask: UnitRanges) -> Json:
    """The range to each unit with its sigma; None if a model is nowhere, or a unit has none."""
    standing = {placed.model.id for placed in snapshot.models}
    if not standing.issuperset(ask.models) or not all(ask.members[unit] for unit in (ask.model, *ask.others)):
        return None
    nearest = {unit: _find_nearest(snapshot, ask.members[ask.model], ask.members[unit]) for unit in ask.others}
    return {unit: [pair.range_in, pair.sigma_in] for unit, pair in nearest.items()}


def _find_nearest(snapshot: Snapshot, models: Sequence[str], others: Sequence[str]) -> Range:
    pairs = (measure_range(snapshot, model, target) for model in models for target in others if model != target)
    return min(pairs, key=lambda pair: pair.range_in)


def find_models_apart(snapshot: Snapshot, ask: Coherency) -> Json:
    """ "yes" or "too close" by model; None if a model is nowhere.

    A model is apart if it is so even where every distance that is too close to call is short enough.
    """
    if not {placed.model.id for placed in snapshot.models}.issuperset(ask.others):
        return None
    verdicts = {pair: measure_range(snapshot, *pair).verdict(ask.within_in) for pair in combinations(ask.others, 2)}
    surely = _list_largest_group(ask.others, verdicts, (Verdict.YES,))
    perhaps = _list_largest_group(ask.others, verdicts, (Verdict.YES, Verdict.TOO_CLOSE))
    return {
        model: "too close" if model in perhaps else "yes"  # no text
        for model in ask.others
        if model not in surely or model not in perhaps
    }


def _list_largest_group(
    models: Sequence[str], verdicts: Mapping[Pair, Verdict], linking: Iterable[Verdict]
) -> frozenset[str]:
    """The largest group of models that are linked, of equally large groups the one with the first model."""
    groups = [frozenset((model,)) for model in models]
    for pair, verdict in verdicts.items():
        if verdict in linking:
            joined = frozenset[str]().union(*(group for group in groups if group & {*pair}))
            groups = [group for group in groups if not group & {*pair}] + [joined]
    order = {model: place for place, model in enumerate(models)}
    return max(groups, key=lambda group: (len(group), -min(order[model] for model in group)), default=frozenset())
