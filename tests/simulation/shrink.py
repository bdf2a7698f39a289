"""Simulated evenings by their seeds, and the shortest plan that still fails.

    python tests/simulation/shrink.py 0 100000 --shard 1/2 --log done.txt     # the long round; goes on where it was
    python tests/simulation/shrink.py 4711                                    # one evening, shrunk, with its story

A plan without some of its steps is a plan. So steps are left out, halves first and then fewer at a time, as long as the
same law is broken.
"""

import argparse
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulated_evening import Step

ROOT = Path(__file__).resolve().parents[2]


def shrink(steps: Sequence["Step"]) -> tuple["Step", ...]:
    """The shortest part of a failing plan that breaks the same law, as far as leaving out finds it."""
    from simulated_evening import play

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
    from simulated_evening import plan, play

    if play(plan(seed)) is None:
        return ""
    steps = shrink(plan(seed))
    failure = play(steps)
    assert failure
    story = "\n  ".join(failure.story)
    kinds = ", ".join(step.kind for step in steps)
    return f"evening {seed}: {failure.what}\n  in {len(steps)} steps ({kinds})\n  {story}"


def find_seeds(first: int, end: int, shard: str, done: Path | None) -> Iterator[int]:
    """The seeds of a shard that an earlier run has not played yet. shard: `2/4` is the second of four."""
    part, parts = map(int, shard.split("/"))
    seeds = range(first + part - 1, end, parts)
    played = int(done.read_text().split()[0]) if done and done.is_file() else first - 1
    return (seed for seed in seeds if seed > played)


def main(words: Sequence[str]) -> int:
    """Plays evenings; the number of those that failed."""
    parser = argparse.ArgumentParser(description="Plays simulated evenings of a club.")
    parser.add_argument("first", type=int)
    parser.add_argument("end", type=int, nargs="?", help="the first seed that is not played")
    parser.add_argument("--shard", default="1/1", metavar="N/OF", help="play every OF-th, beginning with the N-th")
    parser.add_argument("--log", type=Path, metavar="FILE", help="note the last seed there, and go on from it")
    given = parser.parse_args(words)
    from simulated_evening import plan, play

    logging.disable(logging.CRITICAL)
    began, count, failed = time.monotonic(), 0, 0
    for seed in find_seeds(given.first, given.end or given.first + 1, given.shard, given.log):
        count += 1
        if play(plan(seed)):
            failed += 1
            print(describe(seed), flush=True)
        if given.log and count % 100 == 0:
            given.log.write_text(f"{seed} {failed}\n")
    print(f"{count} evenings, {failed} failed, {time.monotonic() - began:.0f} s")
    return failed


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
    sys.exit(min(1, main(sys.argv[1:])))
