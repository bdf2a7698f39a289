"""Models that lean: what a lens above the table sees of their tags, and where they are said to stand."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tablecam.sensing.camera.synthetic.scene import Spot, model_tag
from tablecam.sensing.tracking.footing import place
from tablecam.sensing.tracking.lean import SIZES_RAD, USUAL_MIX, learn_leans, stances
from tablecam.sensing.tracking.observation import Average, Observation
from tablecam.sensing.tracking.relief import Relief
from tablecam.sensing.tracking.rest import Rest, Site
from tablecam.sensing.tracking.settings import ONE_PICTURE, TrackerSettings
from tablecam.table.elevation import ElevationResult
from tablecam.table.miniature import Circle, Miniature, Rectangle
from tablecam.table.terrain import Terrain

EYE = np.array([24.0, 24.0, 60.0])
SIGMAS = np.array([0.001, 0.001, 0.003, 0.002, 0.0026, 0.0026])
MODEL = Miniature("ann", "Ann", "red", 21, 16.0, (0.0, -26.5), 1.2, Circle(32.0), 1.25)
OBLONG = replace(MODEL, base=Rectangle(25.0, 50.0))
# its tag lies beside the base, on one side alone
SIDEWAYS = replace(MODEL, tag_offset_mm=(24.0, -12.0))
BARE = Terrain()


def see(model: Miniature, spot: Spot, noise: np.ndarray | None = None) -> Observation:
    """The reading of the model's tag: its corners as seen on z = 0, and the parallelogram that suits them best."""
    corners = model_tag(model, spot).square()
    ground = EYE[:2] + (corners[:, :2] - EYE[:2]) * (EYE[2] / (EYE[2] - corners[:, 2]))[:, None]
    seen = ground @ [1, 1j]
    centre = seen.mean()
    half = model.tag_size_mm / 25.4 / 2
    level = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j]) * half
    # in the tag's frame the real axis points to its top
    level = level * -1j
    rows = np.column_stack([level, level.conj()])
    turned, bent = np.linalg.lstsq(rows, seen - centre, rcond=None)[0]
    heading = 1j * turned / abs(turned) * -1j
    size = (abs(turned) ** 2 - abs(bent) ** 2) / abs(turned)
    shear = bent / turned.conjugate()
    state = np.array([centre.real, centre.imag, np.angle(heading), size, shear.real, shear.imag])
    if noise is not None:
        state = state + noise * SIGMAS
    x, y, angle, scale, real, imaginary = (float(number) for number in state)
    return Observation(model.tag, x, y, angle, scale, np.diag(SIGMAS**2), EYE, shear=complex(real, imaginary))


def leaning(x_in: float, y_in: float, degrees: float, to_deg: float, heading_deg: float = 70.0) -> Spot:
    return Spot(x_in, y_in, 0.0, math.radians(heading_deg), math.radians(degrees), math.radians(to_deg))


def only(size: int) -> np.ndarray:
    """A table on which nearly all leans are of one size."""
    mix = np.full(len(SIZES_RAD), 1e-6)
    mix[size] = 1.0
    return mix / mix.sum()


@pytest.mark.parametrize("model", [MODEL, OBLONG, SIDEWAYS], ids=["round", "oblong", "sideways"])
@pytest.mark.parametrize("to_deg", [10, 130, 250, 340])
@pytest.mark.parametrize("place", [(6.0, 8.0), (40.0, 12.0), (30.0, 44.0)])
def test_the_base_of_a_leaning_model_is_found_from_its_tilted_tag(model, place, to_deg) -> None:
    spot = leaning(*place, 8.0, to_deg)
    (stance,) = stances(see(model, spot), model, [0.0], only(4))
    assert stance.place[:2] == pytest.approx(place, abs=0.012)
    assert math.remainder(stance.place[2] - spot.heading_rad, math.tau) == pytest.approx(0, abs=0.01)
    assert math.degrees(abs(stance.lean)) == pytest.approx(8.0, abs=1.0)
    assert math.degrees(np.angle(stance.lean * np.exp(-1j * spot.lean_to_rad))) == pytest.approx(0, abs=8)
    assert stance.misfit < 1


def test_a_level_model_stands_where_it_would_without_leans() -> None:
    (stance,) = stances(see(MODEL, leaning(40.0, 12.0, 0.0, 0.0)), MODEL, [0.0])
    assert stance.place[:2] == pytest.approx((40.0, 12.0), abs=0.001)
    assert abs(stance.lean) < math.radians(0.1)


def test_the_stated_uncertainty_is_that_of_many_noisy_readings() -> None:
    random = np.random.default_rng(5)
    normal = []
    for _ in range(150):
        place = random.uniform(4, 44, 2)
        lean, to_deg = random.normal(0, 2.0, 2) @ [1, 1j], 0.0
        spot = leaning(*place, abs(lean), to_deg + math.degrees(np.angle(lean)), random.uniform(0, 360))
        (stance,) = stances(see(MODEL, spot, random.normal(size=6)), MODEL, [0.0], only(3))
        off = stance.place[:2] - place
        normal.append(off @ np.linalg.solve(stance.covariance[:2, :2], off))
    assert np.mean(normal) == pytest.approx(2.0, rel=0.35)


def test_near_the_axis_a_lean_is_not_seen_and_said_to_be_unknown() -> None:
    middle, beside = (
        stances(see(MODEL, leaning(x, 24.0, 3.0, 90)), MODEL, [0.0], only(4))[0].lean_sigma for x in (24.0, 46.0)
    )
    assert middle > 3 * beside


def test_a_table_of_leaning_models_is_told_from_a_level_one() -> None:
    random = np.random.default_rng(2)
    readings = {
        degrees: [
            see(MODEL, leaning(*random.uniform(2, 46, 2), degrees, random.uniform(0, 360)), random.normal(size=6))
            for _ in range(20)
        ]
        for degrees in (0.0, 6.0)
    }
    level, leans = (
        learn_leans([stances(reading, MODEL, [0.0])[0].evidence for reading in some]) for some in readings.values()
    )
    assert level[:2].sum() > 0.85
    assert leans[3:].sum() > 0.6
    assert learn_leans([]) == pytest.approx(USUAL_MIX)


def test_a_leaning_tag_does_not_lift_its_model_to_a_floor(props) -> None:
    # leaning outwards by 8 degrees it looks larger by a fortieth, as if it were an inch and a half up
    spot = leaning(44.0, 24.0, 8.0, 180.0)
    reading = see(MODEL, spot)
    assert reading.height_in > 1.0
    floors = Terrain((props.block("floor", 43.8, 18.0, 12.0, 1.5),))
    on_table, on_floor = stances(reading, MODEL, [0.0, 1.5])
    assert on_table.likelihood(USUAL_MIX) > on_floor.likelihood(USUAL_MIX)
    placed = settled(props, reading, terrain=floors).model("ann")
    assert (placed.stands_on, placed.z_in) == ("table", 0.0)
    assert (placed.x_in, placed.y_in) == pytest.approx((44.0, 24.0), abs=0.03)


def settled(props, *readings: Observation, terrain: Terrain = BARE):
    scene = props.scene(settings=ONE_PICTURE, terrain=terrain)
    scene.frame(list(readings))
    return scene.tracker.snapshot()


def test_a_leaning_model_that_is_read_again_and_again_stays_where_it_is(props) -> None:
    scene = props.scene(terrain=BARE)
    random = np.random.default_rng(3)
    spot = leaning(44.0, 40.0, 8.0, 200.0)
    places = []
    for _ in range(60):
        scene.frame([see(MODEL, spot, random.normal(size=6))])
        places += [(placed.x_in, placed.y_in) for placed in scene.tracker.snapshot().models]
    assert scene.log[1:] == []
    assert np.ptp(np.array(places[5:]), axis=0) == pytest.approx([0, 0], abs=0.02)
    assert places[-1] == pytest.approx((44.0, 40.0), abs=0.02)


def test_a_model_on_ground_that_is_known_better_is_not_read_from_the_beginning() -> None:
    reading, site = see(MODEL, leaning(44.0, 40.0, 0.0, 0.0)), Site(BARE, 0.0, TrackerSettings(), USUAL_MIX)
    rest = Rest.begin(MODEL, site, Average.from_reading(reading))
    for _ in range(4):
        rest = rest.including(reading)
    again = rest.on_site(replace(site, relief=Relief(noise=0.5)))
    # the lean is weighed at its first readings, and seldom later
    assert again.readings == rest.readings == 5
    assert again.placed.sigma_in < rest.placed.sigma_in


def test_a_tag_that_surely_leans_tells_nothing_of_prints_or_of_the_table() -> None:
    site = Site(BARE, 0.0, TrackerSettings(), USUAL_MIX)
    readings = [see(MODEL, leaning(44.0, 40.0, degrees, 200.0)) for degrees in (0.0, 8.0)]
    level, leans = (Rest.begin(MODEL, site, Average.from_reading(reading)) for reading in readings)
    assert level.worn is not None
    assert level.worn.shares == pytest.approx((1.0,), abs=0.005)
    assert level.level_tag is not None
    assert (leans.worn, leans.level_tag) == (None, None)


def test_where_the_shape_was_not_measured_a_model_is_taken_to_stand_level(props) -> None:
    reading = see(MODEL, leaning(44.0, 40.0, 8.0, 200.0))
    bare = replace(reading, covariance=reading.covariance[:4, :4])
    assert not bare.shaped
    assert bare.full_covariance[:4, :4] == pytest.approx(reading.covariance[:4, :4])
    placed, level = settled(props, bare).model("ann"), place(bare, MODEL, ElevationResult(0.0, "table"))
    assert (placed.x_in, placed.y_in) == pytest.approx((level.x_in, level.y_in))
