"""Writes the corpus: `python -m tests.golden.sight.make`; read the diff.

A scene enters only when exact projection and dense rays agree on it, and both with what was worked out by hand. One
that does not is named with all figures, and nothing is written.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.golden.sight.telling import Asked, ByHand, Family, Story
from tests.oracles import best_eye, projection, rays
from tests.oracles.scene import Facts, Obstruction, Question, Scene, read_question, read_scene, verdict

HERE = Path(__file__).resolve().parent
FORMAT = "tablecam line of sight 1"
MOST_IN_A_FILE = 12
WIDTH = 160
PLACES = 8

# what the answers of one scene and of the same one moved may differ by
SAME = 2e-6

# what hand and projection may differ by besides the corners that stand for a curve: rounding of both
HAND_TOLERANCE = 1e-8
# a figure from projection alone must be known this well
MOST_SLACK = 2.5e-7
# the search for the best point of a base ends within this
BEST_TOLERANCE = 2e-5
# nearer to a limit the last digits of a float would decide
CLEAR_OF_LIMITS = 1e-5


def main() -> int:
    """Builds every family, complains of what does not agree, and writes where nothing does."""
    files, faults, scenes = {}, [], []
    for number, family in enumerate(families(), 1):
        built = [_scene(story, faults) for story in family.stories]
        if len(built) > MOST_IN_A_FILE:
            faults.append(f"{family.name} has {len(built)} scenes; {MOST_IN_A_FILE} fit in a file")
        record = {"format": FORMAT, "family": family.name, "about": family.about, "scenes": built}
        files[f"{number:02d}-{family.name}.json"] = laid_out(record) + "\n"
        scenes += built
    faults += _twins(scenes) + _changed(scenes)
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 1
    _write(files)
    return 0


def families() -> Iterator[Family]:
    """Every family, in the order of the modules of `stories`."""
    for path in sorted((HERE / "stories").glob("*.py")):
        yield from import_module(f"tests.golden.sight.stories.{path.stem}").FAMILIES


def _write(files: Mapping[str, str]) -> None:
    for old in HERE.glob("*.json"):
        if old.name not in files:
            old.unlink()
    for name, text in files.items():
        (HERE / name).write_text(text, encoding="utf-8")
    scenes = sum(text.count('"story":') for text in files.values())
    print(f"{scenes} scenes in {len(files)} files")


def _twins(scenes: list[dict[str, Any]]) -> list[str]:
    """No two scenes of one id or one sentence."""
    ids, told = [scene["id"] for scene in scenes], [scene["story"] for scene in scenes]
    return [f"twice: {each}" for each in {*ids, *told} if max(ids.count(each), told.count(each)) > 1]


def _changed(scenes: list[dict[str, Any]]) -> list[str]:
    """A scene that is another one, moved, has the other's answers."""
    answers = {scene["id"]: [_figures(question) for question in scene["questions"]] for scene in scenes}
    pairs = [(scene["id"], scene["same_as"]) for scene in scenes if "same_as" in scene]
    return [
        f"{moved} is not as {other}"
        for moved, other in pairs
        for here, there in zip(answers[moved], answers[other], strict=True)
        if here.keys() != there.keys() or any(abs(here[key] - there[key]) > SAME for key in here)
    ]


def _figures(question: Mapping[str, Any]) -> dict[str, float]:
    expected = question["expected"]
    listed = {each["name"]: each for each in expected.get("obstructions", ())}
    figures = {key: expected[key] for key in ("visible", "visible_past_terrain") if key in expected}
    figures |= {f"{name} hidden": each["hidden"] for name, each in listed.items()}
    return figures | {f"{name} distance_in": each["distance_in"] for name, each in listed.items()}


def _scene(story: Story, faults: list[str]) -> dict[str, Any]:
    models, terrain = list(story.models), list(story.terrain)
    scene = read_scene({"models": models, "terrain": terrain})
    questions = [_question(story, scene, asked, faults) for asked in story.questions]
    told = {"id": story.id, "story": story.story} | ({"same_as": story.same_as} if story.same_as else {})
    return told | {"models": models, "terrain": terrain, "questions": questions}


def _question(story: Story, scene: Scene, asked: Asked, faults: list[str]) -> dict[str, Any]:
    record = {"viewer": asked.viewer, "target": asked.target, "blocking": list(asked.blocking), "eye": asked.eye}
    where = f"{story.id} ({asked.viewer} at {asked.target})"
    question = read_question(record)
    hand = {} if asked.by_hand is None else {"by_hand": asked.by_hand.why}
    if question.best_of_base:
        visible = _best(where, scene, question, asked.by_hand, faults)
        judged = {"line_of_sight": verdict(visible, ())["line_of_sight"]}
        return record | {"expected": {"visible": visible} | hand, "verdict": judged}
    expected = _expected(where, scene, question, asked.by_hand, faults)
    return record | {"expected": expected | hand, "verdict": _verdict(where, expected, faults)}


def _expected(
    where: str, scene: Scene, question: Question, by_hand: ByHand | None, faults: list[str]
) -> dict[str, Any]:
    exact, dense = projection.sighting(scene, question), rays.sighting(scene, question, many=True)
    values, measured = _values(exact), _values(dense)
    wanted = {} if by_hand is None else _worked_out(by_hand, exact)
    for key in sorted(values.keys() | measured.keys() | wanted.keys()):
        here, there = values.get(key, 0.0), measured.get(key, 0.0)
        if abs(here - there) > exact.slack + dense.slack:
            faults.append(f"{where}: {key}: projection {here:.8f}, rays {there:.6f}")
        if key in wanted and abs(here - wanted[key]) > exact.slack + HAND_TOLERANCE:
            faults.append(f"{where}: {key}: by hand {wanted[key]:.9f}, projection {here:.9f}, rays {there:.6f}")
        if key not in wanted and exact.slack > MOST_SLACK:
            faults.append(f"{where}: {key}: known only to {exact.slack:.1e}; work it out by hand")
    faults += _distances_apart(where, exact, dense)
    values = {key: round(value, PLACES) for key, value in (values | wanted).items()}
    listed = [
        {
            "name": each.name,
            "kind": each.kind,
            "material": each.material,
            "distance_in": round(each.distance_in, 6),
            "hidden": values[each.name],
        }
        for each in exact.obstructions
        if values[each.name] > 0
    ]
    return {
        "visible": values["visible"],
        "visible_past_terrain": values["visible_past_terrain"],
        "obstructions": listed,
    }


def _values(facts: Facts) -> dict[str, float]:
    shares = {each.name: each.hidden for each in facts.obstructions}
    return {"visible": facts.visible, "visible_past_terrain": facts.visible_past_terrain} | shares


def _worked_out(by_hand: ByHand, exact: Facts) -> dict[str, float]:
    """What was worked out, with what follows from it: a lone obstruction hides all that is hidden."""
    wanted = {"visible": by_hand.visible, **by_hand.hidden}
    if by_hand.past_terrain is not None:
        wanted["visible_past_terrain"] = by_hand.past_terrain
    elif all(each.kind == "terrain" for each in exact.obstructions):
        wanted["visible_past_terrain"] = by_hand.visible
    if len(exact.obstructions) == 1:
        wanted.setdefault(exact.obstructions[0].name, 1 - by_hand.visible)
    return wanted


def _distances_apart(where: str, exact: Facts, dense: Facts) -> list[str]:
    measured = {each.name: each.distance_in for each in dense.obstructions}
    return [
        f"{where}: {each.name}: distance {each.distance_in:.6f}, sampled {measured[each.name]:.6f}"
        for each in exact.obstructions
        if abs(each.distance_in - measured.get(each.name, each.distance_in)) > 2e-5
    ]


def _best(where: str, scene: Scene, question: Question, by_hand: ByHand | None, faults: list[str]) -> float:
    """The best share from any point of the base: found by projection, never beaten by rays."""
    viewer = scene.model(question.viewer)
    found, eye = best_eye.best_view(viewer, lambda point: projection.visible_from(scene, question, point, 512))
    if abs(rays.visible_from(scene, question, eye) - found) > rays.TOLERANCE:
        faults.append(f"{where}: best view {found:.6f} from {eye}, rays {rays.visible_from(scene, question, eye):.6f}")
    tried = max(rays.visible_from(scene, question, point) for point in best_eye.points_on(viewer))
    if tried > found + rays.TOLERANCE:
        faults.append(f"{where}: best view {found:.6f} by projection, but {tried:.6f} by rays")
    if by_hand is None:
        faults.append(f"{where}: a best view must be worked out by hand")
        return found
    if abs(by_hand.visible - found) > BEST_TOLERANCE:
        faults.append(f"{where}: best view {by_hand.visible:.6f} by hand, {found:.6f} by search from {eye}")
    return round(by_hand.visible, PLACES)


def _verdict(where: str, expected: Mapping[str, Any], faults: list[str]) -> dict[str, Any]:
    obstructions = [Obstruction(**each) for each in expected["obstructions"]]
    limits = [expected["visible"] - 0.25]
    limits += [each.hidden - 0.005 for each in obstructions if each.kind == "terrain"]
    limits += [each.distance_in - 1.0 for each in obstructions if each.kind == "terrain"]
    if min(map(abs, limits)) < CLEAR_OF_LIMITS:
        faults.append(f"{where}: a limit is met to {min(map(abs, limits)):.1e}: the last digits would decide")
    return verdict(expected["visible"], obstructions)


def laid_out(value: Any, indent: int = 0) -> str:
    """JSON that a person reads: what fits on a line stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = " " * (indent + 1)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_nested(each, indent, key)}" for key, each in value.items()]
        opening, closing = "{", "}"
    else:
        parts = [laid_out(each, indent + 1) for each in value]
        opening, closing = "[", "]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(parts) + f"\n{' ' * indent}{closing}"


def _nested(value: Any, indent: int, key: str) -> str:
    fits = len(json.dumps(value, ensure_ascii=False)) + indent + len(key) + 5 <= WIDTH
    return json.dumps(value, ensure_ascii=False) if fits else laid_out(value, indent + 1)


if __name__ == "__main__":
    sys.exit(main())
