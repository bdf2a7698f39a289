"""Scenes of the other families, mirrored and turned about the table: nothing that is asked may change."""

from dataclasses import replace

from tests.golden.sight.stories import (
    a_walls,
    b_several,
    c_openings,
    d_stacks,
    e_rooms,
    f_touching,
    g_shapes,
    h_models,
    i_targets,
    k_verdicts,
    m_best_eye,
)
from tests.golden.sight.telling import ByHand, Family, Point, Story, moved

Turn = tuple[Point, Point]

# where a scene about (14, 10) comes to lie after a turn, so that it stays on the table
MIRRORED: tuple[Turn, Point, str] = (((-1, 0), (0, 1)), (30, 0), "mirrored from left to right")
UPSIDE: tuple[Turn, Point, str] = (((1, 0), (0, -1)), (0, 22), "mirrored from front to back")
QUARTER: tuple[Turn, Point, str] = (((0, -1), (1, 0)), (24, 2), "turned by a right angle")
BACK: tuple[Turn, Point, str] = (((-1, 0), (0, -1)), (34, 24), "turned to face back")
SLANTED: tuple[Turn, Point, str] = (((0.6, -0.8), (0.8, 0.6)), (20, 2), "turned by the angle of a 3-4-5 triangle")
FAR: tuple[Turn, Point, str] = (((-0.8, 0.6), (0.6, 0.8)), (30, 20), "mirrored and turned by the other angle of 3-4-5")

CHOSEN: dict[str, tuple[Turn, Point, str]] = {
    "wall-1.2-high": SLANTED,
    "wall-left-quarter": MIRRORED,
    "wall-post-off-centre": UPSIDE,
    "place-1.82-far": QUARTER,
    "hanging-belt": FAR,
    "union-cross": SLANTED,
    "union-sum-over-one": BACK,
    "hole-diamond-yard": FAR,
    "hole-off-centre": MIRRORED,
    "window-left": UPSIDE,
    "gap-left": SLANTED,
    "crates-leaning-tower": QUARTER,
    "roof-parapet-before-target": SLANTED,
    "inside-narrow-door": BACK,
    "level-eye-on-the-top": QUARTER,
    "touch-face-along-the-line": BACK,
    "shape-star": FAR,
    "shape-two-ruins-across": MIRRORED,
    "round-short": SLANTED,
    "oblong-oval-turned": FAR,
    "oblong-cavalry-off-line": MIRRORED,
    "several-crowd": SLANTED,
    "wide-oblong-turned": UPSIDE,
    "wide-chariots": SLANTED,
}


def _twin(story: Story) -> Story:
    turn, shift, how = CHOSEN[story.id]
    words = f"{story.story.rstrip('.')} - the same scene {how}."
    questions = [replace(asked, by_hand=_as_before(asked.by_hand, story.id)) for asked in story.questions]
    twin = moved(story, f"{story.id}-moved", words, turn, shift)
    return replace(twin, questions=questions, same_as=story.id)


def _as_before(by_hand: ByHand | None, id: str) -> ByHand | None:
    return None if by_hand is None else replace(by_hand, why=f"as {id}")


ALL = {
    story.id: story
    for module in (
        a_walls,
        b_several,
        c_openings,
        d_stacks,
        e_rooms,
        f_touching,
        g_shapes,
        h_models,
        i_targets,
        k_verdicts,
        m_best_eye,
    )
    for family in module.FAMILIES
    for story in family.stories
}
TWINS = [_twin(ALL[id]) for id in CHOSEN]

FAMILIES = [
    Family("moved-one", "Earlier scenes mirrored or turned.", TWINS[:12]),
    Family("moved-two", "More earlier scenes mirrored or turned.", TWINS[12:]),
]
