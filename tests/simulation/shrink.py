"""The shortest plan that still fails.

A plan without some of its steps is a plan. So steps are left out, halves first and then fewer at a time, as long as the
same law is broken.
"""

from collections.abc import Sequence

from simulated_evening import Step, plan, play


def shrink(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The shortest part of a failing plan that breaks the same law, as far as leaving out finds it."""
    failure = play(steps)
    assert failure
    kept, law = tuple(steps[: failure.step + 1]), failure.law
    size = len(kept) // 2
    while size:
        # the first step sets the evening up
        for start in range(len(kept) - size, 0, -1):
            fewer = kept[:start] + kept[start + size :]
            failed = play(fewer) if len(fewer) < len(kept) else None
            if failed and failed.law == law:
                kept = fewer[: failed.step + 1]
        size //= 2
    return kept


def describe(seed: int) -> str:
    """How an evening fails, in the fewest steps; empty if it does not."""
    if play(plan(seed)) is None:
        return ""
    steps = shrink(plan(seed))
    failure = play(steps)
    assert failure
    story = "\n  ".join(failure.story)
    kinds = ", ".join(step.kind for step in steps)
    return f"evening {seed}: {failure.what}\n  in {len(steps)} steps ({kinds})\n  {story}"
