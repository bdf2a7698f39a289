"""Heights: stacks of crates, roofs and parapets."""

from tests.golden.sight.telling import (
    EYE,
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
    under,
)


def told(id: str, words: str, terrain: list[Record], by_hand: ByHand | None, **stand: float) -> Story:
    """The usual pair; ann_z and bob_z are the heights of what they stand on."""
    models = [ann(z=stand.get("ann_z", 0.0)), bob(z=stand.get("bob_z", 0.0))]
    return Story(id, words, models, terrain, (Asked(by_hand),))


def crate(name: str, z: tuple[float, float], at: float = 14.0, wide: float = 6.0, thick: float = 1.0) -> Record:
    """A crate across the line of view."""
    return block(name, (at, at + thick), (ROW - wide / 2, ROW + wide / 2), z, "flimsy", standable=True)


def belt(low: float, high: float, near: float, far: float) -> tuple[float, float]:
    """From where to where something between two heights hides the usual target."""
    return under(low, near, far), over(high, near, far)


CRATES = [
    told(
        "crates-two-high",
        "Two crates on top of each other hide what one crate of both their heights would.",
        [crate("lower", (0, 0.7)), crate("upper", (0.7, 1.4))],
        ByHand(
            "the upper crate's far edge: 1.8 - .4 * 20 / 11 = 1.0727; the lower one's: 1.8 - 1.1 * 20 / 11 = -.2; the "
            "seam between them is never open, for the upper's near lower edge throws lower still",
            1 - share(0, over(1.4, 10, 11)),
            hidden={"upper": share(*belt(0.7, 1.4, 10, 11))},
        ),
    ),
    told(
        "crates-three-high",
        "Three crates on top of each other, higher than the eye, hide all; each alone hides its own belt.",
        [crate("one", (0, 1)), crate("two", (1, 1.5)), crate("three", (1.5, 2))],
        ByHand(
            "three: from 1.8 - .3 * 20 / 10 = 1.2 up; two: from .2 to 1.8 - .3 * 20 / 11 = 1.2545; one: to .3455",
            0.0,
            hidden={
                "one": share(*belt(0, 1, 10, 11)),
                "two": share(*belt(1, 1.5, 10, 11)),
                "three": share(*belt(1.5, 2, 10, 11)),
            },
        ),
    ),
    told(
        "crates-gap-between",
        "A crate on trestles over another: through the air between them a belt of the target is seen.",
        [crate("lower", (0, 1.2), thick=0.5), crate("upper", (1.5, 2.2), thick=0.5)],
        ByHand(
            "over the lower one from .6571, under the upper one up to 1.8 - .3 * 20 / 10 = 1.2",
            share(over(1.2, 10, 10.5), under(1.5, 10, 10.5)),
            hidden={"lower": share(0, over(1.2, 10, 10.5)), "upper": share(under(1.5, 10, 10.5), 2)},
        ),
    ),
    told(
        "crates-step",
        "A low crate before a high one, a step: the high one hides more.",
        [crate("low", (0, 0.8), 13), crate("high", (0, 1.3), 14)],
        ByHand("high: 1.8 - .5 * 20 / 11 = .8909; low: 1.8 - 1 * 20 / 10 < 0", 1 - share(0, over(1.3, 10, 11))),
    ),
    told(
        "crates-step-down",
        "The same step the other way round: the low crate behind the high one lies in its shadow.",
        [crate("high", (0, 1.3), 14), crate("low", (0, 0.8), 15)],
        ByHand(
            "high: .8909; low: 1.8 - 1 * 20 / 12 = .1333",
            1 - share(0, over(1.3, 10, 11)),
            hidden={"high": share(0, over(1.3, 10, 11)), "low": share(0, over(0.8, 11, 12))},
        ),
    ),
    told(
        "crates-narrow-on-wide",
        "A narrow crate upon a wide one: a belt below, and over it a tooth in the middle.",
        [crate("wide", (0, 1.2), thick=0.5), crate("narrow", (1.2, 3), wide=0.2, thick=0.5)],
        ByHand(
            "wide: to .6571; narrow: from .6 up, .4 across",
            1 - share(0, over(1.2, 10, 10.5)) - 0.4 * share(over(1.2, 10, 10.5), 2),
            hidden={"wide": share(0, over(1.2, 10, 10.5)), "narrow": 0.4 * share(under(1.2, 10, 10.5), 2)},
        ),
    ),
    told(
        "crates-leaning-tower",
        "Crates stacked with an overhang towards the target: the topmost reaches farthest and hides most.",
        [crate("one", (0, 0.5), 14), crate("two", (0.5, 1), 14.4), crate("three", (1, 1.5), 14.8)],
        ByHand(
            "three: 1.8 - .3 * 20 / 11.8 = 1.2915 down to 1.8 - .8 * 20 / 10.8 = .3185; two: to 1.8 - .8 * 20 / 11.4 = "
            ".3965 from below 0; one: nothing",
            1 - share(0, over(1.5, 10.8, 11.8)),
            hidden={"two": share(*belt(0.5, 1, 10.4, 11.4)), "three": share(*belt(1, 1.5, 10.8, 11.8))},
        ),
    ),
    told(
        "crates-overlapping-in-height",
        "Two crates that overlap in height, as when one is let into the other, hide as one.",
        [crate("lower", (0, 1.2), thick=0.5), crate("upper", (1.0, 1.6), thick=0.5)],
        ByHand(
            "upper: .2 to 1.4190; lower: to .6571",
            1 - share(0, over(1.6, 10, 10.5)),
            hidden={"lower": share(0, over(1.2, 10, 10.5)), "upper": share(*belt(1.0, 1.6, 10, 10.5))},
        ),
    ),
    told(
        "crates-side-by-side",
        "Two crates side by side without a gap, of two heights: the line of view runs along their common face.",
        [
            block("high", (14, 14.5), (ROW, 13), (0, 1.6), "flimsy"),
            block("low", (14, 14.5), (7, ROW), (0, 1.2), "flimsy"),
        ],
        ByHand(
            "half of the width to 1.4190, half to .6571",
            1 - (share(0, over(1.6, 10, 10.5)) + share(0, over(1.2, 10, 10.5))) / 2,
            hidden={"high": share(0, over(1.6, 10, 10.5)) / 2, "low": share(0, over(1.2, 10, 10.5)) / 2},
        ),
    ),
    told(
        "crates-target-on-top",
        "The target stands upon a crate lower than the eye: the crate that it stands on hides nothing of it.",
        [crate("crate", (0, 1), 23.5)],
        ByHand("all lines come from above, and meet the axis at the crate's top or over it", 1.0),
        bob_z=1.0,
    ),
]

# a roof three inches up, the eye upon it at 4.8
UP = 3.0
HIGH = UP + EYE


def roof(x: tuple[float, float], name: str = "roof") -> Record:
    return block(name, x, (6, 14), (0, UP), standable=True)


def parapet(x: tuple[float, float], high: float, name: str = "parapet") -> Record:
    return block(name, x, (6, 14), (UP, UP + high), piece="house")


ROOFS = [
    told(
        "roof-to-roof",
        "From one roof to another of the same height nothing is in the way but air.",
        [roof((2, 6)), roof((22, 26), "other roof")],
        ByHand("both roofs end at the height of the feet, under all lines", 1.0),
        ann_z=UP,
        bob_z=UP,
    ),
    told(
        "roof-edge-looking-down",
        "A shooter on the roof's edge looks down at a target in the street: the base overhangs, nothing hides.",
        [roof((0, 4))],
        ByHand("the eye stands right over the edge, and every line leaves the roof at once", 1.0),
        ann_z=UP,
    ),
    told(
        "roof-back-from-edge",
        "A shooter an inch back from the edge: the roof itself lies under the lines to a far target.",
        [roof((0, 5))],
        ByHand("the line over the edge, 1 in off and 1.8 below, falls to 4.8 - 1.8 * 20 < 0", 1.0),
        ann_z=UP,
    ),
    told(
        "roof-far-back",
        "A shooter far back on a roof cannot see the shins of a target in the street.",
        [roof((0, 12))],
        ByHand("the edge is 8 in off, 1.8 below the eye: 4.8 - 1.8 * 20 / 8 = .3", 1 - share(0, 4.8 - 1.8 * 20 / 8)),
        ann_z=UP,
    ),
    told(
        "roof-parapet-hides-street",
        "A parapet of half an inch before the shooter, two inches off, hides nothing at twenty inches.",
        [roof((0, 7)), parapet((6, 6.5), 0.5)],
        ByHand("parapet: 4.8 - 1.3 * 20 / 2.5 < 0; the roof's edge, 3 in off: 4.8 - 1.8 * 20 / 3 < 0", 1.0),
        ann_z=UP,
    ),
    told(
        "roof-parapet-high",
        "A parapet nearly as high as the eye, close before it, hides the legs of a target in the street.",
        [roof((0, 5)), parapet((4.75, 5), 1.6)],
        ByHand("4.8 - .2 * 20 / 1 = .8", 1 - share(0, 0.8)),
        ann_z=UP,
    ),
    told(
        "roof-parapet-before-target",
        "A parapet before a target on a roof hides its legs from the street.",
        [roof((22, 27)), parapet((22, 22.5), 0.7)],
        ByHand(
            "parapet: near edge 18 in off, over the eye: 1.8 + 1.9 * 20 / 18 = 3.9111; the roof: 1.8 + 1.2 * 20 / 18",
            1 - share(UP, thrown(UP + 0.7, 18), UP),
            hidden={
                "parapet": share(under(UP, 18, 18.5), thrown(UP + 0.7, 18), UP),
                "roof": share(UP, thrown(UP, 18), UP),
            },
        ),
        bob_z=UP,
    ),
    told(
        "roof-steep-from-below",
        "From the street a target far back on the roof is hidden up to the chest by the roof's edge.",
        [roof((16, 27))],
        ByHand("1.8 + 1.2 * 20 / 12 = 3.8", 1 - share(UP, 3.8, UP)),
        bob_z=UP,
    ),
    told(
        "roof-hidden-by-its-edge",
        "From the street a target so far back on the roof that its edge hides all.",
        [roof((10, 27))],
        ByHand("1.8 + 1.2 * 20 / 6 = 5.8, over the crown at 5", 0.0),
        bob_z=UP,
    ),
    told(
        "roof-over-a-lower-roof",
        "From a roof to another over a house between them that is an inch lower.",
        [roof((2, 6)), block("middle", (12, 16), (6, 14), (0, 4), standable=True), roof((22, 26), "other roof")],
        ByHand("4.8 - .8 * 20 / 12 = 3.4667, of 3 to 5", 1 - share(UP, 4.8 - 0.8 * 20 / 12, UP)),
        ann_z=UP,
        bob_z=UP,
    ),
    told(
        "roof-to-street-behind-wall",
        "From a roof over a wall down at a target right behind it: the height helps.",
        [roof((0, 4.5)), block("wall", (20, 21), (6, 14), (0, 1.5))],
        ByHand("4.8 - 3.3 * 20 / 17 = .9176", 1 - share(0, 4.8 - 3.3 * 20 / 17)),
        ann_z=UP,
    ),
    told(
        "roof-balcony-floor",
        "A target under a balcony, looked down at from a higher roof: the balcony hides the top of its crown.",
        [roof((0, 4)), block("balcony", (22, 26), (6, 14), (2.2, 2.4), standable=True, piece="house")],
        ByHand(
            "the balcony's front lower edge, 18 in off: 4.8 - 2.6 * 20 / 18 = 1.9111; it reaches beyond the axis",
            1 - share(under(2.2, 18, 20, HIGH), 2),
        ),
        ann_z=UP,
    ),
]


FAMILIES = [
    Family("crates", "Things on top of, before and beside each other.", CRATES),
    Family("roofs", "Models on roofs, looking down and looked up at.", ROOFS),
]
