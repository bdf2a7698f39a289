"""Things with openings: prisms with holes, windows, and walls with gaps between them."""

from collections.abc import Mapping, Sequence

from tests.golden.sight.telling import (
    AWAY,
    ROW,
    Asked,
    ByHand,
    Family,
    Record,
    Story,
    ann,
    block,
    bob,
    corners,
    over,
    prism,
    share,
    thrown,
    under,
)


def told(
    id: str, words: str, terrain: Sequence[Record], seen: float, why: str, hidden: Mapping[str, float] | None = None
) -> Story:
    """The usual pair with terrain between them."""
    return Story(id, words, [ann(), bob()], terrain, (Asked(ByHand(why, seen, hidden=hidden or {})),))


def court(name: str, x: tuple[float, float], y: tuple[float, float], thick: float, high: float) -> Record:
    """A ring of walls."""
    hole = corners((x[0] + thick, x[1] - thick), (y[0] + thick, y[1] - thick))
    return prism(name, corners(x, y), (0, high), holes=[hole])


HOLES = [
    told(
        "hole-between",
        "A courtyard between the two, its walls lower than the eye: the far wall hides more than the near one.",
        [court("courtyard", (10, 18), (6, 14), 1, 1.2)],
        1 - share(0, over(1.2, 13, 14)),
        "the outer face of its far wall is 14 in off: 1.8 - .6 * 20 / 14 = .9429",
    ),
    told(
        "hole-high-walls",
        "Between the two a courtyard whose walls are higher than either: nothing is seen through it.",
        [court("courtyard", (10, 18), (6, 14), 1, 3.0)],
        0.0,
        "every line meets both of its walls, higher than the eye and the crown",
    ),
    told(
        "hole-viewer-inside",
        "The viewer stands in a courtyard and looks out over its wall.",
        [court("courtyard", (2, 10), (6, 14), 1, 1.6)],
        1 - share(0, over(1.6, 5, 6)),
        "only the wall before it counts, its outer edge 6 in off: 1.8 - .2 * 20 / 6 = 1.1333",
    ),
    told(
        "hole-target-inside",
        "The target stands in a courtyard, an inch and a half behind its wall.",
        [court("courtyard", (21.5, 27), (6, 14), 1, 1.6)],
        1 - share(0, over(1.6, 17.5, 18.5)),
        "the near wall's inner edge is 18.5 in off: 1.8 - .2 * 20 / 18.5 = 1.5838",
    ),
    told(
        "hole-both-inside",
        "Both stand in one great courtyard with high walls: nothing lies between them.",
        [court("courtyard", (1, 30), (2, 18), 1, 4.0)],
        1.0,
        "the hole is no part of the prism, and both stand in it",
    ),
    told(
        "hole-two-holes-a-wall-between",
        "A building with two inner yards, one for each: only the wall between the yards hides.",
        [
            prism(
                "yards",
                corners((1, 30), (2, 18)),
                (0, 1.7),
                holes=[corners((2, 13), (3, 17)), corners((14, 29), (3, 17))],
            )
        ],
        1 - share(0, over(1.7, 9, 10)),
        "that wall runs from 9 to 10 in off: 1.8 - .1 * 20 / 10 = 1.6",
    ),
    told(
        "hole-keyhole-corner",
        "The line of view runs along the side of a hole in a tall block: before and behind it the block is closed.",
        [prism("plate", corners((12, 16), (8, 12)), (0, 5), holes=[corners((12.5, 15.5), (ROW, 11.5))])],
        0.0,
        "before and behind the hole the plate closes the whole width of the lines",
    ),
    told(
        "hole-slab-with-shaft",
        "A slab hangs just under the eye, pierced by a shaft: its near rim and its far rim hide belts that overlap.",
        [prism("slab", corners((10, 18), (6, 14)), (1.6, 1.7), holes=[corners((11, 17), (7, 13))])],
        1
        - share(thrown(1.6, 13), over(1.7, 13, 14))
        - share(thrown(1.6, 6), over(1.7, 6, 7))
        + share(thrown(1.6, 13), over(1.7, 6, 7)),
        "near rim, 6 to 7 in off: 1.1333 to 1.5143; far, 13 to 14 in off: 1.4923 to 1.6571; both 1.1333 to 1.6571",
    ),
    told(
        "hole-ring-around-target",
        "A parapet rings the target at its waist: the part before it hides a belt, the part behind it nothing.",
        [prism("ring", corners((22, 26), (8, 12)), (0.8, 1.0), "flimsy", holes=[corners((22.5, 25.5), (8.5, 11.5))])],
        1 - share(under(0.8, 18, 18.5), over(1.0, 18, 18.5)),
        "1.8 - 1 * 20 / 18 = .6889 to 1.8 - .8 * 20 / 18.5 = .9351",
    ),
    Story(
        "hole-diamond-yard",
        "A yard set on its corner: the line of view passes two corners of its ring, and the shadow has a ridge.",
        [ann(), bob()],
        [
            prism(
                "yard",
                [(10, ROW), (14, 6), (18, ROW), (14, 14)],
                (0, 1.2),
                holes=[[(12, ROW), (14, 8), (16, ROW), (14, 12)]],
            )
        ],
    ),
    Story(
        "hole-off-centre",
        "A block with a hole off its centre: seen through at a slant, the hole's walls hide a leaning shape.",
        [ann((5, 4)), bob((22, 15))],
        [prism("block", [(9, 5), (17, 6), (16, 13), (10, 12)], (0, 1.5), holes=[[(11, 7), (15, 8), (13, 11)]])],
    ),
    told(
        "hole-lintel-ring",
        "A roof with a great hole over both: its rims hang higher than all lines between them.",
        [prism("roof", corners((1, 30), (2, 18)), (2.5, 3), holes=[corners((3, 25), (4, 16))], standable=True)],
        1.0,
        "the roof begins at 2.5 in; eye and crown are at 1.8 and 2",
    ),
]


def window(opening: tuple[float, float], jambs: tuple[float, float], at: float = 14.0) -> list[Record]:
    """A wall half an inch thick with an opening between two heights and two places left of the line of view."""
    x = (at, at + 0.5)
    left, right = (ROW + jambs[1], ROW + 6), (ROW - 6, ROW + jambs[0])
    return [
        block("sill", x, (4, 16), (0, opening[0]), piece="house"),
        block("lintel", x, (4, 16), (opening[1], 4), piece="house"),
        block("left jamb", x, left, (0, 4), piece="house"),
        block("right jamb", x, right, (0, 4), piece="house"),
    ]


def _between(right: float, left: float, near: float, far: float) -> tuple[float, float]:
    """What is seen between two walls, across the target: of each side the edge that stands out farther counts."""
    return max(-0.5, right * AWAY / (near if right > 0 else far)), min(0.5, left * AWAY / (far if left > 0 else near))


def seen_through(
    id: str, words: str, opening: tuple[float, float], jambs: tuple[float, float], at: float = 14.0
) -> Story:
    near, far = at - 4, at - 3.5
    up = max(0.0, over(opening[0], near, far)), min(2.0, under(opening[1], near, far))
    across = _between(jambs[0], jambs[1], near, far)
    return Story(id, words, [ann(), bob()], window(opening, jambs, at), (Asked(_window_by_hand(up, across)),))


def _window_by_hand(up: tuple[float, float], across: tuple[float, float]) -> ByHand:
    why = (
        f"through the opening one sees from {up[0]:.4f} to {up[1]:.4f} up, over the sill, under the lintel, and from "
        f"{across[0]:.4f} to {across[1]:.4f} across, of 2 and of 1 in"
    )
    hidden = {
        "sill": share(0, up[0]),
        "lintel": share(up[1], 2),
        "left jamb": 0.5 - across[1],
        "right jamb": across[0] + 0.5,
    }
    clear = max(0.0, up[1] - up[0]) / 2 * max(0.0, across[1] - across[0])
    return ByHand(why, clear, hidden={name: each for name, each in hidden.items() if each > 0})


WINDOWS = [
    seen_through(
        "window-wide", "A window wider than all lines: a belt of the target is seen through it.", (1.2, 1.85), (-3, 3)
    ),
    seen_through(
        "window-square",
        "A small window in the line of view shows a patch of the target's middle.",
        (1.4, 1.7),
        (-0.15, 0.15),
    ),
    seen_through(
        "window-left",
        "A window left of the line of view: only its right part looks on to the target.",
        (1.2, 1.7),
        (0.1, 3),
    ),
    seen_through("window-low", "A cellar window: the feet are seen under its lintel.", (0.1, 1.1), (-3, 3)),
    seen_through("window-high", "A high window shows the crown alone.", (1.85, 3), (-3, 3)),
    seen_through(
        "window-at-the-eye",
        "A window whose sill is exactly at the eye's height shows what is over the eye.",
        (1.8, 3),
        (-3, 3),
    ),
    seen_through(
        "window-lintel-at-eye",
        "A window whose lintel is at the eye's height shows what is below the eye.",
        (1.0, 1.8),
        (-3, 3),
    ),
    seen_through("window-door", "A door: no sill to speak of, jambs on both sides.", (0.01, 2.5), (-0.2, 0.1)),
    seen_through(
        "window-loophole",
        "A loophole a twentieth of an inch wide, far from the eye, shows a thin upright strip.",
        (1.0, 1.9),
        (-0.025, 0.025),
    ),
    seen_through(
        "window-slit",
        "A slit a fiftieth of an inch high shows a hair's breadth of the target.",
        (1.5, 1.52),
        (-3, 3),
    ),
    seen_through(
        "window-blind-slit",
        "A slit so low and deep that its sill's far edge and its lintel's near edge leave no line.",
        (1.3, 1.31),
        (-3, 3),
    ),
    seen_through(
        "window-at-the-gunner",
        "A window right before the viewer shows the whole target.",
        (1.2, 2.2),
        (-0.5, 0.5),
        4.75,
    ),
]


def gap(id: str, words: str, left: float, right: float, near: float = 10.0, thick: float = 0.5) -> Story:
    """Two tall walls with a gap from `right` to `left` beside the line of view, right < left."""
    far, at = near + thick, 4 + near
    ends = _between(right, left, near, far)
    x = (at, at + thick)
    walls = [block("left wall", x, (ROW + left, 18), (0, 5)), block("right wall", x, (2, ROW + right), (0, 5))]
    clear = max(0.0, ends[1] - ends[0])
    why = f"between the walls one sees from {ends[0]:.4f} to {ends[1]:.4f} of -.5 to .5 across"
    hidden = {"left wall": min(1.0, 0.5 - ends[1]), "right wall": min(1.0, ends[0] + 0.5)}
    hidden = {name: each for name, each in hidden.items() if each > 0}
    return Story(id, words, [ann(), bob()], walls, (Asked(ByHand(why, clear, hidden=hidden)),))


GAPS = [
    gap("gap-middle", "Two walls with a gap of a third of an inch between them, in the line of view.", 0.16, -0.16),
    gap("gap-wide", "A gap just wider than the cone of view: the whole target is in view.", 0.27, -0.27),
    gap("gap-one-side", "A gap whose right side lies on the line of view shows part of the left half.", 0.15, 0.0),
    gap("gap-left", "A gap wholly left of the line of view is seen through at a slant.", 0.2, 0.1),
    gap("gap-right", "A gap wholly right of the line of view is seen through at a slant.", -0.05, -0.22),
    gap("gap-alley", "A narrow alley eight inches deep: its far end is what narrows the view.", 0.1, -0.1, 6.0, 8.0),
    gap(
        "gap-alley-off-line",
        "An alley eight inches deep beside the line: seen through at a slant, almost closed.",
        0.2,
        0.07,
        6.0,
        8.0,
    ),
    gap(
        "gap-alley-closed",
        "An alley so deep beside the line of view that its two walls overlap for the eye.",
        0.2,
        0.15,
        6.0,
        8.0,
    ),
    gap("gap-hair", "A crack of a fiftieth of an inch, halfway, shows a fine strip.", 0.01, -0.01),
    gap(
        "gap-near-eye",
        "Right before the eye even a crack of a tenth of an inch shows the whole target.",
        0.05,
        -0.05,
        0.75,
        0.5,
    ),
]

FAMILIES = [
    Family("holes", "Prisms with holes.", HOLES),
    Family("windows", "Walls with openings, each a piece of four features.", WINDOWS),
    Family("gaps", "Two walls and what is seen between them.", GAPS),
]
