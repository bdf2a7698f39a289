"""Outlines that are no boxes, and lines of view at odd angles."""

from tests.golden.sight.telling import (
    ROW,
    Asked,
    ByHand,
    Family,
    Story,
    ann,
    block,
    bob,
    over,
    prism,
    share,
)

SHAPES = [
    Story(
        "shape-slanted-wall",
        "A low wall that crosses the line of view at a slant throws a slanted shadow.",
        [ann(), bob()],
        [prism("wall", [(10, 5), (10.5, 5), (18.5, 15), (18, 15)], (0, 1.4))],
    ),
    Story(
        "shape-l",
        "An L-shaped ruin: one arm crosses the lines, the other runs beside them.",
        [ann(), bob()],
        [prism("ruin", [(12, 9), (12.5, 9), (12.5, 10.1), (18, 10.1), (18, 10.6), (12, 10.6)], (0, 1.7))],
    ),
    Story(
        "shape-u",
        "A U-shaped ruin, open to the viewer: its back wall hides, and its arms beside the lines hide none.",
        [ann(), bob()],
        [
            prism(
                "ruin", [(10, 6), (16, 6), (16, 14), (10, 14), (10, 13), (15, 13), (15, 7), (10, 7)], (0, 1.5), "flimsy"
            )
        ],
        (Asked(ByHand("back wall 11 to 12 in off: 1.8 - .3 * 20 / 12 = 1.3", 1 - share(0, 1.3))),),
    ),
    Story(
        "shape-star",
        "A star-shaped bush, seen over its points.",
        [ann(), bob()],
        [
            prism(
                "bush",
                [(16, 10), (14.4, 10.6), (14, 12), (13.6, 10.6), (12, 10), (13.6, 9.6), (13, 8), (14.2, 9.4)],
                (0, 1.6),
                "flimsy",
            )
        ],
    ),
    Story(
        "shape-triangle",
        "A tall triangular ruin with a corner towards the viewer hides the middle.",
        [ann(), bob()],
        [prism("ruin", [(12, ROW), (13, 9.88), (13, 10.12)], (0, 5))],
        (Asked(ByHand("its base corners, 9 in off: .12 * 20 / 9 to either side", 1 - 2 * 0.12 * 20 / 9)),),
    ),
    Story(
        "shape-zigzag",
        "A zigzag barricade whose gaps the eye cannot look through.",
        [ann(), bob()],
        [
            prism(
                "barricade",
                [
                    (14, 8),
                    (15, 9),
                    (14, 10),
                    (15, 11),
                    (14, 12),
                    (14.4, 12),
                    (15.4, 11),
                    (14.4, 10),
                    (15.4, 9),
                    (14.4, 8),
                ],
                (0, 1.3),
                "flimsy",
            )
        ],
    ),
    Story(
        "shape-round-tower",
        "A tower drawn with twelve corners beside the line of view hides a strip of the target.",
        [ann(), bob()],
        [
            prism(
                "tower",
                [
                    (15.2, 11.0),
                    (15.0, 11.6),
                    (14.6, 12.0),
                    (14.0, 12.2),
                    (13.4, 12.0),
                    (13.0, 11.6),
                    (12.8, 11.0),
                    (13.0, 10.4),
                    (13.4, 10.05),
                    (14.0, 9.9),
                    (14.6, 10.05),
                    (15.0, 10.4),
                ],
                (0, 4),
            )
        ],
        (Asked(ByHand("its nearest corner to the right, 10 in off: -.1 * 20 / 10 = -.2; all left of it", 0.3)),),
    ),
    Story(
        "shape-two-ruins-across",
        "Two slanted ruins of different heights cross in the view: the union of two slanted shadows.",
        [ann(), bob()],
        [
            prism("first", [(9, 8), (9.4, 7.7), (13.4, 12), (13, 12.3)], (0, 1.45)),
            prism("second", [(19, 7.7), (19.4, 8), (16.4, 12.3), (16, 12)], (0, 1.2), "flimsy"),
        ],
    ),
    Story(
        "shape-oblique-view",
        "The same kind of wall, seen along a line of view at an odd angle to everything.",
        [ann((3.7, 2.9)), bob((17.3, 21.1), heading=0.4)],
        [block("wall", (9, 12), (11, 11.7), (0, 1.5)), block("post", (12.8, 13.1), (14, 14.3), (0, 4), "flimsy")],
    ),
    Story(
        "shape-needle",
        "A needle a thousandth of an inch thick hides next to nothing, but something.",
        [ann(), bob()],
        [block("needle", (14, 14.001), (9.9995, 10.0005), (0, 5), "flimsy")],
        (Asked(ByHand(".001 * 20 / 10", 1 - 0.002)),),
    ),
    Story(
        "shape-many-corners",
        "A hedge with a hundred teeth, of which only the height and the straight back matter.",
        [ann(), bob()],
        [
            prism(
                "hedge",
                [(15, 12.5), *((13 + 0.5 * (n % 2), 12.5 - 0.05 * n) for n in range(101)), (15, 7.5)],
                (0, 1.3),
                "flimsy",
            )
        ],
        (
            Asked(
                ByHand("its straight far side, 11 in off: 1.8 - .5 * 20 / 11 = .8909", 1 - share(0, over(1.3, 9, 11)))
            ),
        ),
    ),
    Story(
        "shape-behind-and-before",
        "A ring-shaped rampart that passes behind the viewer and before it: only the part ahead counts.",
        [ann((10, ROW)), bob((30, ROW))],
        [
            prism(
                "rampart",
                [(10, 4), (15, 6), (16, ROW), (15, 14), (10, 16), (5, 14), (4, ROW), (5, 6)],
                (0, 1.6),
                holes=[[(10, 5), (14, 7), (15, ROW), (14, 13), (10, 15), (6, 13), (5, ROW), (6, 7)]],
            )
        ],
    ),
]

FAMILIES = [Family("shapes", "Outlines that are no boxes, and lines of view at odd angles.", SHAPES)]
