"""Which tag is whose: given by a card, changed over, taken away; nobody wears another's."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import usual_forces
from tablecam.rules.books.urban_war.force_files import STARTERS
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.roster_step import BASES, RosterCard, RosterStep, base_called, base_name, keep_force
from tablecam.setup.setup_files import SetupState
from tablecam.setup.unassigned_tags import TagPair
from tablecam.storage.models_toml import read_roster
from tablecam.storage.table_folder import read_folder
from tablecam.table.miniature import Circle

BOTH = {"red": "harbour_watch", "blue": "tunnel_kin"}


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def path(folder: Callable[..., Path]) -> Path:
    return folder("camera.yaml", "table.toml")


@pytest.fixture
def step(path: Path, told: list[str]) -> RosterStep:
    step = RosterStep(path, SetupState(path), lambda: told.append("saved"), BOOKS.usual)
    step.choose(BOTH, usual_forces(BOOKS.usual, path))
    return step


@pytest.fixture
def cards(step: RosterStep, path: Path) -> dict[str, RosterCard]:
    return {card.id: card for card in step.cards(usual_forces(BOOKS.usual, path))}


def give(step: RosterStep, card: RosterCard, tag: int) -> None:
    step.assign(card, tag, Circle(32.0), 24.0, 1.3)


def test_the_cards_are_those_of_the_two_forces(cards: dict[str, RosterCard]) -> None:
    assert len(cards) == 12
    assert cards["brandt"].name == "Watch Captain Brandt"
    assert [str(badge) for badge in cards["brandt"].badges] == ["Commander"]
    assert cards["mother"].name == "Old Mother"
    assert cards["mother"].side == "blue"
    assert cards["lund"].profile == "urban-war/harbour-watch/constable"


def test_which_forces_play_is_known_after_a_restart(step: RosterStep, path: Path) -> None:
    assert RosterStep(path, SetupState(path), lambda: None, BOOKS.usual).chosen == BOTH


def test_a_card_gets_a_tag_and_the_folder_can_be_read(
    step: RosterStep, cards: dict[str, RosterCard], path: Path, told: list[str]
) -> None:
    give(step, cards["ida"], 12)
    (model,) = read_folder(path).roster.models
    assert (model.id, model.name, model.side, model.tag) == ("ida", "Constable Ida", "red", 12)
    assert model.tag_size_mm == pytest.approx(19.2)
    assert model.tag_offset_mm == (0.0, -28.5)
    assert (model.tag_height_mm, model.height_in) == (1.2, 1.3)
    assert told == ["saved"]


def test_a_tag_that_two_would_wear_is_refused(step: RosterStep, cards: dict[str, RosterCard]) -> None:
    give(step, cards["ida"], 12)
    with pytest.raises(SetupRefusal, match="tag 12 already belongs to Constable Ida"):
        give(step, cards["lund"], 12)
    with pytest.raises(SetupRefusal, match="reference tag"):
        give(step, cards["lund"], 40)
    assert [model.id for model in step.models] == ["ida"]


def test_a_model_gets_another_tag_or_other_sizes_in_its_place(step: RosterStep, cards: dict[str, RosterCard]) -> None:
    give(step, cards["ida"], 12)
    give(step, cards["lund"], 13)
    step.assign(cards["ida"], 14, Circle(40.0), 20.0, 1.5)
    assert [(model.id, model.tag) for model in step.models] == [("ida", 14), ("lund", 13)]
    assert step.models[0].base == Circle(40.0)


def test_what_stands_there_is_another_model(step: RosterStep, cards: dict[str, RosterCard]) -> None:
    give(step, cards["ida"], 12)
    step.transfer_tag("ida", cards["pit"])
    (model,) = step.models
    assert (model.id, model.side, model.tag) == ("pit", "blue", 12)


def test_two_that_were_mistaken_for_each_other_change_over(step: RosterStep, cards: dict[str, RosterCard]) -> None:
    give(step, cards["ida"], 12)
    step.assign(cards["anvil"], 13, Circle(60.0), 20.0, 2.4)
    step.transfer_tag("ida", cards["anvil"])
    by_id = {model.id: model for model in step.models}
    assert (by_id["ida"].tag, by_id["ida"].base, by_id["ida"].side) == (13, Circle(60.0), "red")
    assert (by_id["anvil"].tag, by_id["anvil"].base, by_id["anvil"].side) == (12, Circle(32.0), "blue")


def test_a_tag_is_taken_away(step: RosterStep, cards: dict[str, RosterCard], path: Path) -> None:
    give(step, cards["ida"], 12)
    step.remove_tag("ida")
    assert read_roster(path / "models.toml").models == ()
    with pytest.raises(SetupRefusal, match="ida has no tag"):
        step.remove_tag("ida")


def test_the_other_side_of_the_table_takes_its_models_along(
    step: RosterStep, cards: dict[str, RosterCard], path: Path
) -> None:
    give(step, cards["ida"], 12)
    step.choose({"red": "tunnel_kin", "blue": "harbour_watch"}, usual_forces(BOOKS.usual, path))
    assert step.models[0].side == "blue"


def test_two_forces_with_the_same_model_are_refused(step: RosterStep, path: Path) -> None:
    with pytest.raises(SetupRefusal, match="in both forces"):
        step.choose({"red": "harbour_watch", "blue": "harbour_watch"}, usual_forces(BOOKS.usual, path))
    assert step.chosen == BOTH


@pytest.mark.parametrize(
    ("base", "tag_mm", "height_in"), [("5", 24, 1.2), ("900", 24, 1.2), ("32", 2, 1.2), ("32", 24, 0.0), ("x", 24, 1)]
)
def test_sizes_of_nothing_on_a_table_are_refused(
    step: RosterStep, cards: dict[str, RosterCard], base: str, tag_mm: float, height_in: float
) -> None:
    with pytest.raises(Exception, match=r"choose|write"):
        step.assign(cards["ida"], 12, base_called(base), tag_mm, height_in)
    assert step.models == ()


def test_every_base_that_is_offered_has_a_name_that_means_it() -> None:
    for offered in BASES:
        assert base_name(base_called(str(offered["base"]))) == offered["base"]


def force_files(name: str = "night_ferry") -> dict[str, str]:
    force = (STARTERS / "harbour_watch.toml").read_text(encoding="utf-8")
    cards = (STARTERS / "harbour_watch_cards.toml").read_text(encoding="utf-8")
    return {f"{name}.toml": force.replace("harbour_watch_cards", f"{name}_cards"), f"{name}_cards.toml": cards}


def test_a_force_of_ones_own_is_kept_in_the_folder(path: Path) -> None:
    name, file = keep_force(path, force_files(), BOOKS.usual)
    assert name == "night_ferry"
    assert len(file.force.members) == 6
    assert "night_ferry" in usual_forces(BOOKS.usual, path)


def test_a_force_that_is_there_is_replaced_only_when_that_is_said(path: Path) -> None:
    keep_force(path, force_files(), BOOKS.usual)
    with pytest.raises(SetupRefusal, match="already exists") as refused:
        keep_force(path, force_files(), BOOKS.usual)
    assert getattr(refused.value, "code", "") == "already-there"
    keep_force(path, force_files(), BOOKS.usual, instead=True)


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"a.toml": "", "b.toml": ""},
        {"a_cards.toml": ""},
        {"../a.toml": ""},
        {"A B.toml": ""},
        {"a.toml": "x" * 70_000},
        {"a.toml": 'name = "A"\ncards = ["../../etc/passwd"]'},
        {"a.toml": 'name = "A"\ncards = ["b_cards.toml"]\nmodels = []'},
        {"a.toml": "= ="},
    ],
)
def test_a_force_that_cannot_be_played_is_refused_and_not_kept(path: Path, files: dict[str, str]) -> None:
    with pytest.raises((BadFile, SetupRefusal)) as refused:
        keep_force(path, files, BOOKS.usual)
    assert "/tmp" not in str(refused.value)
    assert not (path / "forces").exists()


def test_a_model_may_wear_two_tags_and_one_again(step: RosterStep, cards: dict[str, RosterCard], path: Path) -> None:
    give(step, cards["ida"], 21)
    usual = step.models[0]
    apart_mm = -2 * usual.tag_offset_mm[1]
    step.add_second("ida", TagPair(21, 22, apart_mm + 0.8, "ida"))
    (both,) = read_roster(path / "models.toml").models
    assert both.tags == (21, 22)
    assert both.offsets_mm == (usual.tag_offset_mm, (0.0, -usual.tag_offset_mm[1]))
    with pytest.raises(SetupRefusal, match="tag 22 already belongs to"):
        give(step, cards["lund"], 22)
    # other sizes take no tag away
    step.assign(cards["ida"], 21, Circle(28.5), 24.0, 1.5)
    assert step.models[0].tags == (21, 22)
    step.drop_second("ida")
    assert step.models[0].tags == (21,)
    # the tag that it has is the one before its base, on a tray that nobody printed here
    step.add_second("ida", TagPair(20, 21, 80.0, "ida"))
    assert step.models[0].tags == (21, 20)
    assert step.models[0].offsets_mm == ((0.0, 40.0), (0.0, -40.0))
    with pytest.raises(SetupRefusal, match="do not lie like the tags of one tray"):
        step.add_second("ida", TagPair(30, 31, 80.0))
