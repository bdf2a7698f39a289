"""A terrain is cut into convex parts once, however many ask."""

from dataclasses import replace

import numpy as np
import pytest

from tablecam.table import terrain as terrain_module
from tablecam.table.measure.sight import Eye, all_sight, sighting
from tablecam.table.notation import parse

COURT = """
terrain court solid 0 to 4 at 14,14 22,14 22,20 14,20 hole 14.3,14.3 21.7,14.3 21.7,19.7 14.3,19.7
terrain wall solid 0 to 1 at 4,5 5,5 5,9 4,9
model ann red 25mm at 2,7
model bob blue 25mm at 8,8
"""


def test_a_terrain_is_cut_into_parts_once_for_every_way_to_ask(monkeypatch):
    cut, real = [], terrain_module.collect_parts

    def counting(prisms):
        cut.append(len(prisms))
        return real(prisms)

    monkeypatch.setattr(terrain_module, "collect_parts", counting)
    snapshot = parse(COURT)
    table = all_sight(snapshot)
    alone = sighting(snapshot, "ann", "bob")
    sighting(replace(snapshot, time=1.0), "bob", "ann", eye=Eye.ANYWHERE)
    table.update(replace(snapshot, models=snapshot.models[::-1]))
    assert cut == [2]
    assert alone.visible == table.get_sighting("ann", "bob").visible < 1


def test_another_terrain_has_its_own_parts():
    one, other = parse(COURT).terrain, parse(COURT.replace("0 to 1", "0 to 2")).terrain
    assert one.parts.cylinder[4].max() == other.parts.cylinder[4].max() == 4
    assert one.parts.cylinder[4].min() == 1
    assert other.parts.cylinder[4].min() == 2


def test_the_footprints_that_everybody_shares_cannot_be_overwritten():
    polygons = parse(COURT).terrain.polygons
    with pytest.raises(ValueError, match="read-only"):
        polygons[0] = None
    assert len(polygons) == 2
    assert np.array([polygon.area for polygon in polygons]).min() == pytest.approx(4)
