"""The demo's table can be played on: its models are those of the two starter forces."""

from pathlib import Path

import pytest

from tablecam.commands.drawn_table import make_company
from tablecam.commands.paper_table import PaperTable
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.urban_war.force_files import find_force, read_force
from tablecam.sensing.camera.synthetic.camera import write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene, two_forces

SCENE = two_forces(960, 540, company=make_company(BOOKS.usual))


@pytest.mark.parametrize(("side", "force"), [("red", "harbour_watch"), ("blue", "tunnel_kin")])
def test_each_member_of_a_starter_force_is_there_with_its_side_and_its_card(side: str, force: str) -> None:
    listed = read_force(find_force(force)).force
    models = SCENE.roster.by_id
    assert {model.id for model in SCENE.roster.models if model.side == side} == {each.id for each in listed.members}
    for member in listed.members:
        card = member.card.lower().replace(" ", "-")
        assert models[member.id].profile == f"urban-war/{force.replace('_', '-')}/{card}"
        assert models[member.id].name.startswith(member.card)


def test_the_table_folder_of_the_demo_knows_everyone_in_a_game_of_the_two(tmp_path: Path) -> None:
    write_table_folder(SCENE, tmp_path)
    members = [
        each.id for name in ("harbour_watch", "tunnel_kin") for each in read_force(find_force(name)).force.members
    ]
    assert PaperTable(tmp_path, BOOKS.usual).strangers(members) == []


def test_who_is_in_a_force_stands_where_it_stands_in_the_crowd_and_wears_the_same_tag() -> None:
    crowd = demo_scene(960, 540, company=make_company(BOOKS.usual))
    for model in SCENE.roster.models:
        assert crowd.roster.by_id[model.id] == model
        assert crowd.spots[model.id] == SCENE.spots[model.id]
