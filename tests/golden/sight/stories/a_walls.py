"""Open tables and single walls, by height, by width and by place."""

from tests.golden.sight.telling import (
    EYE,
    ROW,
    TALL,
    Asked,
    ByHand,
    Family,
    Story,
    ann,
    block,
    bob,
    circle,
    ellipse,
    model,
    over,
    share,
    thrown,
)

ALL_SEEN = (Asked(ByHand("nothing lies between the eye and the target", 1.0)),)


def seen_whole(id: str, story: str, models: list, terrain: list, blocking: tuple[str, ...] = ()) -> Story:
    return Story(id, story, models, terrain, (Asked(ALL_SEEN[0].by_hand, blocking),))


OPEN = [
    seen_whole("open-table", "An empty table: the whole of the target is in view.", [ann(), bob()], []),
    seen_whole(
        "open-corner-to-corner",
        "From one corner of an empty table to the other, a giant sees a mouse.",
        [ann((1, 1), circle(2.0), tall=5.0), bob((47, 47), tall=0.25)],
        [],
    ),
    seen_whole(
        "open-upwards",
        "A target whose axis stands right over the edge of a roof, seen from the street: no roof is before it.",
        [ann(), bob(z=3.0)],
        [block("tower", (24, 26), (9, 11), (0, 3), standable=True)],
    ),
    seen_whole(
        "open-wall-behind-target",
        "A wall that stands behind the target hides nothing of it.",
        [ann(), bob()],
        [block("wall", (25, 26), (0, 20), (0, 5))],
    ),
    seen_whole(
        "open-wall-behind-viewer",
        "A wall at the viewer's back hides nothing.",
        [ann(), bob()],
        [block("wall", (1, 3), (0, 20), (0, 5))],
    ),
    seen_whole(
        "open-wall-beside",
        "A wall along the line of view, half an inch clear of both bases, hides nothing.",
        [ann(), bob()],
        [block("wall", (2, 28), (11, 12), (0, 5))],
    ),
    seen_whole(
        "open-under-a-bridge",
        "A bridge overhead, above the eye and the target's crown, hides nothing.",
        [ann(), bob()],
        [block("bridge", (8, 20), (0, 20), (2.5, 3))],
    ),
    seen_whole(
        "open-over-a-sunken-floor",
        "A floor below the table's level, as of a cellar, hides nothing of those who stand on the table.",
        [ann(), bob()],
        [block("cellar", (2, 30), (0, 20), (-2, 0))],
    ),
    seen_whole(
        "open-kerb",
        "A kerb half an inch high, halfway, lies wholly under the lines from the eye to the target's feet.",
        [ann(), bob()],
        [block("kerb", (13, 15), (0, 20), (0, 0.5))],
    ),
    seen_whole(
        "open-models-not-asked-for",
        "A model stands right in the way, but it is none of those that block.",
        [ann(), bob(), model("cid", (14, ROW))],
        [],
    ),
    seen_whole(
        "open-model-behind-target",
        "A large model that blocks stands behind the target, and hides nothing of it.",
        [ann(), bob(), model("cid", (27, ROW), circle(4.0), tall=5.0)],
        [],
        ("cid",),
    ),
    seen_whole(
        "open-oval-target",
        "An oval target turned by half a radian on an empty table is seen whole, as wide as it looks from there.",
        [ann(), bob(base=ellipse(3.0, 1.6), heading=0.5)],
        [],
    ),
]


def by_height(high: float, words: str) -> Story:
    near, far = 10.0, 10.5
    top = over(high, near, far)
    face = far if high < EYE else near
    why = (
        f"the line from the eye (1.8) over the wall's {'far' if high < EYE else 'near'} edge, {face:g} in off, reaches "
        f"the target at 1.8 + ({high:g} - 1.8) * 20 / {face:g} = {top:.4f} of its 2 in"
    )
    hand = ByHand(why, 1 - share(0.0, top))
    return Story(f"wall-{high:g}-high", words, [ann(), bob()], [_wall(high)], (Asked(hand),))


def _wall(high: float):
    return block("wall", (14, 14.5), (0, 20), (0, high))


HEIGHTS = [
    by_height(0.8, "A low wall halfway, eight tenths high: the lines to the target's feet pass over it."),
    by_height(0.9, "A wall halfway, nine tenths high, begins to hide the target's feet."),
    by_height(1.0, "A wall an inch high, halfway, hides the shins of a target of two inches."),
    by_height(1.2, "A wall of an inch and a fifth, halfway, hides a third of the target."),
    by_height(1.4, "A wall halfway and four tenths under the eye's height hides about half of the target."),
    by_height(1.5, "A wall an inch and a half high, halfway, hides more than half of the target."),
    by_height(1.7, "A wall halfway, a tenth under the eye's height, leaves head and shoulders in view."),
    by_height(1.75, "A wall that just fails to reach the eye's height, halfway, leaves the head in view."),
    by_height(1.8, "A wall exactly as high as the eye hides exactly what is lower than the eye, wherever it stands."),
    by_height(
        1.85, "A wall a little higher than the eye leaves a twentieth of the target in view, over its near edge."
    ),
    by_height(1.9, "A wall whose near edge lies on the line from the eye to the target's crown hides all of it."),
    by_height(3.0, "A wall higher than both models hides the whole target."),
]


def by_width(id: str, words: str, left: float, right: float) -> Story:
    """A tall wall 10 to 10.5 in from the eye between two places across, measured from the line of view to the left."""
    ends = [max(-0.5, left * 20 / (10 if left < 0 else 10.5)), min(0.5, right * 20 / (10.5 if right < 0 else 10))]
    why = (
        f"its sides are seen at {ends[0]:.4f} and {ends[1]:.4f} across the target, which reaches from -0.5 to 0.5: "
        "across places are drawn out by 20 / 10 at the wall's near face and 20 / 10.5 at its far one"
    )
    wall = block("wall", (14, 14.5), (ROW + left, ROW + right), (0, 5))
    return Story(id, words, [ann(), bob()], [wall], (Asked(ByHand(why, 1 - max(0.0, ends[1] - ends[0]))),))


WIDTHS = [
    by_width("wall-left-half", "A tall wall that ends on the line of view hides the left half of the target.", 0, 5),
    by_width("wall-right-half", "A tall wall that begins right of the line of view hides the right half.", -5, 0),
    by_width("wall-left-quarter", "A tall wall whose far corner shows hides the left quarter.", 0.13125, 5),
    by_width("wall-right-quarter", "A tall wall whose far corner shows hides the right quarter.", -5, -0.13125),
    by_width(
        "wall-left-three-quarters", "A tall wall that passes the line of view hides nearly three quarters.", -0.12, 5
    ),
    by_width("wall-right-most", "A tall wall from the right leaves only a strip of the target at its left.", -5, 0.2),
    by_width(
        "wall-post-middle", "A post a quarter of an inch wide, halfway, hides the target's middle half.", -0.125, 0.125
    ),
    by_width("wall-lamp-post", "A lamp post of a tenth of an inch, halfway, hides a fifth of the target.", -0.05, 0.05),
    by_width("wall-post-off-centre", "A post left of the line of view hides a band of the target's left.", 0.05, 0.2),
    by_width(
        "wall-just-clear",
        "A tall wall whose far corner just touches the outermost line to the target hides nothing.",
        0.2625,
        5,
    ),
    by_width("wall-just-in", "A tall wall whose far corner reaches past the outermost line by a hair.", 0.26, 5),
    by_width(
        "wall-just-wide-enough", "A wall exactly as wide as the cone of view at its near face hides all.", -0.25, 0.25
    ),
]


def by_place(id: str, words: str, high: float, near: float, thick: float = 0.5) -> Story:
    far = near + thick
    face = far if high < EYE else near
    top = over(high, near, far)
    why = f"the shadow's top at the target is 1.8 + ({high:g} - 1.8) * 20 / {face:g} = {top:.4f}, of 2 in"
    wall = block("wall", (4 + near, 4 + far), (2, 18), (0, high))
    return Story(id, words, [ann(), bob()], [wall], (Asked(ByHand(why, 1 - share(0, top))),))


PLACES = [
    by_place(
        "place-1.2-under-viewer", "A wall of 1.2 in close before the viewer, who looks over it and sees all.", 1.2, 1.5
    ),
    by_place("place-1.2-a-third", "The same wall a third of the way: still nothing of the target is hidden.", 1.2, 6.0),
    by_place(
        "place-1.2-two-thirds", "The same wall two thirds of the way hides the lower part of the target.", 1.2, 13.0
    ),
    by_place(
        "place-1.2-before-target", "The same wall right before the target hides nearly its own height.", 1.2, 18.5
    ),
    by_place(
        "place-1.2-touching-rectangle", "The same wall up to the target's very axis hides its own height.", 1.2, 19.5
    ),
    by_place(
        "place-2.2-near-viewer", "A wall higher than the eye, close before the viewer, hides everything.", 2.2, 1.0
    ),
    by_place(
        "place-1.82-far", "A wall a hair higher than the eye, near the target, leaves the crown in view.", 1.82, 19.0
    ),
    by_place(
        "place-1.82-near", "The same hair's breadth near the viewer grows until it hides all of the target.", 1.82, 1.0
    ),
    by_place(
        "place-1.81-thick", "A thick wall higher than the eye: its near edge rules, not its far one.", 1.81, 2.0, 12.0
    ),
    by_place(
        "place-1.5-thick", "A thick wall lower than the eye: its far edge rules, not its near one.", 1.5, 2.0, 12.0
    ),
    by_place("place-paper-thin", "A wall as thin as paper hides like any other.", 1.4, 10.0, 0.01),
    Story(
        "place-through-the-target",
        "A wall runs through the target's place: only what stands before its axis counts, up to the wall's height.",
        [ann(), bob()],
        [block("wall", (23.5, 24.5), (2, 18), (0, 1.0))],
        (Asked(ByHand("before the axis the wall is 1 in high right up to the rectangle, of 2 in", 0.5)),),
    ),
]


def lowered(id: str, words: str, low: float, high: float) -> Story:
    """Something that hangs in the air 10 to 10.5 in from the eye."""
    bottom = thrown(low, 10.0 if low < EYE else 10.5)
    top = over(high, 10.0, 10.5)
    why = f"it hides from {bottom:.4f} to {top:.4f} of the target's 0 to {TALL:g}: the outermost of its four edges rule"
    sign = block("sign", (14, 14.5), (5, 15), (low, high), "flimsy")
    return Story(id, words, [ann(), bob()], [sign], (Asked(ByHand(why, 1 - share(bottom, top))),))


HANGING = [
    lowered("hanging-head-high", "A banner hung at the height of the eye hides the target's head.", 1.7, 2.5),
    lowered(
        "hanging-at-eye",
        "A banner whose lower hem is exactly at the eye's height hides what is over the eye.",
        1.8,
        2.5,
    ),
    lowered("hanging-above-eye", "A banner hung over the eye, halfway, hides only the target's crown.", 1.85, 2.5),
    lowered("hanging-too-high", "A banner hung so high that all of the target is seen under it.", 1.95, 2.5),
    lowered("hanging-belt", "A washing line hides a belt across the target; feet and head are in view.", 1.3, 1.5),
    lowered(
        "hanging-knee-rail",
        "A rail at knee height hides a narrow belt, its near lower and its far upper edge.",
        1.0,
        1.1,
    ),
    lowered("hanging-nothing-below", "A plank so low in the air that the lines to the feet pass over it.", 0.2, 0.8),
    lowered(
        "hanging-whole",
        "A great sheet from under the lines to the target's feet to over those to its crown hides all.",
        0.7,
        2.0,
    ),
]

FAMILIES = [
    Family("open-table", "Tables on which nothing hides anything.", OPEN),
    Family("walls-by-height", "One wall halfway, wider than all lines, of one height after another.", HEIGHTS),
    Family("walls-by-width", "One wall higher than all lines, from one place across to another.", WIDTHS),
    Family("walls-by-place", "One wall after another along the way from the eye to the target.", PLACES),
    Family("hanging", "Things that begin above the ground.", HANGING),
]
