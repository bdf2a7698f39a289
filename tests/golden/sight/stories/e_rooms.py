"""Rooms and floors, and eyes exactly at the height of an edge."""

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
)

# a floor three inches up
UP = 3.0


def told(id: str, words: str, terrain: list[Record], by_hand: ByHand | None, **stand: float) -> Story:
    """The usual pair; ann_z and bob_z are the heights of what they stand on."""
    models = [ann(z=stand.get("ann_z", 0.0)), bob(z=stand.get("bob_z", 0.0))]
    return Story(id, words, models, terrain, (Asked(by_hand),))


def room(door: tuple[float, float] | None, high: float = 2.5) -> list[Record]:
    """A house of 8 by 8 in about the viewer, walls half an inch thick, with a roof and perhaps a door ahead."""
    sides = [
        block("left wall", (0, 0.5), (6, 14), (0, high), piece="house"),
        block("near wall", (0.5, 7.5), (6, 6.5), (0, high), piece="house"),
        block("far wall", (0.5, 7.5), (13.5, 14), (0, high), piece="house"),
        block("roof", (0, 8), (6, 14), (high, high + 0.2), standable=True, piece="house"),
    ]
    if door is None:
        return [*sides, block("front wall", (7.5, 8), (6, 14), (0, high), piece="house")]
    return [
        *sides,
        block("front wall, right", (7.5, 8), (6, ROW + door[0]), (0, high), piece="house"),
        block("front wall, left", (7.5, 8), (ROW + door[1], 14), (0, high), piece="house"),
    ]


INSIDE = [
    told(
        "inside-closed-house",
        "A viewer in a closed house sees nobody outside.",
        room(None),
        ByHand("the front wall is higher than eye and crown", 0.0, hidden={"front wall": 1.0}),
    ),
    told(
        "inside-wide-door",
        "A viewer in a house with a wide door sees the whole target outside.",
        room((-1, 1)),
        ByHand("the door's sides are far beyond the lines; the roof hangs over them", 1.0),
    ),
    told(
        "inside-door-left",
        "A viewer in a house whose door begins on the line of view sees the target's left half.",
        room((0, 1)),
        ByHand("the right front wall ends on the line of view", 0.5),
    ),
    told(
        "inside-narrow-door",
        "A viewer in a house sees a strip of the target through a door left ajar.",
        room((-0.05, 0.04)),
        ByHand(
            "door sides at 3.5 to 4 in off: from -.05 * 20 / 4 = -.25 to .04 * 20 / 4 = .2",
            0.45,
            hidden={"front wall, right": 0.25, "front wall, left": 0.3},
        ),
    ),
    told(
        "inside-target-in-house",
        "The target stands in a house, seen through its window from the street.",
        [
            block("sill", (21, 21.5), (6, 14), (0, 1), piece="house"),
            block("lintel", (21, 21.5), (6, 14), (1.9, 3), piece="house"),
            block("roof", (21, 29), (6, 14), (3, 3.2), standable=True, piece="house"),
        ],
        ByHand(
            "sill: 1.8 - .8 * 20 / 17.5 = .8857; lintel: 1.8 + .1 * 20 / 17.5 = 1.9143",
            share(1.8 - 0.8 * 20 / 17.5, 1.8 + 0.1 * 20 / 17.5),
            hidden={"sill": share(0, 1.8 - 0.8 * 20 / 17.5), "lintel": share(1.8 + 0.1 * 20 / 17.5, 2)},
        ),
    ),
    told(
        "inside-same-room",
        "Both stand in one room under one roof: neither walls nor roof are between them.",
        [
            block("left wall", (2, 2.5), (6, 14), (0, 2.5), piece="hall"),
            block("right wall", (26, 26.5), (6, 14), (0, 2.5), piece="hall"),
            block("roof", (2, 26.5), (6, 14), (2.5, 2.7), standable=True, piece="hall"),
        ],
        ByHand("everything lies outside of the segment between them, or over it", 1.0),
    ),
    told(
        "inside-two-rooms",
        "Two rooms of one house and a wall between them that does not reach the ceiling.",
        [
            block("partition", (14, 14.5), (6, 14), (0, 1.6), piece="hall"),
            block("ceiling", (2, 26.5), (6, 14), (2.5, 2.7), standable=True, piece="hall"),
        ],
        ByHand("1.8 - .2 * 20 / 10.5 = 1.4190", 1 - share(0, over(1.6, 10, 10.5))),
    ),
    told(
        "inside-floor-between",
        "The viewer is on the ground floor, the target on the floor above it: the floor lies between them.",
        [block("floor", (2, 27), (6, 14), (2.2, 2.4), standable=True, piece="hall")],
        ByHand("every line rises from 1.8 under the floor to 2.4 and more over it, within the floor's outline", 0.0),
        bob_z=2.4,
    ),
    told(
        "inside-stairwell",
        "The same, with the floor open up to shortly before the target, as over a stairwell.",
        [block("floor", (20, 27), (6, 14), (2.2, 2.4), standable=True, piece="hall")],
        ByHand("the floor's edge is 16 in off: 1.8 + .6 * 20 / 16 = 2.55, of 2.4 to 4.4", 1 - share(2.4, 2.55, 2.4)),
        bob_z=2.4,
    ),
    told(
        "inside-tower-loft",
        "From a loft down through its floor's open half to the street.",
        [
            block("floor", (2, 5), (6, 14), (2.8, 3.0), standable=True, piece="tower"),
            block("front", (8, 8.5), (6, 14), (0, 3.4), piece="tower"),
        ],
        ByHand("front: 4.8 - 1.4 * 20 / 4.5 < 0; the floor's edge, 1 in off: 4.8 - 1.8 * 20 < 0, so all is seen", 1.0),
        ann_z=UP,
    ),
]


def level(id: str, words: str, terrain: list[Record], seen: float, why: str, **stand: float) -> Story:
    return told(id, words, terrain, ByHand(why, seen), **stand)


LEVEL = [
    level(
        "level-plateau",
        "A plateau exactly as high as the eye, all the way to the target, hides what is lower than the eye.",
        [block("plateau", (5, 23), (5, 15), (0, 1.8))],
        0.1,
        "no line downwards gets past its near edge; those upwards never meet it",
    ),
    level(
        "level-ceiling",
        "A ceiling that begins exactly at the eye's height hides what is higher than the eye.",
        [block("ceiling", (5, 23), (5, 15), (1.8, 2.5))],
        0.9,
        "no line upwards gets past its near edge",
    ),
    level(
        "level-plateau-and-ceiling",
        "A plateau up to the eye's height and a ceiling from it: only the level line would pass, and it has no area.",
        [block("plateau", (5, 23), (5, 15), (0, 1.8)), block("ceiling", (5, 23), (5, 15), (1.8, 2.5))],
        0.0,
        "1.8 of 2 from below, .2 of 2 from above",
    ),
    level(
        "level-eye-over-the-edge",
        "A viewer whose eye is at the very height of a wall that its base overlaps: it sees what is over the eye.",
        [block("wall", (4.25, 5), (5, 15), (0, 1.8))],
        0.1,
        "the wall begins a quarter of an inch before the eye",
    ),
    level(
        "level-eye-on-the-top",
        "A viewer sunk into a block whose top is exactly at its eye: the eye is not inside it, yet sees nothing lower.",
        [block("block", (3, 5), (9, 11), (0, 1.8))],
        0.1,
        "an open prism: lines downwards enter it at once, lines upwards never",
    ),
    level(
        "level-eye-under-the-bottom",
        "A viewer whose eye touches a ceiling from below sees nothing higher than its eye.",
        [block("ceiling", (3, 5), (9, 11), (1.8, 2.4))],
        0.9,
        "an open prism: lines upwards enter it at once, lines downwards never",
    ),
    level(
        "level-crown",
        "A wall as high as the target's crown, and higher than the eye, hides all though a level line clears it.",
        [block("wall", (14, 14.5), (5, 15), (0, 2.0))],
        0.0,
        "1.8 + .2 * 20 / 10 = 2.2",
    ),
    level(
        "level-feet",
        "A platform whose top is at the target's feet, up to its axis and lower than the eye, hides nothing.",
        [block("platform", (15, 26), (5, 15), (0, 1.0))],
        1.0,
        "the lines come from above: over its near edge they reach the axis at or over its top",
        bob_z=1.0,
    ),
    level(
        "level-feet-from-below",
        "The same with the eye lower than the feet: the platform's near edge hides the legs.",
        [block("platform", (14, 26), (5, 15), (0, 2.3))],
        1 - 0.5 / 2,
        "1.8 + .5 * 20 / 10 = 2.8, of 2.3 to 4.3",
        bob_z=2.3,
    ),
    level(
        "level-with-feet",
        "The eye exactly at the height of the platform that the target stands on sees all of it.",
        [block("platform", (14, 26), (5, 15), (0, 1.8))],
        1.0,
        "all lines are level or rise; none enters the platform",
        bob_z=1.8,
    ),
]

FAMILIES = [
    Family("inside", "Models inside buildings.", INSIDE),
    Family("level", "Eyes and feet exactly at the height of an edge.", LEVEL),
]
