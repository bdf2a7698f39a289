"""How clauses become a line that can be read aloud."""

from duel import DUEL, Moved

from tablecam.game.game import Game
from tablecam.game.log import BoundaryLine, EventLine, GameLine, GameLog, InMemory
from tablecam.game.transcript import sentence, transcript
from tablecam.rules.event import Event
from tablecam.rules.sentence import Sentence
from tablecam.rules.system import AS_WRITTEN, Wording

SETUP = {"red": ["ann"], "blue": ["bob"]}


def told(event: Event) -> Sentence:
    return Sentence(getattr(event, "model", "somebody"), f"has {type(event).__name__.lower()}")


# words for whatever happens
TALKATIVE = Wording(told, str.upper)


def test_clauses_of_one_subject_share_it() -> None:
    told = [Sentence("Ann", "moves"), Sentence("Ann", "shoots"), Sentence("Ann", "hits"), Sentence("Bob", "panics")]
    assert sentence(told) == "Ann moves, shoots and hits; Bob panics"


def test_what_happens_again_at_once_is_counted_and_a_heading_is_not_said_twice() -> None:
    assert sentence([Sentence("Ann", "loses a step")] * 2) == "Ann loses a step twice"
    thrice = [Sentence("Ann", "moves"), *[Sentence("Ann", "loses a step")] * 3]
    assert sentence(thrice) == "Ann moves and loses a step 3 times"
    log = GameLog()
    log.append(GameLine(game="duel", setup=SETUP, seats=("red", "blue")))
    log.append(BoundaryLine(boundary="a has moved"))
    log.append(EventLine(event=Moved(model="a", length_in=2.0).record()))
    assert transcript(DUEL, log, Wording(told, str)).splitlines()[2:] == ["1. a has moved"]


def test_after_a_reason_the_subject_is_named_again() -> None:
    told = [Sentence("Ann", "looks"), Sentence("Ann", "cannot: Ann is tired", closes=True), Sentence("Ann", "moves")]
    assert sentence(told) == "Ann looks and cannot: Ann is tired; Ann moves"


def test_clauses_without_a_subject_stand_alone() -> None:
    assert sentence([Sentence("", "it rains"), Sentence("", "it pours")]) == "it rains; it pours"


def test_an_aside_is_left_out_unless_nothing_else_was_told() -> None:
    aside = Sentence("Ann", "is done", aside=True)
    assert sentence([Sentence("Ann", "moves"), aside]) == "Ann moves"
    assert sentence([aside]) == "Ann is done"
    assert sentence([]) == ""


def test_without_the_words_of_a_rulebook_events_are_told_as_they_write_themselves() -> None:
    moved = Moved(model="ann", length_in=2.0)
    assert str(AS_WRITTEN.told(moved)) == str(moved) == "Moved model=ann length_in=2.0"


def test_what_the_umpire_corrects_is_told_in_the_words_of_the_rulebook() -> None:
    game = Game.begin(DUEL, SETUP, InMemory())
    game.correct(Moved(model="ann", length_in=2.0), "forgotten")
    text = transcript(DUEL, game.log, TALKATIVE)
    assert "umpire corrects: ann has moved (forgotten)" in text
    assert "2. ORDERS OF TURN 1: -" in text


def test_procedures_of_one_name_and_one_clause_each_are_one_line_and_longer_ones_are_not() -> None:
    log = GameLog()
    log.append(GameLine(game="duel", setup=SETUP, seats=("red", "blue")))
    for name, models in (("deploy", "a"), ("deploy", "b"), ("move", "ab"), ("move", "cd")):
        log.append(BoundaryLine(boundary=name))
        for model in models:
            log.append(EventLine(event=Moved(model=model, length_in=2.0).record()))
    assert transcript(DUEL, log, TALKATIVE).splitlines()[2:] == [
        "1. DEPLOY: a has moved; b has moved",
        "2. MOVE: a has moved; b has moved",
        "3. MOVE: c has moved; d has moved",
    ]
