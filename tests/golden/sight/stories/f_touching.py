"""Touching hides nothing: open prisms, grazed faces and corners; and what lies inside of a prism."""

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
    corners,
    model,
    over,
    prism,
    rectangle,
    share,
)


def told(id: str, words: str, terrain: list[Record], seen: float, why: str, blocking: tuple[Record, ...] = ()) -> Story:
    """The usual pair; all other models block, and what they hide is the caller's to say."""
    asked = Asked(ByHand(why, seen, past_terrain=1.0 if blocking else None), tuple(each["id"] for each in blocking))
    return Story(id, words, [ann(), bob(), *blocking], terrain, (asked,))


GRAZING = [
    told(
        "touch-face-along-the-line",
        "A long tall wall whose face holds the line of view: it hides the half on its side, the face itself nothing.",
        [block("wall", (8, 20), (ROW, 13), (0, 5))],
        0.5,
        "lines to the left half enter the wall, lines to the right half part from its face",
    ),
    told(
        "touch-corridor-of-no-width",
        "Two long walls that share a face in the line of view: the lines in that face have no area between them.",
        [block("left", (8, 20), (ROW, 13), (0, 5)), block("right", (8, 20), (7, ROW), (0, 5))],
        0.0,
        "every line but those in the common face enters one of them",
    ),
    told(
        "touch-outermost-line",
        "A wall whose face lies along the outermost line to the target's left edge hides nothing.",
        [prism("wedge", [(8, 10.1), (20, 10.4), (20, 13), (8, 13)], (0, 5))],
        1.0,
        "from (4, 10) to (24, 10.5) that line passes (8, 10.1) and (20, 10.4): the face lies in it",
    ),
    told(
        "touch-corner-on-outermost-line",
        "A wall's corner lies on the outermost line and the wall away from it: a touch.",
        [prism("spike", [(14, 10.25), (16, 13), (12, 13)], (0, 5))],
        1.0,
        "that line is at 10.25 ten inches off",
    ),
    told(
        "touch-corner-on-the-line",
        "A tall diamond that touches the line of view with a corner hides the whole left half.",
        [prism("diamond", [(14, ROW), (16, 12), (14, 14), (12, 12)], (0, 5))],
        0.5,
        "its sides part from the line much faster than the lines to the left half do: all of those enter it",
    ),
    told(
        "touch-checkerboard",
        "Two tall blocks that touch at one corner on the line of view, one left and one right, hide all but that line.",
        [block("left", (12, 14), (ROW, 13), (0, 5)), block("right", (14, 16), (7, ROW), (0, 5))],
        0.0,
        "left of the line is the one, right of it the other",
    ),
    told(
        "touch-target-rectangle",
        "A wall whose far face is the plane of the target's rectangle hides up to its height.",
        [block("wall", (23, 24), (5, 15), (0, 1.0))],
        0.5,
        "its far top edge lies in the plane, at 1 of 2 in",
    ),
    told(
        "touch-behind-rectangle",
        "A wall whose near face is the plane of the target's rectangle is behind the target and hides nothing.",
        [block("wall", (24, 25), (5, 15), (0, 5.0))],
        1.0,
        "no open segment to the rectangle reaches past its plane",
    ),
    told(
        "touch-base-against-wall",
        "The viewer's base touches a wall lower than its eye: it looks over it, and the wall is at no distance.",
        [block("wall", (4.5, 5), (5, 15), (0, 1.7))],
        1.0,
        "1.8 - .1 * 20 / 1 = -.2: under the target's feet",
    ),
    told(
        "touch-base-against-high-wall",
        "The viewer's base touches a wall that reaches over its eye: it hides all, at a distance of nothing.",
        [block("wall", (4.5, 5), (5, 15), (0, 1.95))],
        0.0,
        "1.8 + .15 * 20 / .5 = 7.8",
    ),
    told(
        "touch-target-against-wall",
        "The target's base touches a wall before it: from the eye's height it hides a little less than all below.",
        [block("wall", (23, 23.5), (5, 15), (0, 1.5))],
        1 - share(0, over(1.5, 19, 19.5)),
        "1.8 - .3 * 20 / 19.5 = 1.4923",
    ),
    told(
        "touch-model-on-outermost-line",
        "A square model whose far corner touches the outermost line from outside hides nothing.",
        [],
        1.0,
        "its corner (14.5, 10.2625) is 10.5 in off, where the outermost line is .5 * 10.5 / 20 to the left",
        (model("cid", (14, 10.7625), rectangle(1.0, 1.0), tall=3.0),),
    ),
]


INSIDE = [
    told(
        "within-block",
        "The eye is strictly inside a solid block: it sees nothing.",
        [block("block", (3, 6), (9, 11), (0, 3))],
        0.0,
        "the definition: every open segment begins in the prism",
    ),
    told(
        "within-block-ending-at-once",
        "The eye is inside a block by a hundredth of an inch: it still sees nothing.",
        [block("block", (3, 4.01), (9, 11), (0, 3))],
        0.0,
        "strictly inside is inside",
    ),
    told(
        "within-face-ahead",
        "The eye lies in the front face of a block that is behind it: it sees all.",
        [block("block", (3, 4), (9, 11), (0, 3))],
        1.0,
        "a face is no part of the open prism, and all lines leave from it",
    ),
    told(
        "within-face-behind",
        "The eye lies in the back face of a block before it: every line enters the block at once.",
        [block("block", (4, 5), (9, 11), (0, 3))],
        0.0,
        "all lines go into the block",
    ),
    told(
        "within-corner",
        "The eye lies in the corner edge of a block that stands ahead to the left: the left half is hidden.",
        [block("block", (4, 8), (ROW, 13), (0, 3))],
        0.5,
        "lines to the left enter it at once; the line of view runs in its face",
    ),
    told(
        "within-both",
        "Viewer and target are inside one great block: nothing is seen.",
        [block("block", (1, 30), (5, 15), (0, 3))],
        0.0,
        "no line ever leaves the block",
    ),
    told(
        "within-hole",
        "The eye is in the hole of a thick-walled block that is higher than it: the wall around it hides all.",
        [prism("well", corners((2, 6), (8, 12)), (0, 3), holes=[corners((3, 5), (9, 11))])],
        0.0,
        "the hole's far wall is 1 in off and reaches to 3 in: every line meets it",
    ),
    told(
        "within-low-block",
        "The viewer's feet are inside a block lower than its eye: it looks out over it.",
        [block("rubble", (2, 8), (7, 13), (0, 1.0))],
        1.0,
        "the rubble's far edge is 4 in off: 1.8 - .8 * 20 / 4 < 0",
    ),
    told(
        "within-target-half-sunk",
        "The target stands up to its chest in a block that begins before it.",
        [block("rubble", (22, 26), (5, 15), (0, 1.2))],
        0.4,
        "the block's top runs on to the axis: up to 1.2 of 2 in",
    ),
    told(
        "within-target-side",
        "The target's left half is inside a tall block.",
        [block("block", (23, 25), (ROW, 12), (0, 5))],
        0.5,
        "before the plane of the rectangle the block covers just the left half",
    ),
    told(
        "within-target-floating",
        "The target's head is inside a beam that ends half an inch before and behind it.",
        [block("beam", (23.5, 24.5), (5, 15), (1.6, 2.4))],
        1 - share(1.8 - 0.2 * 20 / 19.5, 2),
        "under the eye its near edge rules: 1.8 - .2 * 20 / 19.5 = 1.5949",
    ),
    told(
        "within-model",
        "The eye is inside a giant that blocks: nothing is seen, though all terrain is clear.",
        [],
        0.0,
        "a model is a prism too",
        (model("cid", (4.5, ROW), circle(4.0), tall=5.0),),
    ),
]

FAMILIES = [
    Family("touching", "Rays that graze a face or a corner, and bases that touch walls.", GRAZING),
    Family("within", "Eyes and targets inside of things.", INSIDE),
]
