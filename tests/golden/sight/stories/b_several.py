"""Several obstructions at once: what they hide together is what is under any of them, never the sum."""

from collections.abc import Mapping, Sequence

from tests.golden.sight.telling import (
    ROW,
    Asked,
    ByHand,
    Family,
    Record,
    Story,
    ann,
    block,
    bob,
    over,
    share,
    thrown,
)


def told(
    id: str, words: str, terrain: Sequence[Record], seen: float, why: str, hidden: Mapping[str, float] | None = None
) -> Story:
    """The usual pair with terrain between them."""
    return Story(id, words, [ann(), bob()], terrain, (Asked(ByHand(why, seen, hidden=hidden or {})),))


def low(name: str, high: float, at: float = 14.0, material: str = "solid") -> Record:
    """A wall half an inch thick and wider than all lines; `at` is its near face on the table."""
    return block(name, (at, at + 0.5), (2, 18), (0, high), material)


def tall(name: str, left: float, right: float, at: float = 14.0, material: str = "solid") -> Record:
    """A wall higher than all lines, between two places left of the line of view."""
    return block(name, (at, at + 0.5), (ROW + left, ROW + right), (0, 5), material)


# what the wall of 1.2 in and its like hide, halfway: far edge 10.5 in from the eye
SHIN = share(0, over(1.2, 10, 10.5))
HALF = 0.5

UNION = [
    told(
        "union-two-equal-walls",
        "Two walls of which the second lies wholly in the shadow of the first hide no more than the first alone.",
        [low("front", 1.2, 14), low("back", 0.5, 16)],
        1 - SHIN,
        "the front wall hides to .657 in; the back one to 1.8 - 1.3 * 20 / 12.5 < 0: nothing at all",
    ),
    told(
        "union-low-and-tall",
        "A low wall hides the legs, a tall one the left half: together an L, in which their crossing counts once.",
        [low("low", 1.2), tall("tall", 0, 5, at=10)],
        HALF * (1 - SHIN),
        "a half across times what stands out over the low wall",
        {"low": SHIN, "tall": HALF},
    ),
    told(
        "union-same-wall-twice",
        "One wall written down twice hides what it hides once.",
        [low("wall", 1.4), low("twin", 1.4)],
        1 - share(0, over(1.4, 10, 10.5)),
        "the union of a thing with itself",
        {"wall": share(0, over(1.4, 10, 10.5)), "twin": share(0, over(1.4, 10, 10.5))},
    ),
    told(
        "union-overlapping-posts",
        "Two posts, one behind the other, whose shadows overlap by a tenth of the target's width.",
        [tall("near post", -0.075, 0.025, at=9), tall("far post", 0.0, 0.2, at=14)],
        1 - 0.7,
        "the near one, 5 to 5.5 in off, hides -.3 to .1 across, the far one 0 to .4: together .7",
        {"near post": 0.4, "far post": 0.4},
    ),
    told(
        "union-disjoint-posts",
        "Two posts whose shadows do not meet hide as much as both alone.",
        [tall("left post", 0.105, 0.2), tall("right post", -0.2, -0.105)],
        1 - 0.4,
        "each hides .2 to .4 across, on its side",
        {"left post": 0.2, "right post": 0.2},
    ),
    told(
        "union-touching-shadows",
        "Two tall walls whose shadows meet exactly in the middle hide the whole target between them.",
        [tall("left", 0, 3), tall("right", -3, 0, at=8)],
        0.0,
        "a half each, side by side: what is seen along the seam has no width",
        {"left": HALF, "right": HALF},
    ),
    told(
        "union-four-corners",
        "Four boards, each over a quarter of the target, hide all of it, though each alone leaves it in clear view.",
        [
            block("low left", (24 - 0.5, 24), (ROW, 12), (0, 1)),
            block("low right", (24 - 0.5, 24), (8, ROW), (0, 1)),
            block("high left", (24 - 0.5, 24), (ROW, 12), (1, 3)),
            block("high right", (24 - 0.5, 24), (8, ROW), (1, 3)),
        ],
        0.0,
        "right before the target: 1 in of 2 up, half across, each; the near edges of the high ones, 19.5 in off, "
        "hide down to 1.8 - .8 * 20 / 19.5 = .9795",
        {
            "low left": 0.25,
            "low right": 0.25,
            "high left": HALF * share(thrown(1, 19.5), 2),
            "high right": HALF * share(thrown(1, 19.5), 2),
        },
    ),
    told(
        "union-cross",
        "A rail and a post make a cross: the square where they meet is hidden once.",
        [block("rail", (14, 14.5), (2, 18), (1.3, 1.5)), tall("post", -0.125, 0.125, at=14)],
        1 - (0.5 + 0.5 * share(thrown(1.3, 10), thrown(1.5, 10.5))),
        "half across by the post, and of the other half the belt from .8 to 1.2286 in",
        {"rail": share(thrown(1.3, 10), thrown(1.5, 10.5)), "post": 0.5},
    ),
    told(
        "union-flimsy-behind-solid",
        "A hedge whose shadow reaches higher than that of the stone wall before it: the hedge alone decides the share.",
        [low("stone", 1.2, 10), low("hedge", 1.2, 20, "flimsy")],
        1 - share(0, over(1.2, 16, 16.5)),
        "stone: 1.8 - .6 * 20 / 6.5 < 0, nothing; hedge: 1.8 - .6 * 20 / 16.5 = 1.0727",
    ),
    told(
        "union-nested-frames",
        "Three boards of growing height in a row, all below the eye: the highest shadow holds the others.",
        [low("one", 1.0, 10), low("two", 1.3, 14), low("three", 1.5, 18)],
        1 - share(0, over(1.5, 14, 14.5)),
        "tops of the shadows: below 0; .8476; 1.3862 in",
        {"two": share(0, over(1.3, 10, 10.5)), "three": share(0, over(1.5, 14, 14.5))},
    ),
    told(
        "union-slats",
        "A fence of five slats with gaps as wide as the slats: the shadows add up, for none meets another.",
        [tall(f"slat {n}", -0.225 + 0.1 * n, -0.175 + 0.1 * n, material="flimsy") for n in range(5)],
        1 - (2 * (0.125 * 2 - 0.075 * 20 / 10.5) + 2 * (0.225 * 2 - 0.175 * 20 / 10.5) + 0.1),
        "a slat from a to b beside the line hides from a * 20 / 10.5 to b * 20 / 10; the one astride it hides .1",
    ),
    told(
        "union-sum-over-one",
        "Three walls whose shares add up to more than one and a half, yet a patch in the upper middle is in view.",
        [low("low", 1.6), tall("left", -0.05, 5), tall("right", -5, -0.06, at=10)],
        (0.06 * 20 / 6.5 - 0.1) * (1 - share(0, over(1.6, 10, 10.5))),
        "left hides from -.1 across, right (6 to 6.5 in off) up to -.06 * 20 / 6.5 = -.1846; low up to 1.4190 in",
        {"low": share(0, over(1.6, 10, 10.5)), "left": 0.6, "right": 0.5 - 0.06 * 20 / 6.5},
    ),
]


FAMILIES = [Family("union", "What several obstructions hide together.", UNION)]
