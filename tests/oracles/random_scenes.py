"""Random tables for property tests: everything that the definition speaks of, often near or inside each other."""

import math

from hypothesis import strategies as st

from tests.oracles.scene import Feature, Model, Question, Scene

LEVELS = st.sampled_from([0.0, 0.0, 1.5, 3.0])
HEADINGS = st.floats(-math.pi, math.pi)


def models(id: str, side: str, left_in: float, right_in: float) -> st.SearchStrategy[Model]:
    """A model of any base, its centre between two columns of the table."""
    return st.builds(
        place_model,
        st.just(id),
        st.just(side),
        st.tuples(st.floats(left_in, right_in), st.floats(4, 20), LEVELS, HEADINGS, st.floats(0.6, 2.5)),
        st.tuples(st.floats(0.4, 1.4), st.floats(0.4, 1.4)),
        st.sampled_from(["circle", "ellipse", "rectangle"]),
    )


def place_model(id: str, side: str, placed: tuple[float, ...], half: tuple[float, float], shape: str) -> Model:
    width, length = (half[0], half[0]) if shape == "circle" else half
    return Model(id, side, *placed, width, length, shape == "rectangle")


def features(name: str) -> st.SearchStrategy[Feature]:
    """A turned rectangle, solid or a ring, or a five-pointed star; from the ground, or in the air."""
    return st.builds(
        place_feature,
        st.just(name),
        st.sampled_from(["block", "ring", "star"]),
        st.tuples(st.floats(2, 26), st.floats(2, 22), st.floats(0, math.pi)),
        st.tuples(st.floats(0.2, 6), st.floats(0.2, 6)),
        st.tuples(st.sampled_from([0.0, 0.0, 0.8, 2.0]), st.floats(0.3, 3)),
    )


def place_feature(
    name: str,
    shape: str,
    placed: tuple[float, float, float],
    size: tuple[float, float],
    levels: tuple[float, float],
) -> Feature:
    x, y, turn = placed
    bottom, thick = levels
    if shape == "star":
        reach = [size[0] / 2 if corner % 2 else size[0] / 5 for corner in range(10)]
        local = [(r * math.cos(n * math.pi / 5), r * math.sin(n * math.pi / 5)) for n, r in enumerate(reach)]
    else:
        local = [(sx * size[0] / 2, sy * size[1] / 2) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    rings = [local] if shape != "ring" else [local, [(0.6 * u, 0.6 * v) for u, v in local]]
    sin, cos = math.sin(turn), math.cos(turn)
    set_down = [[(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in ring] for ring in rings]
    closed = tuple((*ring, ring[0]) for ring in set_down)
    return Feature(name, "solid" if turn < 2 else "flimsy", bottom, bottom + thick, closed)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """A viewer on the left, a target on the right, others and terrain anywhere."""
    standing = [draw(models("viewer", "red", 3, 9)), draw(models("target", "blue", 15, 25))]
    standing += [draw(models(f"other {n}", "blue", 3, 25)) for n in range(draw(st.integers(0, 3)))]
    return Scene(tuple(standing), tuple(draw(features(f"feature {n}")) for n in range(draw(st.integers(0, 6)))))


def along_a_row() -> Scene:
    """A scene where an edge of the shadow runs along a row of the rays' lattice, so that many rays are 2.4e-4 off."""
    viewer = place_model("viewer", "red", (6.0, 4.0, 3.0, 0.0, 2.3125), (1.0, 1.0), "circle")
    target = place_model("target", "blue", (18.0, 11.0, 0.0, 0.0, 1.9375), (1.3125, 1.0), "circle")
    block = place_feature("feature 0", "block", (14.0, 11.25, 0.0), (2.0, 2.875), (2.0, 1.0))
    return Scene((viewer, target), (block,))


def question(scene: Scene) -> Question:
    """The viewer at the target, past all others."""
    return Question("viewer", "target", tuple(model.id for model in scene.models[2:]))
