"""Models in the way: round, oval and cornered ones, several at once, and those that never block."""

import math
from collections.abc import Sequence

from tests.golden.sight.telling import (
    AWAY,
    LEFT,
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
    over,
    rectangle,
    share,
)


def told(
    id: str, words: str, others: Sequence[Record], by_hand: ByHand | None, terrain: Sequence[Record] = ()
) -> Story:
    """The usual pair and other models, all of which block."""
    asked = Asked(by_hand, tuple(each["id"] for each in others))
    return Story(id, words, [ann(), bob(), *others], terrain, (asked,))


def tangents(ahead: float, left: float, radius: float) -> tuple[float, float]:
    """Where a round thing, `ahead` and `left` of the eye, begins and ends across the target."""
    middle, half = math.atan2(left, ahead), math.asin(radius / math.hypot(ahead, left))
    return AWAY * math.tan(middle - half), AWAY * math.tan(middle + half)


def clipped(ends: tuple[float, float], half: float = 0.5) -> float:
    """The share of the target's width between two places across."""
    return max(0.0, min(ends[1], half) - max(ends[0], -half)) / (2 * half)


def standing(id: str, words: str, ahead: float, left: float, across: float) -> Story:
    """A round model as high as the pair: over the eye, so that it hides all the height of what is behind it."""
    ends = tangents(ahead, left, across / 2)
    why = (
        f"its tangents, atan2({left:g}, {ahead:g}) -+ asin({across / 2:g} / {math.hypot(ahead, left):.4f}), "
        f"meet the target at {ends[0]:.4f} and {ends[1]:.4f} across; it is higher than the eye"
    )
    other = model("cid", (LEFT + ahead, ROW + left), circle(across))
    return told(id, words, [other], ByHand(why, 1 - clipped(ends), 1.0))


ROUND = [
    standing("round-in-line", "A model of the same kind right in the middle hides the whole target.", 10, 0, 1.0),
    standing("round-near-target", "A model on a small base right before the target hides most of it.", 18.75, 0, 0.75),
    standing(
        "round-half-beside",
        "A model whose base touches the line of view from the left hides the left half.",
        10,
        0.5,
        1.0,
    ),
    standing(
        "round-just-beside", "A model a twentieth of an inch left of the line of view hides two fifths.", 10, 0.55, 1.0
    ),
    standing("round-outside", "A model that stands just outside of all lines hides nothing.", 10, 0.76, 1.0),
    standing("round-grazes", "A model whose base reaches into the outermost lines by a hair.", 10, 0.745, 1.0),
    standing(
        "round-base-to-base",
        "A model in contact with the viewer, left of the line, hides part of the left.",
        0.861538,
        0.507692,
        1.0,
    ),
    standing(
        "round-small-right",
        "A model on a half-inch base right of the line hides a strip of the right half.",
        12,
        -0.3,
        0.5,
    ),
    told(
        "round-short",
        "A short model halfway, lower than the eye: a bump with a rounded top.",
        [model("cid", (14, ROW), circle(0.6), tall=1.5)],
        None,
    ),
    told(
        "round-huge-low",
        "A broad, low monster hides nearly the lower half: the far rim of its back decides, and that is curved.",
        [model("cid", (14, ROW), circle(4.0), tall=1.3)],
        None,
    ),
    told(
        "round-on-a-roof",
        "A model on a high roof stands over all lines and hides nothing.",
        [model("cid", (14, ROW), z=3.0)],
        ByHand("its feet are at 3 in, eye and crown at 1.8 and 2", 1.0, 1.0),
    ),
    told(
        "round-flying",
        "A model that stands a little over the eye's height hides a patch of the crown.",
        [model("cid", (14, ROW), circle(0.4), z=1.85, tall=1.0)],
        None,
    ),
]


def oblong(id: str, words: str, base: Record, heading: float, by_hand: ByHand | None, left: float = 0.0) -> Story:
    return told(id, words, [model("cid", (14, ROW + left), base, heading=heading, tall=3.0)], by_hand)


def oval_side(length: float, width: float, heading: float, ahead: float) -> float:
    """How far an oval straight ahead reaches aside at the target: the tangent lines through the eye.

    With h(n) its half extent along n, the line through the eye square to n touches it where n . (ahead, 0) = h(n).
    """
    low, high = 0.0, math.pi / 2
    for _ in range(200):
        slope = (low + high) / 2
        n = (math.sin(slope), -math.cos(slope))
        forward = n[0] * math.cos(heading) + n[1] * math.sin(heading)
        sideways = n[0] * math.sin(heading) - n[1] * math.cos(heading)
        inside = n[0] * ahead < math.hypot(forward * length / 2, sideways * width / 2)
        low, high = (slope, high) if inside else (low, slope)
    return AWAY * math.tan(low)


OBLONG = [
    oblong(
        "oblong-oval-broadside",
        "An oval hound stands broadside in the line of view.",
        ellipse(0.4, 0.24),
        math.pi / 2,
        ByHand(".2 * 20 / sqrt(10^2 - .12^2) to either side", 1 - 2 * 0.2 * 20 / math.sqrt(100 - 0.12**2), 1.0),
    ),
    oblong(
        "oblong-oval-end-on",
        "The same hound end on hides less.",
        ellipse(0.4, 0.24),
        0.0,
        ByHand(".12 * 20 / sqrt(10^2 - .2^2) to either side", 1 - 2 * 0.12 * 20 / math.sqrt(100 - 0.2**2), 1.0),
    ),
    oblong(
        "oblong-oval-turned",
        "The same hound turned by one radian hides something between the two.",
        ellipse(0.4, 0.24),
        1.0,
        ByHand(
            "a line through the eye square to n touches it where n.(10, 0) = hypot(.2 n.forward, .12 n.sideways), "
            "solved by halving; the other side is that of the mirror image, with the heading -1",
            1 - oval_side(0.4, 0.24, 1.0, 10) - oval_side(0.4, 0.24, -1.0, 10),
            1.0,
        ),
    ),
    oblong(
        "oblong-cavalry-off-line",
        "A cavalry base, turned, beside the line: an oval's tangent decides.",
        ellipse(2.75, 1.5),
        0.7,
        None,
        0.9,
    ),
    oblong(
        "oblong-square-face-on",
        "A square base, face on: its near corners rule.",
        rectangle(0.3, 0.3),
        0.0,
        ByHand("near corners 9.85 in off, .15 aside: .15 * 20 / 9.85 to either side", 1 - 2 * 0.15 * 20 / 9.85, 1.0),
    ),
    oblong(
        "oblong-square-corner-on",
        "The same square base, corner on: its outer corners rule.",
        rectangle(0.3, 0.3),
        math.pi / 4,
        ByHand(".15 sqrt 2 aside, 10 in off", 1 - 2 * 0.15 * math.sqrt(2) * 2, 1.0),
    ),
    oblong(
        "oblong-chariot-broadside",
        "A chariot's oblong base, broadside and far too wide: nothing is seen past it.",
        rectangle(4.0, 2.0),
        math.pi / 2,
        ByHand("2 in to either side, where the cone is a quarter", 0.0, 1.0),
    ),
    oblong(
        "oblong-chariot-along",
        "The same chariot drawn up along the line of view, half an inch to its left: its long side hides the left.",
        rectangle(4.0, 0.8),
        0.0,
        ByHand("its side is .1 to the left, to the far end 12 in off: .1 * 20 / 12", 0.5 + 0.1 * 20 / 12, 1.0),
        0.5,
    ),
    oblong(
        "oblong-heading-right",
        "Length runs forward: an oblong base that faces across the line of view is as wide as it is long.",
        rectangle(0.4, 0.1),
        -math.pi / 2,
        ByHand("near corners 9.95 in off, .2 aside", 1 - 2 * 0.2 * 20 / 9.95, 1.0),
    ),
    oblong(
        "oblong-heading-ahead",
        "The same base that faces the target is as wide as its width.",
        rectangle(0.4, 0.1),
        0.0,
        ByHand("near corners 9.8 in off, .05 aside", 1 - 2 * 0.05 * 20 / 9.8, 1.0),
    ),
]


WALL = share(0, over(1.2, 10, 10.5))


LEFT_STRIP = tangents(10, 0.6, 0.5)
RIGHT_STRIP = tangents(14, -0.6, 0.5)
SEVERAL = [
    told(
        "several-left-and-right",
        "Two models, one either side of the line, leave a lane in the middle.",
        [model("cid", (14, 10.6)), model("dan", (18, 9.4))],
        ByHand(
            f"cid from {LEFT_STRIP[0]:.4f} across, dan up to {RIGHT_STRIP[1]:.4f}",
            1 - clipped(LEFT_STRIP) - clipped(RIGHT_STRIP),
            1.0,
            {"cid": clipped(LEFT_STRIP), "dan": clipped(RIGHT_STRIP)},
        ),
    ),
    told(
        "several-rank",
        "A rank of three shoulder to shoulder hides all.",
        [model("cid", (14, 9)), model("dan", (14, 10)), model("eva", (14, 11))],
        ByHand("the middle one alone is wide enough; the others are outside of all lines", 0.0, 1.0),
    ),
    told(
        "several-file",
        "A file of three one behind the other: the shadows of the far ones lie in that of the first.",
        [model("cid", (9, 10.55)), model("dan", (14, 10.65)), model("eva", (19, 10.8))],
        ByHand(
            "cid from 20 tan(atan2(.55, 5) - asin(.5 / 5.0302)) across, to the left edge and on",
            1 - clipped(tangents(5, 0.55, 0.5)),
            1.0,
            {
                "cid": clipped(tangents(5, 0.55, 0.5)),
                "dan": clipped(tangents(10, 0.65, 0.5)),
                "eva": clipped(tangents(15, 0.8, 0.5)),
            },
        ),
    ),
    told(
        "several-model-behind-wall",
        "A model behind a low wall: the wall hides the legs, the model the left half of the rest.",
        [model("cid", (18, 10.6))],
        ByHand(
            "wall to .6571; cid from 20 tan(atan2(.6, 14) - asin(.5 / 14.0129)) across",
            (1 - WALL) * (1 - clipped(tangents(14, 0.6, 0.5))),
            1 - WALL,
            {"wall": WALL, "cid": clipped(tangents(14, 0.6, 0.5))},
        ),
        [block("wall", (14, 14.5), (5, 15), (0, 1.2))],
    ),
    told(
        "several-model-on-a-wall",
        "A model that stands on a low wall: both together hide the middle from the ground to the crown.",
        [model("cid", (14.25, ROW), circle(0.4), z=1.2)],
        None,
        [block("wall", (14, 14.5), (5, 15), (0, 1.2), standable=True)],
    ),
    told(
        "several-crowd",
        "A crowd of five on different bases and at different heights.",
        [
            model("cid", (9, 10.4), circle(1.25), tall=1.4),
            model("dan", (11, 9.7), circle(1.0), tall=1.6),
            model("eva", (14, 10.5), ellipse(2.4, 1.4), heading=0.8, tall=1.5),
            model("fay", (17, 9.3), rectangle(1.6, 1.2), heading=-0.4, tall=2.4),
            model("gil", (21, 10.2), circle(0.8), tall=1.2),
        ],
        None,
    ),
    Story(
        "exempt-viewer-and-target",
        "Viewer and target never block, even where they are named as such.",
        [ann(), bob()],
        [],
        (Asked(ByHand("both are left out", 1.0), ("ann", "bob")),),
    ),
    Story(
        "exempt-overlapping-bases",
        "Viewer and target so close that their bases overlap: neither hides the other.",
        [ann(), bob((4.75, ROW))],
        [],
        (Asked(ByHand("nothing else is there", 1.0), ("ann", "bob")),),
    ),
    Story(
        "exempt-friend-next-to-shooter",
        "Friends with base edges within two inches of the shooter's do not block: here the rulebook leaves ada out.",
        [ann(), bob(), model("ada", (6.5, ROW)), model("alf", (12, 10.6))],
        [],
        (
            Asked(
                ByHand(
                    "ada's edge is 1.5 in off; alf, 7.02 in off, from 20 tan(atan2(.6, 8) - asin(.5 / 8.0225)) across",
                    1 - clipped(tangents(8, 0.6, 0.5)),
                    1.0,
                ),
                ("alf",),
            ),
        ),
    ),
    Story(
        "exempt-enemy-next-to-shooter",
        "An enemy as near as that does block.",
        [ann(), bob(), model("cid", (6.5, 10.4))],
        [],
        (
            Asked(
                ByHand("20 tan(atan2(.4, 2.5) - asin(.5 / 2.5318))", 1 - clipped(tangents(2.5, 0.4, 0.5)), 1.0),
                ("cid",),
            ),
        ),
    ),
    Story(
        "exempt-friend-just-too-far",
        "A friend whose base edge is two inches and a hair away blocks.",
        [ann(), bob(), model("ada", (7.01, 10.45))],
        [],
        (
            Asked(
                ByHand("20 tan(atan2(.45, 3.01) - asin(.5 / 3.0435))", 1 - clipped(tangents(3.01, 0.45, 0.5)), 1.0),
                ("ada",),
            ),
        ),
    ),
    Story(
        "exempt-both-ways",
        "One pair asked both ways: the low wall near ann hides nothing of bob, and most of ann from bob.",
        [ann(), bob()],
        [block("wall", (5.5, 6), (5, 15), (0, 1.4))],
        (
            Asked(ByHand("from ann: 1.8 - .4 * 20 / 2 < 0", 1.0)),
            Asked(
                ByHand("from bob: 1.8 - .4 * 20 / 18.5 = 1.3676", 1 - share(0, over(1.4, 18, 18.5))), (), "bob", "ann"
            ),
        ),
    ),
]
FAMILIES = [
    Family("round-models", "One model on a round base in the way.", ROUND),
    Family("oblong-models", "One model on an oval or cornered base in the way.", OBLONG),
    Family("several-models", "Several models in the way, and those that never are.", SEVERAL),
]
