"""Targets whose bases are not round, and pairs that stand close to each other."""

import math

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
    circle,
    ellipse,
    model,
    rectangle,
)


def wide(id: str, words: str, base: Record, heading: float, half: float, why: str) -> Story:
    """A post a quarter of an inch thick, right of the line by that much, hides a strip: its share tells the width."""
    right = block("post", (13.9, 14), (9.75, ROW), (0, 5))
    strip = 0.25 * 20 / 9.9
    hand = ByHand(
        f"half as wide as {half:.4f}: {why}; the post hides .25 * 20 / 9.9 = .5051 of it", 1 - strip / (2 * half)
    )
    return Story(id, words, [ann(), bob(base=base, heading=heading)], [right], (Asked(hand),))


ANGLE = 0.6435011087932844  # atan2(3, 4)
TARGETS = [
    wide(
        "wide-round",
        "A round target of two inches: the post hides about a quarter of it.",
        circle(2.0),
        1.0,
        1.0,
        "a circle has no heading",
    ),
    wide(
        "wide-oval-facing",
        "An oval target that faces the viewer is as wide as its width.",
        ellipse(3.0, 2.0),
        math.pi,
        1.0,
        "its width",
    ),
    wide(
        "wide-oval-flank",
        "An oval target seen from its flank is as wide as it is long.",
        ellipse(3.0, 2.0),
        math.pi / 2,
        1.5,
        "its length",
    ),
    wide(
        "wide-oval-turned",
        "An oval target turned by the angle of a 3-4-5 triangle.",
        ellipse(3.0, 2.0),
        ANGLE,
        math.hypot(1.5 * 0.6, 1.0 * 0.8),
        "hypot(1.5 * .6, 1 * .8)",
    ),
    wide("wide-square-facing", "A square target that faces the viewer.", rectangle(2.0, 2.0), 0.0, 1.0, "its width"),
    wide(
        "wide-square-corner",
        "A square target that shows a corner is wider by the square root of two.",
        rectangle(2.0, 2.0),
        math.pi / 4,
        math.sqrt(2),
        "half the diagonal",
    ),
    wide(
        "wide-oblong-flank",
        "An oblong target seen from its flank.",
        rectangle(4.0, 2.0),
        -math.pi / 2,
        2.0,
        "its length",
    ),
    wide(
        "wide-oblong-turned",
        "An oblong target turned by the angle of a 3-4-5 triangle.",
        rectangle(4.0, 2.0),
        ANGLE,
        2.0 * 0.6 + 1.0 * 0.8,
        "2 * .6 + 1 * .8",
    ),
    wide(
        "wide-oblong-turned-away",
        "The same oblong target facing the other way is as wide.",
        rectangle(4.0, 2.0),
        ANGLE - math.pi,
        2.0 * 0.6 + 1.0 * 0.8,
        "2 * .6 + 1 * .8: a base is the same from behind",
    ),
    Story(
        "wide-oval-oblique-view",
        "An oval target, seen along a 3-4-5 line of view, its length along that line: as wide as its width.",
        [ann((4, 4)), bob((16, 20), ellipse(3.0, 2.0), heading=math.atan2(4, 3))],
        [block("wall", (0, 16), (13, 13.5), (0, 1.4))],
    ),
    Story(
        "wide-viewer-base-no-matter",
        "The viewer's own base, however long, does not move its eye.",
        [ann(base=rectangle(4.0, 2.0), heading=1.0), bob()],
        [block("wall", (14, 14.5), (ROW, 15), (0, 5))],
        (Asked(ByHand("the wall ends on the line of view from the base's centre", 0.5)),),
    ),
    Story(
        "wide-chariots",
        "Two chariots at odd angles, with a low wall and a lamp post between them.",
        [
            ann((5, 6), rectangle(4.7, 2.4), heading=0.3, tall=2.6),
            bob((25, 17), rectangle(4.7, 2.4), heading=2.0, tall=2.6),
        ],
        [block("wall", (13, 13.6), (6, 17), (0, 1.9)), block("lamp post", (18, 18.2), (13, 13.2), (0, 5), "flimsy")],
    ),
]

CLOSE = [
    Story(
        "close-contact",
        "Bases in contact: the target is seen whole.",
        [ann(), bob((5, ROW))],
        [],
        (Asked(ByHand("nothing between them", 1.0), ("ann", "bob")),),
    ),
    Story(
        "close-fence-between",
        "Bases in contact over a fence lower than the eye: it hides what is under the line over its far edge.",
        [ann(), bob((5.125, ROW))],
        [block("fence", (4.5, 4.625), (5, 15), (0, 1.0), "flimsy")],
        (Asked(ByHand("1.8 - .8 * 1.125 / .625 = .36", 1 - 0.36 / 2)),),
    ),
    Story(
        "close-corner-between",
        "Bases in contact round a corner of a tall wall that ends on the line between them.",
        [ann(), bob((5, ROW))],
        [block("wall", (4.4, 4.6), (ROW, 14), (0, 5))],
        (Asked(ByHand("the wall ends on the line of view", 0.5)),),
    ),
    Story(
        "close-above",
        "A target on a crate whose foot the viewer's base touches: the crate's edge hides its shins.",
        [ann(), bob((5.5, ROW), z=2.0)],
        [block("crate", (4.5, 6.5), (9, 11), (0, 2), standable=True)],
        (Asked(ByHand("1.8 + .2 * 1.5 / .5 = 2.4, of 2 to 4", 1 - 0.4 / 2)),),
    ),
    Story(
        "close-below",
        "A viewer on the edge of a roof looks down at a target below, half an inch clear of the wall.",
        [ann(z=3.0), bob((5.5, ROW))],
        [block("house", (0, 4.5), (5, 15), (0, 3), standable=True)],
        (Asked(ByHand("4.8 - 1.8 * 1.5 / .5 = -.6", 1.0)),),
    ),
    Story(
        "close-below-hidden",
        "A viewer an inch back from the edge of a roof does not see the legs of a target close under the wall.",
        [ann(z=3.0), bob((5.75, ROW))],
        [block("house", (0, 5), (5, 15), (0, 3), standable=True)],
        (Asked(ByHand("4.8 - 1.8 * 1.75 / 1 = 1.65", 1 - 1.65 / 2)),),
    ),
    Story(
        "close-third-in-contact",
        "Three models in contact in a row: the one in the middle hides the last from the first.",
        [ann(), bob((6, ROW)), model("cid", (5, ROW))],
        [],
        (Asked(ByHand("cid is as wide as bob and nearer", 0.0, 1.0), ("cid",)),),
    ),
    Story(
        "close-giant-and-mouse",
        "A giant looks down on a mouse at its feet, over a mouse before it.",
        [
            ann(base=circle(3.0), tall=5.0),
            bob((6.5, ROW), circle(0.5), tall=0.5),
            model("cid", (6.05, ROW), circle(0.4), tall=0.5),
        ],
        [],
        (Asked(None, ("cid",)),),
    ),
]

FAMILIES = [
    Family("wide-targets", "Targets whose width depends on how they stand.", TARGETS),
    Family("close", "Viewer and target close to each other.", CLOSE),
]
