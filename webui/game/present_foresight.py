"""What a model of the game could do from where it stands, as plain data for JSON."""

from collections.abc import Callable
from typing import Any

from tablecam.measure.facts import Verdict
from tablecam.measure.paths import ShortestPath
from tablecam.rulebooks.urban_war.advice.prospects import BANDS, Prospect, prospects, reach, views
from tablecam.rulebooks.urban_war.table.answers import MeasuredTable
from tablecam.rules.coded_text import Text
from webui import present, present_sight

Json = dict[str, Any]
# a text of the rulebook with names in the place of ids
Phrased = Callable[[Text], str]


def foresight(table: MeasuredTable, model: str, phrased: Phrased) -> Json:
    """Bands, reach, charges, the priority target and every shot that is open, with its odds."""
    seen = views(table, model)
    first, shots = prospects(table, model, seen)
    far = reach(table, model)
    allowance = far.allowances.get("rush", 0.0)
    return {
        "model": model,
        "bands_in": [end for _, end in BANDS],
        "bands": [{"name": name, "end_in": end} for name, end in BANDS],
        "reach": [
            {"kind": kind, "inches": far.allowances[kind], "rings": present_sight.region(region)}
            for kind, region in far.regions.items()
        ],
        "charges": [charge(enemy, way, allowance) for enemy, way in far.charges.items()],
        "priority": {
            "targets": list(first.targets),
            "why": present.sentence(phrased(first.why)),
            "doubtful": list(first.doubtful),
            "check": str(first.check.odds),
        },
        "targets": [
            {
                "id": each,
                "band": it.band.value if it.band else None,
                "visible": it.visible,
                "cover": it.cover,
                "priority": each in first.targets,
                "shots": [shot(one) for one in shots if one.target == each],
            }
            for each, it in seen.items()
        ],
    }


def charge(enemy: str, way: ShortestPath, allowance: float) -> Json:
    """The shortest way to an enemy, and whether it is short enough; too close to call counts as lawful."""
    return {
        "target": enemy,
        "length_in": round(way.length.value, 2) if way.length else None,
        "sigma_in": round(way.length.sigma, 3) if way.length else None,
        "allowance_in": allowance,
        "lawful": way.at_most(allowance) is not Verdict.NO,
        "too_close": way.at_most(allowance) is Verdict.TOO_CLOSE,
        "why_not": way.reason or "",
        "way_in": [[round(x, 2), round(y, 2)] for x, y in way.points],
    }


def shot(prospect: Prospect) -> Json:
    """The chance to take a target off the table."""
    return {
        "weapon": prospect.weapon,
        "kills": str(prospect.kills.limit_denominator(1000)),
        "per_cent": round(100 * float(prospect.kills)),
    }
