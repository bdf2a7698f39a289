"""The alternative eye: the best view from any point of the viewer's base counts. Only the share is asked."""

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
    model,
    over,
    rectangle,
    share,
)


def best(seen: float, why: str, blocking: tuple[str, ...] = ()) -> Asked:
    return Asked(ByHand(why, seen), blocking, eye="best of base")


def told(id: str, words: str, terrain: list[Record], *asked: Asked, viewer: Record | None = None) -> Story:
    return Story(id, words, [viewer or ann(), bob()], terrain, asked)


BEST = [
    told("best-open", "An empty table: every point of the base sees all.", [], best(1.0, "nothing in between")),
    told("best-hidden", "A wall higher and wider than all lines from all points of the base: none sees anything.",
         [block("wall", (14, 14.5), (2, 18), (0, 5))], best(0.0, "the wall stands in every line")),
    told("best-round-a-corner", "A wall hides a part of the left from the centre; the base's right edge sees past it.",
         [block("wall", (14, 14.5), (10.1, 18), (0, 5))],
         Asked(ByHand("from the centre: .1 * 20 / 10.5 to the left and on is hidden", 0.5 + 2 / 10.5)),
         best(1.0, "from (4, 9.5) the line to (24, 10.5) passes 14.5 at 10.025")),
    told("best-low-wall", "Over a wall lower than the eye the foremost point of the base sees most.",
         [block("wall", (14, 14.5), (2, 18), (0, 1.4))],
         Asked(ByHand("from the centre: 1.8 - .4 * 20 / 10.5", 1 - share(0, over(1.4, 10, 10.5)))),
         best(1 - (1.8 - 0.4 * 19.5 / 10) / 2, "from (4.5, 10): 1.8 - .4 * 19.5 / 10 = 1.02")),
    told("best-high-wall", "Over a wall higher than the eye the rearmost point of the base sees most.",
         [block("wall", (14, 14.5), (2, 18), (0, 1.85))],
         best(1 - (1.8 + 0.05 * 20.5 / 10.5) / 2, "from (3.5, 10): 1.8 + .05 * 20.5 / 10.5 = 1.8976")),
    told("best-post-at-the-eye", "A post close before the centre hides all from there, nothing from the side.",
         [block("post", (6, 6.1), (9.95, 10.05), (0, 5))],
         Asked(ByHand("from the centre: .05 * 20 / 2 to either side", 0.0)),
         best(1.0, "from (4, 10.5) the line to (24, 9.5) passes 6 at 10.4")),
    told("best-eye-out-of-the-wall", "The base overlaps a block that holds its centre: its front edge is in the open.",
         [block("block", (2, 4.25), (8, 12), (0, 4))],
         Asked(ByHand("the centre is inside", 0.0)), best(1.0, "(4.5, 10) is before the block's face")),
    told("best-roof-edge", "Back from a roof's edge the foremost point of the base sees most of the street.",
         [block("roof", (0, 12), (2, 18), (0, 3), standable=True)],
         best(1 - (4.8 - 1.8 * 19.5 / 7.5) / 2, "from (4.5, 10): 4.8 - 1.8 * 19.5 / 7.5 = .12"), viewer=ann(z=3.0)),
    told("best-square-corner", "A shooter on a square base leans out: its front corner sees exactly half round a wall.",
         [block("wall", (14, 14.5), (9.5, 18), (0, 5))],
         best(0.5, "the line from (5, 9) past (14.5, 9.5) meets the target's axis (24, 10)"),
         viewer=ann(base=rectangle(2.0, 2.0))),
    told("best-turned-oblong", "The same, leaning along the length of an oblong base that faces away to the right.",
         [block("wall", (14, 14.5), (9.5, 18), (0, 5))],
         best(0.5, "its corner (5, 9) again, for it is turned by a right angle"),
         viewer=ann((4.5, ROW), rectangle(2.0, 1.0), heading=-1.5707963267948966)),
    Story("best-past-a-model", "A slim model close before the centre: from the side of a wide base all is seen.",
          [ann(base=circle(2.0)), bob(), model("cid", (6, ROW), circle(0.6), tall=3.0)], [],
          (best(1.0, "from (4, 11) the line to (24, 9.5) passes 6 at 10.85, cid reaches to 10.3", ("cid",)),)),
    told("best-letterbox", "Sill and lintel meet at the height of the eye: no point of the base sees anything.",
         [block("sill", (14, 14.01), (2, 18), (0, 1.8)), block("lintel", (14, 14.01), (2, 18), (1.8, 4))],
         best(0.0, "sill and lintel meet at the eye's height")),
]  # fmt: skip

FAMILIES = [Family("best-of-base", "The eye at the point of the base that sees most.", BEST)]
