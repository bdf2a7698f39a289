"""Odds are computed once for the same state, arguments and steps, and again for any other."""

from dataclasses import dataclass, field

from tablecam.rules.known_odds import remembered
from tablecam.rules.steps import playing


@dataclass(frozen=True)
class Scene:
    """A state that has no hash."""

    models: list[str]


@dataclass(frozen=True)
class Edition:
    steps: dict[str, object] = field(default_factory=dict)


class Counted:
    """Odds that count how often they are computed."""

    def __init__(self) -> None:
        self.computed = 0

        @remembered
        def find(
            scene: Scene, model: str, weapons: list[str], *, aimed: bool = False
        ) -> tuple[int, str, list[str], bool]:
            self.computed += 1
            return len(scene.models), model, weapons, aimed

        self.find = find


def test_the_same_question_is_computed_once_though_its_arguments_have_no_hash() -> None:
    odds, scene = Counted(), Scene(["ann", "bob"])
    first = odds.find(scene, "ann", ["rifle"])
    assert odds.find(scene, "ann", ["rifle"]) is first
    assert (odds.computed, first) == (1, (2, "ann", ["rifle"], False))


def test_another_argument_or_another_state_is_another_question() -> None:
    odds, scene = Counted(), Scene(["ann"])
    found = [
        odds.find(scene, "ann", ["rifle"]), odds.find(scene, "ann", ["knife"]), odds.find(scene, "bob", ["rifle"]),
        odds.find(scene, "ann", ["rifle"], aimed=True), odds.find(Scene(["ann"]), "ann", ["rifle"]),
    ]  # fmt: skip
    assert odds.computed == len(found)
    assert [(weapons, model, aimed) for _models, model, weapons, aimed in found] == [
        (["rifle"], "ann", False),
        (["knife"], "ann", False),
        (["rifle"], "bob", False),
        (["rifle"], "ann", True),
        (["rifle"], "ann", False),
    ]


def test_two_functions_do_not_share_their_odds() -> None:
    one, other, scene = Counted(), Counted(), Scene([])
    one.find(scene, "ann", [])
    other.find(scene, "ann", [])
    assert (one.computed, other.computed) == (1, 1)


def test_another_edition_has_odds_of_its_own() -> None:
    odds, scene = Counted(), Scene([])
    odds.find(scene, "ann", [])
    with playing(Edition({"shoot": len})):
        odds.find(scene, "ann", [])
        odds.find(scene, "ann", [])
    odds.find(scene, "ann", [])
    assert odds.computed == 2
