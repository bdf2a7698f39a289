"""The object that hands over the Urban War rulebook, and its game for benchmarks."""

from collections.abc import Sequence
from pathlib import Path

from tablecam.base.i18n import Message
from tablecam.rules.books.book import Book, DemoGame
from tablecam.rules.books.plain_setup import shot_by_check
from tablecam.rules.books.rule_rows import RuleRow, read_rows
from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.books.urban_war.advice.options import RINGS, advice
from tablecam.rules.books.urban_war.advice.questions import question_advice
from tablecam.rules.books.urban_war.board import OWN_ORDERS, board
from tablecam.rules.books.urban_war.force_files import build_game_setup
from tablecam.rules.books.urban_war.imported_force import UrbanWarRosterForces
from tablecam.rules.books.urban_war.measurements import UrbanWarSightReading
from tablecam.rules.books.urban_war.result import measure_strength, read_deed, read_scores, result_view
from tablecam.rules.books.urban_war.rules.action_events import Activated
from tablecam.rules.books.urban_war.rules.codes import MATERIALS
from tablecam.rules.books.urban_war.rules.rulebook import RETIRED_RULES, URBAN_WAR, new_game
from tablecam.rules.books.urban_war.rules.state import Order, State
from tablecam.rules.books.urban_war.rules.turn_events import OrdersGiven
from tablecam.rules.books.urban_war.table_facts import UrbanWarTableFacts
from tablecam.rules.books.urban_war.wording.glossary import GLOSSARY
from tablecam.rules.books.urban_war.wording.house_rule_labels import house_rules
from tablecam.rules.books.urban_war.wording.wording import UrbanWarPhrases
from tablecam.rules.books.views import TerrainMaterial
from tablecam.rules.casualty_levels import SCORING
from tablecam.rules.event import evolve
from tablecam.table.snapshot import Snapshot

RIFLE = {"name": "rifle", "short": {"strength": 5}, "medium": {"strength": 5}, "long": {"strength": 4}}
CARDS = {"rifleman": {"weapons": [RIFLE]}}


def build_watched_game(snapshot: Snapshot, mover: str, waiting: Sequence[str]) -> State:
    """The state of that game, between the sides of the snapshot; all models are riflemen."""
    ids = [(model.model.id, model.model.side) for model in snapshot.models]
    sides = {
        side: [{"id": name, "card": "rifleman"} for name, model_side in ids if model_side == side]
        for _name, side in ids
    }
    state = new_game({"cards": CARDS, "sides": sides, "deployed": True})
    enemy = state.other(snapshot.model(mover).model.side)
    orders = dict.fromkeys(waiting, Order.OVERWATCH.value)
    for event in (OrdersGiven(seat=enemy, orders=orders), Activated(model=mover)):
        state = evolve(state, event)
    return state


BATTLE = Scenario(
    "battle",
    Message("Plain battle"),
    Message("Two teams on a table of any size: hidden orders, until one side is gone or gives up."),
)
# the models of the demonstration's table in a starter team, and their cards
DEMO_PROFILES = {
    "brandt": "urban-war/harbour-watch/watch-captain",
    "ida": "urban-war/harbour-watch/constable",
    "lund": "urban-war/harbour-watch/constable",
    "moss": "urban-war/harbour-watch/constable",
    "stone": "urban-war/harbour-watch/shield-bearer",
    "vik": "urban-war/harbour-watch/boat-gunner",
    "mother": "urban-war/tunnel-kin/old-mother",
    "gruff": "urban-war/tunnel-kin/digger",
    "pit": "urban-war/tunnel-kin/digger",
    "shale": "urban-war/tunnel-kin/digger",
    "swift": "urban-war/tunnel-kin/runner",
    "anvil": "urban-war/tunnel-kin/walker",
}


def demo() -> DemoGame:
    """The two starter teams against each other."""
    return DemoGame(
        forces={"red": "harbour_watch", "blue": "tunnel_kin"},
        setup={"deployed": True},
        profiles=DEMO_PROFILES,
        hardy={"T": 10, "W": 1000},
        watched=build_watched_game,
    )


def rows() -> tuple[RuleRow, ...]:
    """The clauses of the book that are played."""
    return read_rows(Path(__file__).parent / "rows.toml")


URBAN_WAR_BOOK = Book(
    system=URBAN_WAR,
    title=Message("Urban War, second edition"),
    seats=("red", "blue"),
    phrases=UrbanWarPhrases(),
    facts=UrbanWarTableFacts(),
    board=board,
    result=result_view,
    hidden_title=OWN_ORDERS,
    # no text: a code; hits in contact have checks of other names
    shot=shot_by_check("to hit"),
    scoring=SCORING,
    scores=read_scores,
    strength=measure_strength,
    read_deed=read_deed,
    forces=UrbanWarRosterForces(),
    build_setup=build_game_setup,
    setup_keys=("deployed", "terrain", "table_in", *RETIRED_RULES),
    house_rules=house_rules,
    materials=tuple(TerrainMaterial(id, material.title, material.pattern) for id, material in MATERIALS.items()),
    rings=RINGS,
    advice=advice,
    question_advice=question_advice,
    sight_reading=UrbanWarSightReading(),
    demo=demo,
    rows=rows,
    glossary=GLOSSARY,
    scenarios=(BATTLE,),
)
