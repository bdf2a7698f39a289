"""What Urban War makes of the facts: a quarter in view, half a per cent hidden, more than an inch from the base."""

from collections.abc import Sequence

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
    ellipse,
    model,
    over,
    prism,
    rectangle,
    share,
)


def told(
    id: str,
    words: str,
    terrain: Sequence[Record],
    by_hand: ByHand | None,
    viewer: Record | None = None,
    others: Sequence[Record] = (),
) -> Story:
    asked = Asked(by_hand, tuple(each["id"] for each in others))
    return Story(id, words, [viewer or ann(), bob(), *others], terrain, (asked,))


def before_bob(name: str, high: float, material: str = "solid") -> Record:
    """A wall right up to the target's axis, which hides exactly its own height."""
    return block(name, (23, 24), (5, 15), (0, high), material)


def beside_bob(name: str, left: float, right: float, material: str = "solid") -> Record:
    """A board in the plane of the target's axis, higher than it: it hides its own width."""
    return block(name, (23.9, 24), (ROW + right, ROW + left), (0, 5), material)


def by_height(hidden: float) -> ByHand:
    return ByHand(f"{2 * hidden:g} of 2 in, right before the target's axis", 1 - hidden)


QUARTER = [
    told("quarter-just-in-view", "A wall leaves a hair more than a quarter of the target in view: that is sight.",
         [before_bob("wall", 1.4998)], by_height(0.7499)),
    told("quarter-just-hidden", "A wall leaves a hair less than a quarter of the target in view: that is no sight.",
         [before_bob("wall", 1.5002)], by_height(0.7501)),
    told("quarter-well-in-view", "Three tenths in view: sight.", [before_bob("wall", 1.4)], by_height(0.7)),
    told("quarter-well-hidden", "A fifth in view: no sight.", [before_bob("wall", 1.6)], by_height(0.8)),
    told("quarter-by-width", "Between two boards a hair more than a quarter of the width is seen.",
         [beside_bob("left", 2, 0.1255), beside_bob("right", -0.1255, -2)],
         ByHand("a board's near corners, 19.9 in off, throw .1255 * 20 / 20 at the axis: 2 * .1255", 0.251,
                hidden={"left": 0.3745, "right": 0.3745})),
    told("quarter-by-width-not", "Between two boards a hair less than a quarter of the width is seen.",
         [beside_bob("left", 2, 0.1245), beside_bob("right", -0.1245, -2)],
         ByHand("2 * .1245", 0.249, hidden={"left": 0.3755, "right": 0.3755})),
    told("quarter-by-corner", "A low wall and a board leave half of the width of a little over half of the height.",
         [before_bob("wall", 0.98), beside_bob("board", 2, 0.0, "flimsy")],
         ByHand("half of 1.02 of 2 in", 0.255, hidden={"wall": 0.49, "board": 0.5})),
    told("quarter-by-corner-not", "A low wall and a board leave half of the width of a little less than half of it.",
         [before_bob("wall", 1.02), beside_bob("board", 2, 0.0, "flimsy")],
         ByHand("half of .98 of 2 in", 0.245, hidden={"wall": 0.51, "board": 0.5})),
    told("quarter-terrain-leaves-enough", "Past the terrain half is in view; another model in the way takes the sight.",
         [before_bob("wall", 1.0)],
         ByHand("cid, of equal height, as wide and nearer, hides all", 0.0, 0.5, {"wall": 0.5, "cid": 1.0}),
         others=[model("cid", (8, ROW))]),
    told("quarter-headroom", "A hanging bridge leaves only the legs of the target in view: by a hair too little.",
         [block("bridge", (23, 24), (5, 15), (0.55, 4))],
         ByHand("its near lower edge, 19 in off: 1.8 - 1.25 * 20 / 19 = .4842 of 2 in", (1.8 - 25 / 19) / 2)),
]  # fmt: skip


def cover_by_height(id: str, words: str, high: float, material: str = "solid") -> Story:
    return told(id, words, [before_bob("kerb", high, material)], by_height(high / 2))


SLIGHT = [
    cover_by_height("slight-just-under", "A kerb that hides a hair less than half a per cent gives no cover.", 0.0098),
    cover_by_height("slight-just-over", "A kerb that hides a hair more than half a per cent gives cover.", 0.0102),
    cover_by_height("slight-flimsy-just-over", "A flimsy board of a hair more than half a per cent: the poorer save.",
                    0.0102, "flimsy"),
    told("slight-two-together", "Two strips that hide less than half a per cent each, more together: alone counts.",
         [beside_bob("left", 2, 0.496), beside_bob("right", -0.496, -2)],
         ByHand(".004 of 1 in at either side", 0.992, hidden={"left": 0.004, "right": 0.004})),
    told("slight-best-counts", "A solid kerb that hides too little, and a flimsy one that hides enough.",
         [before_bob("kerb", 0.008), beside_bob("crate", 2, 0.4, "flimsy")],
         ByHand("1 - .9 * .996", 0.9 * 0.996, hidden={"kerb": 0.004, "crate": 0.1})),
    told("slight-needle", "A flagpole of a fiftieth of an inch hides two per cent: cover, by the letter.",
         [beside_bob("flagpole", 0.01, -0.01, "flimsy")],
         ByHand("near corners 19.9 in off: .01 * 20 / 19.9 to either side", 1 - 0.02 * 20 / 19.9)),
    told("slight-models-give-none", "A model hides half of the target: models never give cover.", [],
         ByHand("its tangent from the eye is the line of view", 0.5, 1.0),
         others=[model("cid", (14, ROW + 0.5))]),
    told("slight-model-over-terrain", "A model hides the wall that would give cover: the wall alone still hides.",
         [before_bob("wall", 0.5)], ByHand("wall .25; cid all", 0.0, 0.75, {"wall": 0.25, "cid": 1.0}),
         others=[model("cid", (14, ROW))]),
]  # fmt: skip


def near(distance: float, high: float = 1.7, material: str = "solid", name: str = "wall") -> Record:
    """A wall across the lines, `distance` from the usual viewer's base edge, a tenth of an inch thick."""
    return block(name, (4.5 + distance, 4.6 + distance), (5, 15), (0, high), material)


def near_by_hand(distance: float, high: float) -> ByHand:
    face = distance + (0.6 if high < 1.8 else 0.5)
    top = over(high, face, face)
    return ByHand(f"1.8 + ({high:g} - 1.8) * 20 / {face:g} = {top:.4f} of 2 in", 1 - share(0, top))


DISTANCE = [
    told("inch-just-under", "A wall a hair less than an inch from the shooter's base hides over a quarter: no cover.",
         [near(0.999, 1.7)], near_by_hand(0.999, 1.7)),
    told("inch-just-over", "The same wall a hair more than an inch away gives cover.",
         [near(1.001, 1.7)], near_by_hand(1.001, 1.7)),
    told("inch-in-contact", "A wall that the shooter's base touches gives no cover, however much it hides.",
         [near(0.0, 1.75)], near_by_hand(0.0, 1.75)),
    told("inch-base-overlaps", "A shooter half upon a low ruin: the ruin is at no distance.",
         [block("ruin", (4.2, 8.2), (5, 15), (0, 1.5))],
         ByHand("its far edge, 4.2 in off: 1.8 - .3 * 20 / 4.2 = .3714", 1 - share(0, 1.8 - 0.3 * 20 / 4.2))),
    told("inch-near-solid-far-flimsy", "A near solid wall that gives none, and a far flimsy fence that does.",
         [near(0.5, 1.75), block("fence", (14, 14.5), (5, 15), (0, 1.5), "flimsy")],
         ByHand("wall: 1.8 - .05 * 20 / 1.1 = .8909; fence: 1.8 - .3 * 20 / 10.5 = 1.2286",
                1 - share(0, over(1.5, 10, 10.5)),
                hidden={"wall": share(0, 1.8 - 1 / 1.1), "fence": share(0, over(1.5, 10, 10.5))})),
    told("inch-solid-and-flimsy", "A flimsy fence hides more than a solid wall, both far enough: the best save counts.",
         [block("wall", (14, 14.5), (5, 15), (0, 1.2)), block("fence", (18, 18.5), (5, 15), (0, 1.5), "flimsy")],
         ByHand("wall: .6571; fence: 1.8 - .3 * 20 / 14.5 = 1.3862", 1 - share(0, over(1.5, 14, 14.5)),
                hidden={"wall": share(0, over(1.2, 10, 10.5)), "fence": share(0, over(1.5, 14, 14.5))})),
    told("inch-whole-footprint", "A wall that runs from beside the shooter to the target: its nearest point counts.",
         [prism("wall", [(4, 11), (20, 11), (20, 9), (20.5, 9), (20.5, 11.5), (4, 11.5)], (0, 1.4))],
         ByHand("only its far arm, to 16.5 in off, is in the lines: 1.8 - .4 * 20 / 16.5 = 1.3152; the wall's side is "
                "half an inch from the base", 1 - share(0, over(1.4, 16, 16.5)))),
    told("inch-two-features-one-piece", "The same wall as two features of one piece: only the far arm hides.",
         [block("side", (4, 20), (11, 11.5), (0, 1.4), piece="ruin"),
          block("arm", (20, 20.5), (9, 11.5), (0, 1.4), piece="ruin")],
         ByHand("1.8 - .4 * 20 / 16.5 = 1.3152; each feature is an obstruction of its own",
                1 - share(0, over(1.4, 16, 16.5)))),
    told("inch-oval-base", "A shooter on an oval base that faces the wall: the distance is from the oval's tip.",
         [near(1.9, 1.7)], near_by_hand(1.9, 1.7), viewer=ann(base=ellipse(3.0, 1.5))),
    told("inch-oval-base-turned", "The same oval turned aside: the wall is farther from its flank.",
         [near(1.9, 1.7)], near_by_hand(1.9, 1.7), viewer=ann(base=ellipse(3.0, 1.5), heading=1.5707963267948966)),
    told("inch-square-corner", "A shooter on a square base, a corner towards the wall.",
         [near(1.9, 1.7)], near_by_hand(1.9, 1.7), viewer=ann(base=rectangle(2.0, 2.0), heading=0.7853981633974483)),
    told("inch-in-plan", "From a roof: the distance to a wall in the street is taken in plan.",
         [block("house", (0, 4.4), (5, 15), (0, 3), standable=True), near(1.2, 2.8)],
         ByHand("house: its edge is .4 in off, 4.8 - 1.8 * 20 / .4 < 0; wall, to 1.8 in off: 4.8 - 2 * 20 / 1.8 < 0",
                1.0), viewer=ann(z=3.0)),
]  # fmt: skip

MIXED = [
    told("mixed-yard-distance", "A shooter in a yard: the nearest point of the whole ring counts, even at its back.",
         [prism("yard", corners((3, 12), (5, 15)), (0, 1.6), holes=[corners((3.2, 11), (6, 14))])],
         ByHand("far wall 7 to 8 in off: 1.8 - .2 * 20 / 8 = 1.3; the ring's back is .3 in from the base",
                1 - share(0, 1.3))),
    told("mixed-flimsy-roof", "A flimsy awning hides the crown, far from the shooter: the poorer save.",
         [block("awning", (16, 18), (5, 15), (1.85, 1.9), "flimsy")],
         ByHand("its far lower edge, 14 in off: 1.8 + .05 * 20 / 14 = 1.8714; its near upper one: 1.9667",
                1 - share(1.8 + 0.05 * 20 / 14, 1.8 + 0.1 * 20 / 12))),
    told("mixed-hidden-and-cover", "All is hidden by a far wall: no sight, though the facts of cover are there.",
         [block("wall", (14, 14.5), (5, 15), (0, 3))], ByHand("higher than eye and crown", 0.0)),
    told("mixed-pieces-of-one-house", "Sill and lintel of one house, the sill solid and the lintel flimsy.",
         [block("sill", (14, 14.5), (5, 15), (0, 1.2), piece="house"),
          block("lintel", (14, 14.5), (5, 15), (1.7, 3), "flimsy", piece="house")],
         ByHand("sill to .6571; lintel from 1.8 - .1 * 20 / 10 = 1.6", share(over(1.2, 10, 10.5), 1.6),
                hidden={"sill": share(0, over(1.2, 10, 10.5)), "lintel": share(1.6, 2)})),
    told("mixed-near-house-far-hedge", "A shooter at a window sill, a hedge before the target: the hedge's save.",
         [near(0.0, 1.0, name="sill"), before_bob("hedge", 0.6, "flimsy")], by_height(0.3)),
    told("mixed-wall-and-model", "A wall hides the legs, a model the left: cover comes from the wall alone.",
         [before_bob("wall", 0.6)], ByHand("half of .7", 0.35, 0.7, {"wall": 0.3, "cid": 0.5}),
         others=[model("cid", (14, ROW + 0.5))]),
    told("mixed-large-target", "A kerb of a fiftieth of an inch hides a hundredth of a man: cover, by the letter.",
         [before_bob("kerb", 0.02)], ByHand(".02 of 2 in: a hundredth", 0.99)),
    Story("mixed-giant", "The same kerb before a giant of five inches hides too little of it to count.",
          [ann(), bob(base=circle(3.0), tall=5.0)],
          [before_bob("kerb", 0.02)], (Asked(ByHand(".02 of 5 in: under half a per cent", 0.996)),)),
]  # fmt: skip

FAMILIES = [
    Family("quarter", "Just over and just under a quarter in view.", QUARTER),
    Family("half-a-per-cent", "Just over and just under half a per cent hidden.", SLIGHT),
    Family("one-inch", "Just over and just under an inch from the shooter's base edge.", DISTANCE),
    Family("cover-mixed", "Several materials, pieces and models at once.", MIXED),
]
