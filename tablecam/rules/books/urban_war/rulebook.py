"""The object that hands over the Urban War rulebook."""

from pathlib import Path

from tablecam.base.i18n import Message
from tablecam.rules.books.book import Book, DemoGame
from tablecam.rules.books.plain_setup import shot_by_check
from tablecam.rules.books.rule_rows import RuleRow, read_rows
from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.books.urban_war.advice.advice import RINGS, advice
from tablecam.rules.books.urban_war.advice.questions import question_advice
from tablecam.rules.books.urban_war.board import OWN_ORDERS, board
from tablecam.rules.books.urban_war.forces.reader import UrbanWarForces, build_game_setup
from tablecam.rules.books.urban_war.forces.switches import house_rules
from tablecam.rules.books.urban_war.result import result_view
from tablecam.rules.books.urban_war.rules.materials import MATERIALS
from tablecam.rules.books.urban_war.rules.rulebook import URBAN_WAR
from tablecam.rules.books.urban_war.table.reading import UrbanWarSightReading
from tablecam.rules.books.urban_war.table.table_facts import UrbanWarTableFacts
from tablecam.rules.books.urban_war.watched_game import build_watched_game
from tablecam.rules.books.urban_war.wording.glossary import GLOSSARY
from tablecam.rules.books.urban_war.wording.wording import UrbanWarPhrases
from tablecam.rules.books.views import TerrainMaterial

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
    club_events=True,
    forces=UrbanWarForces(),
    build_setup=build_game_setup,
    setup_keys=("deployed", "terrain", "table_in"),
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
