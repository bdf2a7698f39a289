"""Everything that can happen is told as a clause that can be read aloud, and a whole game as a text."""

import random
import re

import pytest
from skirmish import setup

from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.playthrough import autoplay
from tablecam.game.transcript import transcript
from tablecam.rules.books.urban_war.force_files import find_force, read_force
from tablecam.rules.books.urban_war.rulebook import URBAN_WAR_BOOK
from tablecam.rules.books.urban_war.rules.action_events import (
    ActionChosen,
    ActionEnded,
    ActionHalted,
    Activated,
    CommandChecked,
    FollowUpBegan,
    FollowUpDeclared,
    Moved,
    Panicked,
    Passed,
    Rallied,
    Shocked,
)
from tablecam.rules.books.urban_war.rules.attack_events import (
    ArmourRolled,
    Attacked,
    Charged,
    CombatDecided,
    CoverRolled,
    DamageRolled,
    Disengaged,
    Engaged,
    FoughtBack,
    HalfWoundsSeen,
    Removed,
    ShieldAimed,
    ShotEvaded,
    ShotFired,
    ShotLost,
    Struck,
    TargetNamed,
    Wounded,
)
from tablecam.rules.books.urban_war.rules.cards import build_setup
from tablecam.rules.books.urban_war.rules.rulebook import EVENTS, URBAN_WAR, new_game
from tablecam.rules.books.urban_war.rules.turn_events import (
    Deployed,
    DeploymentOrdered,
    EdgeChosen,
    EvadeTried,
    GameEnded,
    InterceptFellShort,
    MarkerPlaced,
    OrdersGiven,
    ReactionAnnounced,
    ReactionAttempted,
    ReactionSucceeded,
    ReactionVoid,
    RolledOff,
    StarterChosen,
    TerrainPlaced,
    TurnBegan,
    TurnEnded,
    WithdrawalDecided,
)
from tablecam.rules.books.urban_war.wording.names import build_names
from tablecam.rules.books.urban_war.wording.wording import UrbanWarPhrases
from tablecam.rules.event import Event

NAMES = build_names(new_game(setup("ann abe", "bob cat")))
SHOT = {"model": "cat", "target": "ann", "kind": "shot"}
CHARGE = {"model": "cat", "target": "ann", "kind": "charge"}

SAID: list[tuple[Event, str]] = [
    (TerrainPlaced(piece="the long wall", by="red"), "Red places the long wall"),
    (
        RolledOff(purpose="table side", faces={"red": 1, "blue": 3}, winner="blue"),
        "Red rolls 1 and Blue rolls 3 for the table side: Blue wins",
    ),
    (
        RolledOff(purpose="initiative", faces={"red": 9, "blue": 9}),
        "Red rolls 9 and Blue rolls 9 for initiative: a tie",
    ),
    (EdgeChosen(by="blue", edge="near"), "Blue picks the near edge"),
    (DeploymentOrdered(first="red"), "Red deploys first"),
    (Deployed(model="ann", depth_in=4.44), "Ann stands 4.4 in from the edge"),
    (Deployed(model="ann"), "Ann is deployed"),
    (StarterChosen(first="red", game=True), "Red goes first"),
    (TurnBegan(turn=2), "turn 2 begins"),
    (
        OrdersGiven(seat="red", orders={"ann": "overwatch", "abe": "snap-fire"}),
        "Red gives overwatch to Ann and snap-fire to Abe",
    ),
    (OrdersGiven(seat="red", orders={"ann": "overwatch", "abe": "overwatch"}), "Red gives overwatch to Ann and Abe"),
    (
        OrdersGiven(seat="blue", orders={"cat": "overwatch"}, opened=("bob",)),
        "Blue gives overwatch to Cat and face-up snap-fire to Bob",
    ),
    (OrdersGiven(seat="blue"), "Blue gives no more orders"),
    (Activated(model="ann"), "Ann is activated"),
    (Passed(seat="red"), "Red activates nobody"),
    (FollowUpDeclared(model="ann"), "Ann declares a follow-up"),
    (FollowUpBegan(model="ann"), "Ann acts again"),
    (ActionChosen(model="ann", action="move+shoot"), "Ann chooses to move and shoot"),
    (ActionChosen(model="ann", action="charge"), "Ann chooses to charge"),
    (ActionChosen(model="ann", action="nothing"), "Ann does nothing"),
    (Moved(model="ann", length_in=3.37, kind="move"), "Ann moves 3.4 in"),
    (Moved(model="ann", length_in=0.04, kind="rush"), "Ann stays where it is"),
    (Moved(model="ann", length_in=0.0, kind="move"), "Ann stays where it is"),
    (Moved(model="ann", length_in=7.0, kind="charge bob"), "Ann charges 7 in towards Bob"),
    (Moved(model="ann", length_in=7.0, kind="charge"), "Ann charges 7 in towards the enemy"),
    (Moved(model="ann", length_in=5.0, kind="break off"), "Ann moves 5 in, breaking off"),
    (Moved(model="ann", length_in=4.0, kind="evade"), "Ann moves 4 in, evading"),
    (Moved(model="cat", length_in=8.0, kind="intercept"), "Cat moves 8 in to intercept"),
    (Moved(model="cat", length_in=8.0, kind="swum"), "Cat moves 8 in"),
    (ActionHalted(model="ann", why="intercepted by cat", intercepted=True), "Ann stops: intercepted by Cat"),
    (ActionEnded(model="ann"), "Ann is done"),
    (
        CommandChecked(model="cat", kind="disruption shot", faces=(8, 9), total=22, passed=True),
        "Cat passes the command check for a disruption shot",
    ),
    (
        CommandChecked(model="ann", kind="panic check", faces=(2, 3), total=13, passed=False),
        "Ann fails the command check against panic",
    ),
    (
        CommandChecked(model="ann", kind="courage", faces=(2, 3), total=13, passed=False),
        "Ann fails the command check for courage",
    ),
    (Rallied(model="ann"), "Ann rallies"),
    (Rallied(model="ann", at_once=True), "Ann rallies at once"),
    (Panicked(model="ann", why="a friend was lost"), "Ann panics: a friend was lost"),
    (Panicked(model="ann"), "Ann panics"),
    (Shocked(model="ann"), "Ann is shocked"),
    (ReactionAnnounced(**SHOT), "Cat wants to shoot at Ann from overwatch"),
    (ReactionAnnounced(**CHARGE), "Cat wants to charge Ann from overwatch"),
    (ReactionVoid(model="cat", kind="shot", why="cat does not see ann"), "Cat cannot: Cat does not see Ann"),
    (ReactionAttempted(**SHOT), "Cat tries to break in with a shot at Ann"),
    (ReactionAttempted(**CHARGE), "Cat tries to break in with a charge at Ann"),
    (ReactionSucceeded(model="cat"), "Cat breaks in"),
    (InterceptFellShort(model="cat"), "Cat falls short"),
    (EvadeTried(model="bob", passed=True), "Bob evades"),
    (EvadeTried(model="bob", passed=False), "Bob stays"),
    (MarkerPlaced(marker="portal to abe", by="ann"), "Ann places a portal to Abe"),
    (MarkerPlaced(marker="portal to abe"), "a portal to Abe is placed"),
    (TurnEnded(turn=2), "turn 2 is over"),
    (WithdrawalDecided(side="red", withdraws=True), "Red withdraws"),
    (WithdrawalDecided(side="red", withdraws=False), "Red fights on"),
    (GameEnded(winner="blue", why="red is destroyed"), "Blue wins: Red is destroyed"),
    (
        GameEnded(winner="", why="both sides are destroyed: a draw"),
        "nobody wins: both sides are destroyed: a draw",
    ),
    (
        TargetNamed(shooter="ann", target="bob", weapon="Carbine", band="medium"),
        "Ann shoots at Bob with the Carbine at medium range",
    ),
    (
        TargetNamed(shooter="ann", target="bob", weapon="grenade", band="short", speculative=True),
        "Ann fires speculatively at Bob with the grenade at short range",
    ),
    (ShotLost(shooter="ann"), "Ann loses the shot"),
    (ShotEvaded(target="bob"), "Bob is no longer where the shot falls"),
    (ShotFired(shooter="ann", target="bob", faces=(7,), hits=0), "Ann misses Bob"),
    (ShotFired(shooter="ann", target="bob", faces=(9,), hits=1), "Ann hits Bob"),
    (ShotFired(shooter="ann", target="bob", faces=(3, 8, 9), hits=2), "Ann hits Bob 2 times"),
    (ShotFired(shooter="ann", target="bob", faces=(3, 2), hits=0), "Ann misses Bob"),
    (
        Struck(striker="ann", target="bob", weapon="Pickaxe", faces=(5,), hits=1),
        "Ann strikes at Bob with the Pickaxe: a hit",
    ),
    (
        Struck(striker="ann", target="bob", weapon="bare hands", faces=(5,), hits=0),
        "Ann strikes at Bob with bare hands: a miss",
    ),
    (ArmourRolled(model="bob", faces=(7,), stopped=1), "Bob stops 1 hit with heavy armour"),
    (ArmourRolled(model="bob", faces=(1, 2), stopped=0), "Bob stops no hit with heavy armour"),
    (DamageRolled(model="bob", faces=(4,), wounds=0), "nothing gets through to Bob"),
    (DamageRolled(model="bob", faces=(4, 9), wounds=1), "1 gets through to Bob"),
    (DamageRolled(model="bob", faces=(9, 9), wounds=2), "2 get through to Bob"),
    (
        CoverRolled(model="bob", material="flimsy", faces=(8, 9), saved=2),
        "Bob saves 2 wounds by cover",
    ),
    (Wounded(model="bob"), "Bob loses 1 wound"),
    (Wounded(model="bob", wounds=2), "Bob loses 2 wounds"),
    (HalfWoundsSeen(model="bob"), "Bob is down to half wounds"),
    (Removed(model="bob"), "Bob is taken off the table"),
    (ShieldAimed(model="bob", enemy="ann"), "Bob turns the battleshield against Ann"),
    (Engaged(model="ann", enemies=("bob", "cat")), "Ann comes into base contact with Bob and Cat"),
    (Disengaged(model="ann", enemies=("bob",)), "Ann leaves contact with Bob"),
    (Charged(models=("ann",)), "Ann counts as charging"),
    (Charged(models=("ann", "bob")), "Ann and Bob count as charging"),
    (Attacked(attacker="ann", defender="bob", fights_back=True), "Ann attacks Bob: Bob fights back"),
    (Attacked(attacker="ann", defender="bob", fights_back=False), "Ann attacks Bob: Bob does not fight back"),
    (FoughtBack(model="bob", enemy="ann"), "Bob has struck back at Ann"),
    (
        CombatDecided(loser="bob", hits={"ann": 1, "bob": 0}),
        "Bob loses the close combat (hits: Ann 1, Bob 0)",
    ),
    (
        CombatDecided(loser="", hits={"ann": 1, "bob": 1}),
        "neither loses the close combat (hits: Ann 1, Bob 1)",
    ),
]


@pytest.mark.parametrize(("event", "clause"), SAID, ids=[type(event).__name__ for event, _ in SAID])
def test_an_event_is_a_plain_clause(event: Event, clause: str) -> None:
    assert str(event.sentence(NAMES)) == clause


def test_every_event_has_its_words_and_is_told_above() -> None:
    assert not [name for name, kind in EVENTS.items() if kind.sentence is Event.sentence]
    assert {type(event) for event, _ in SAID} == set(EVENTS.values())


def test_orders_that_a_side_may_not_know_stay_hidden_in_words() -> None:
    laid = OrdersGiven(seat="blue", orders={"bob": "overwatch", "cat": "snap-fire"})
    seen = laid.get_visible_event("red")
    assert seen is not None
    assert str(seen.sentence(NAMES)) == "Blue gives hidden orders to Bob and Cat"


def test_whoever_is_not_known_is_called_as_written() -> None:
    assert str(Activated(model="passer-by").sentence(NAMES)) == "passer-by is activated"


def test_an_activation_is_headed_by_its_side_and_other_procedures_by_their_names() -> None:
    assert UrbanWarPhrases().title_step("activation by red", NAMES) == "Red"
    assert UrbanWarPhrases().title_step("follow-up of ann", NAMES) == "Follow-up of Ann"
    assert UrbanWarPhrases().title_step("marker phase of turn 2", NAMES) == "Marker phase of turn 2"


@pytest.mark.slow
def test_a_whole_game_reads_as_a_text(golden) -> None:
    forces = {"red": read_force(find_force("harbour_watch")), "blue": read_force(find_force("tunnel_kin"))}
    tags = {side.capitalize(): file.force.name for side, file in forces.items()}
    game = Game.begin(URBAN_WAR, build_setup({side: file.force for side, file in forces.items()}), InMemory(), tags)
    for _ in autoplay(game, random.Random(7).randrange):
        pass
    text = transcript(URBAN_WAR, game.log, URBAN_WAR_BOOK.wording(game.state))
    # no event as it writes itself, and no answer without its sum
    assert not re.search(r"\w=", text)
    assert text.count(" = ") > 30
    golden("transcripts/urban_war_seed7.txt", text)
