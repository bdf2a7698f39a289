"""Every log event of a club event has its sentence."""

from gettext import NullTranslations

import pytest

from tablecam.base.i18n import speaking
from tablecam.club.event.audit_text import describe_line, describe_log_event
from tablecam.club.event.log import KINDS, ClubLine, read, write
from tablecam.club.tournament.club_events import (
    CardCleared,
    CardFilled,
    CardReported,
    ClockExtended,
    ClockJumpSettled,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClubLogEvent,
    DraftDropped,
    ForceListed,
    NightOpened,
    ReportWithdrawn,
    RoundDrafted,
    RoundLengthSet,
    WallClockJumped,
)
from tablecam.club.tournament.conduct import JudgeCalled, JudgeCallTaken, PrizeVoteClosed, PrizeVoted, PrizeVoteOpened
from tablecam.club.tournament.entrant import Entrant, Violation
from tablecam.club.tournament.evening_settings import (
    EveningArchived,
    EveningCancelled,
    EventRenamed,
    ForceCounted,
    ForceRenamed,
    PlacePrizeSet,
    PlayerRenamed,
    ScenarioSet,
    SeatReserved,
)
from tablecam.club.tournament.events import (
    BookChosen,
    EventOpened,
    GameCorrected,
    GameReported,
    PairingChosen,
    PenaltyLifted,
    PlaceRolledOff,
    PlayerDropped,
    PlayerEntered,
    PlayerPenalised,
    PlayerReinstated,
    PlayersKeptApart,
    PlayersLetMeet,
    PointsGranted,
    PresenceMarked,
    RoundDrawn,
    RoundRepaired,
    RoundsSet,
    TableDescribed,
    TablesSet,
    TableWished,
    TieBreaksChosen,
)
from tablecam.club.tournament.forces import ForceLine, ForceList
from tablecam.club.tournament.going_public import EveningAnnounced, GameReleased, HallNamesSet, PlayerShown
from tablecam.club.tournament.schedule import PlannedRound, Schedule, ScheduleSet
from tablecam.club.tournament.scoring import ScoreReport, Side
from tablecam.club.tournament.sign_up_list import CardKeyed, MarksSet, SignUpSet, WaitingListJoined, WaitingListLeft
from tablecam.club.tournament.team_pairing import (
    NominationWithdrawn,
    TeamFormed,
    TeamNominated,
    TeamPairingRestarted,
    TeamsDrawn,
)
from tablecam.club.tournament.warbands import GameCarried, WarbandChanged
from tablecam.rules.campaign import Gain
from tablecam.rules.event_scoring import WIN_DRAW_LOSS, pin

NAMES = {"a": "Ann", "b": "Bob", "c": "Cat", "d": "Dan"}
SIDES = (Side("a", 3), Side("b", 9, withdrew=True, bonus=2))
DRAWN = RoundDrawn(
    number=2, rounds=3, seed=7, stack=("a", "b", "c", "d"), pairs=(("a", "b"),), tables=(4,), byes=("c",)
)
BY_HAND = RoundDrawn(
    number=2, rounds=3, seed=7, stack=("a", "b", "d"), pairs=(("a", "b"),), tables=(4,), sitting_out=("d",),
    edited=True, breaches=(Violation("P2", ("a", "b")),), by="TO", reason="they asked",
)  # fmt: skip
LIST = ForceList.with_totals("Night Ferry", "", (ForceLine("Deckhand", 90, 6),))

BEFORE_THE_EVENING: list[tuple[ClubLogEvent, str]] = [
    (SignUpSet(open=True, places=1), "sign-up is open; 1 place; check-in at the desk only"),
    (SignUpSet(check_in=True), "sign-up is closed; any number of places; check-in by phone"),
    (WaitingListJoined(entrant=Entrant("e", "Eve", "", 9)), "Eve (e) waits for a place"),
    (WaitingListLeft(player="a"), "Ann no longer waits for a place"),
    (
        SignUpSet(open=True, approval=True),
        "sign-up is open, with approval; any number of places; check-in at the desk only",
    ),
    (CardKeyed(player="a", key="k"), "the card of Ann has a new code"),
    (HallNamesSet(shown=True), "projector and tables show the names of all players"),
    (HallNamesSet(shown=False), "projector and tables show a number for each player who has not agreed to the name"),
    (MarksSet(player="a", paid=True, list_approved=True), "Ann has paid, and the list is approved"),
    (MarksSet(player="a", paid=True, list_approved=False), "Ann has paid"),
    (MarksSet(player="a", paid=False, list_approved=True), "the list of Ann is approved"),
    (MarksSet(player="a", paid=False, list_approved=False), "Ann has not paid, and the list is not approved"),
    (PresenceMarked(player="a", presence="here"), "Ann is here"),
    (PresenceMarked(player="a", presence="late"), "Ann will be late"),
    (PresenceMarked(player="a", presence="absent"), "Ann is absent"),
    (PresenceMarked(player="a", presence=""), "nobody knows whether Ann is here"),
]
SAID = [
    *BEFORE_THE_EVENING,
    (NightOpened(title="Friday"), "opens Friday: forces of 300 points, rounds of 80 minutes"),
    (EventOpened(seed=7), "every draw follows from the seed 7"),
    (PlayerEntered(entrant=Entrant("a", "Ann", "junkers", 9)), "enters Ann (a), junkers, 9 models"),
    (
        PlayerEntered(entrant=Entrant("a", "Ann", "", 9), granted=(0, 12)),
        "enters Ann (a), no faction, 9 models, late, with 12 points granted",
    ),
    (
        RoundRepaired(
            number=2,
            stack=("a", "b", "c"),
            pairs=(("a", "c"),),
            tables=(4,),
            byes=("b",),
            by="TO",
            reason="a late train",
        ),
        "changes the published round 2, made by hand: Ann against Cat at table 4, Bob has the bye",
    ),
    (PlayerDropped(player="a"), "Ann leaves the event"),
    (PlayerReinstated(player="a"), "Ann is back"),
    (ForceListed(player="a", force=LIST), "the list of Ann: Night Ferry, 6 models, 90 points"),
    (TablesSet(tables=(1, 2), pinned=(("a", 2),)), "tables 1 and 2, table 2 reserved for Ann"),
    (PlayersKeptApart(players=("a", "b")), "Ann and Bob are kept apart"),
    (PlayersKeptApart(players=("a", "b"), last_round=1), "Ann and Bob are kept apart in round 1"),
    (PlayersKeptApart(players=("a", "b"), hard=False), "Ann and Bob are kept apart where possible"),
    (
        PlayersKeptApart(players=("a", "b", "c"), last_round=2, hard=False),
        "Ann, Bob and Cat are kept apart up to round 2 where possible",
    ),
    (TableDescribed(table=4, terrain="ruins", camera=True), "table 4: ruins, with a camera"),
    (TableDescribed(table=4, terrain="ruins"), "table 4: ruins"),
    (TableDescribed(table=4), "table 4 has nothing of note"),
    (TableWished(player="a", camera=True), "Ann wishes for a table: with a camera"),
    (TableWished(player="a"), "Ann no longer wishes for a table"),
    (PlayersLetMeet(players=("a", "b")), "Ann and Bob may meet again"),
    (PairingChosen(way="round-robin", by="TO"), "the event is paired by round-robin"),
    (RoundsSet(rounds=1, by="TO", reason="late"), "the event has 1 round"),
    (PlaceRolledOff(order=("b", "a")), "a roll-off decides a shared place: Bob and Ann"),
    (RoundDrafted(draft=DRAWN), "drafts round 2: Ann against Bob at table 4, Cat has the bye"),
    (
        BY_HAND,
        (
            "publishes round 2, made by hand: Ann against Bob at table 4, Dan sits out; it breaks 1: "
            "Ann meets Bob again, against UW-TG Second & Subsequent Round Pairing (P2)"
        ),
    ),
    (DraftDropped(number=2), "drops the draft of round 2"),
    (
        GameReported(number=1, sides=SIDES),
        "round 1 is reported: Ann lost 3, Bob lost 9, withdrew and scored a bonus of 2",
    ),
    (
        GameCorrected(number=1, sides=SIDES, drawn_since=(2, 3), by="TO", reason="misread"),
        "round 1 is corrected: Ann lost 3, Bob lost 9, withdrew and scored a bonus of 2; rounds 2 and 3 as published",
    ),
    (
        CardFilled(number=1, table=4, sides=(Side("a"), Side("b")), source="game 12"),
        "game 12 fills in the card of table 4: Ann lost 0, Bob lost 0",
    ),
    (
        CardReported(number=1, table=4, report=ScoreReport("a", Side("b", 9, conceded=True), Side("a", 3))),
        "Ann reports from table 4: Bob lost 9 and conceded, Ann lost 3",
    ),
    (JudgeCalled(number=1, table=4, player="a", time=9.0), "Ann asks for a judge at table 4"),
    (
        JudgeCalled(number=1, table=4, player="a", time=9.0, text="Does smoke block?"),
        "Ann asks for a judge at table 4: Does smoke block?",
    ),
    (EventRenamed(title="Saturday"), "the event is now called Saturday"),
    (PlayerRenamed(player="a", new_name="Anne"), "the player with the ID a is now called Anne"),
    (ForceRenamed(player="a", new_name="Watch"), "the force list of Ann is now called Watch"),
    (ForceCounted(player="a", models=9), "the force of Ann has 9 models"),
    (EveningCancelled(cancelled=True, reason="illness"), "the evening is cancelled"),
    (EveningCancelled(cancelled=False), "the evening takes place after all"),
    (EveningArchived(archived=True), "the event is archived"),
    (ScenarioSet(number=2, scenario="Breakthrough"), "the scenario of round 2 is Breakthrough"),
    (PlacePrizeSet(place=1, prize="50 pounds"), "the prize for place 1 is 50 pounds"),
    (SeatReserved(guest="Zoe", reserved=True), "a place is kept for Zoe"),
    (TieBreaksChosen(tie_breaks=("wins", "opponents")), "the tie-breaks are games won and points of all opponents"),
    (
        GameCarried(player="a", number=1, source="game 3", gains=(Gain("tock", "Tock", "dents"),)),
        "the warband of Ann has 1 entry from game 3",
    ),
    (WarbandChanged(player="a", model="Tock", counter="dents", amount=-1), "the warband of Ann: Tock, dents -1"),
    (BookChosen(book="urr", title="Urr", scoring=pin(WIN_DRAW_LOSS, {})), "the event plays Urr"),
    (TieBreaksChosen(tie_breaks=()), "the tie-break is the guide’s"),
    (JudgeCallTaken(number=1, table=4), "a judge has taken the call from table 4"),
    (ReportWithdrawn(number=1, table=4, player="a"), "Ann takes back the report from table 4"),
    (CardCleared(number=1, table=4, reason="a slip"), "clears the card of table 4"),
    (ClockStarted(time=0), "starts the clock"),
    (ClockPaused(time=0), "pauses the clock"),
    (ClockResumed(time=0), "resumes the clock"),
    (ClockExtended(seconds=60), "everybody has 60 seconds more"),
    (ClockExtended(seconds=-60, table=4), "table 4 has 60 seconds less"),
    (RoundLengthSet(minutes=60), "rounds last 60 minutes"),
    (
        WallClockJumped(jump_s=10800.2, time=0),
        "the clock of this computer was set forward by 3:00:00; the round keeps its time",
    ),
    (
        WallClockJumped(jump_s=-2.5, time=0),
        "the clock of this computer was set back by 0:00:02; the round keeps its time",
    ),
    (ClockJumpSettled(taken=False), "keeps the time that the round has left"),
    (ClockJumpSettled(taken=True), "lets the round end by the new time of the computer"),
    (
        ScheduleSet(schedule=Schedule("18:30", (PlannedRound(80, 15), PlannedRound(60, 10)))),
        ("plans the evening: round 1 from 18:30 to 19:50, then a break of 15 minutes; round 2 from 20:05 to 21:05"),
    ),
    (ScheduleSet(schedule=Schedule()), "takes the schedule back"),
    (
        PairingChosen(way="swiss", cut=8, doubles=True),
        "the event is paired by swiss, with a top cut of 8, in teams of two",
    ),
    (PointsGranted(player="a", rounds=(1, 2), points=(12, 0)), "Ann is granted 12 points for missed rounds"),
    (
        PlayerPenalised(player="a", card="yellow", points=4, by="TO", reason="x"),
        "Ann has a yellow card and 4 points less",
    ),
    (PlayerPenalised(player="a", card="red", by="TO", reason="x"), "Ann has a red card"),
    (PlayerPenalised(player="a", points=1, by="TO", reason="x"), "Ann has 1 point less"),
    (PenaltyLifted(player="a", number=2, by="TO"), "penalty 2 of Ann is taken back"),
    (PrizeVoteOpened(prize="Best painted"), "players may vote: Best painted"),
    (PrizeVoteClosed(prize="Best painted"), "the vote is closed: Best painted"),
    (PrizeVoted(prize="Best painted", voter="a", player="b"), "Ann has voted: Best painted"),
    (EveningAnnounced(day="2026-05-15", place="Town Hall"), "the evening is on 2026-05-15, Town Hall"),
    (EveningAnnounced(day="2026-05-15"), "the evening is on 2026-05-15"),
    (EveningAnnounced(place="Town Hall"), "the evening is at Town Hall"),
    (EveningAnnounced(), "the evening has no date yet"),
    (PlayerShown(player="a", shown=True), "Ann allows their name on the club’s pages"),
    (PlayerShown(player="a", shown=False), "Ann does not allow their name on the club’s pages"),
    (GameReleased(number=2, player="b", released=True), "Bob releases the replay of round 2"),
    (GameReleased(number=2, player="b", released=False), "Bob no longer releases the replay of round 2"),
    (TeamFormed(team="Foxes", players=("a", "b")), "the team Foxes: Ann and Bob"),
    (TeamFormed(team="Foxes", players=()), "the team Foxes is dissolved"),
    (
        TeamsDrawn(number=2, stack=("Foxes", "Owls", "Elks"), pairs=(("Foxes", "Owls"),), byes=("Elks",)),
        "draws the teams of round 2: Foxes against Owls and Elks has the bye",
    ),
    (
        TeamNominated(number=2, team="Foxes", opponent="Owls", step=1, players=("a", "b")),
        "Foxes nominates 2 players",
    ),
    (NominationWithdrawn(number=2, team="Foxes", step=1), "Foxes takes its nomination back"),
    (TeamPairingRestarted(number=2, teams=("Foxes", "Owls")), "Foxes and Owls pair their players again"),
]


@pytest.mark.parametrize(("log_event", "sentence"), SAID, ids=lambda each: type(each).__name__)
def test_what_happened_is_told(log_event, sentence: str) -> None:
    assert str(describe_log_event(log_event, NAMES)) == sentence


@pytest.mark.parametrize("log_event", [log_event for log_event, _ in SAID], ids=lambda each: type(each).__name__)
def test_what_happened_is_read_back_from_the_log_as_it_was_written(log_event: ClubLogEvent) -> None:
    assert read(write(ClubLine("TO", "2026-05-01", (log_event,))), 1).did == (log_event,)


def test_nothing_that_can_happen_is_left_out() -> None:
    assert {type(log_event) for log_event, _ in SAID} == set(KINDS.values())


def test_a_reason_stands_behind_what_was_done_for_it() -> None:
    line = ClubLine("TO", "", (CardCleared(number=1, table=4, reason="a slip"), RoundDrafted(draft=BY_HAND)))
    assert describe_line(line, NAMES).startswith("clears the card of table 4 (a slip); drafts round 2, made by hand")
    assert describe_line(line, NAMES).endswith("(they asked)")


def test_what_was_taken_back_and_done_again_is_told_by_its_lines() -> None:
    assert describe_line(ClubLine("TO", "", undone=(8,)), NAMES) == "takes back line 8"
    assert describe_line(ClubLine("TO", "", undone=(8, 9)), NAMES) == "takes back lines 8 and 9"
    assert describe_line(ClubLine("TO", "", redone=10), NAMES) == "redoes what line 10 took back"


def test_a_log_from_before_violations_had_codes_reads_as_it_was_written() -> None:
    text = (
        '{"did":[{"name":"RoundDrawn","number":2,"rounds":3,"seed":7,"stack":["a","b"],"pairs":[["a","b"]],"tables":[4],'
        '"edited":true,"breaches":["Ann meets Bob again, against UW-TG (P2)"],"by":"TO","reason":"they asked"}],'
        '"by":"TO","at":"2026-05-01T18:00:00.000+00:00"}'
    )
    line = read(text, 5)
    assert write(line) == text
    assert "it breaks 1: Ann meets Bob again, against UW-TG (P2) (they asked)" in describe_line(line, NAMES)


def test_a_violation_is_kept_as_a_code_with_its_players() -> None:
    text = write(ClubLine("TO", "2026-05-01", (BY_HAND,)))
    assert '"breaches":[{"row":"P2","players":["a","b"]}]' in text
    assert read(text, 1).did == (BY_HAND,)


def test_the_audit_is_in_the_language_of_its_reader() -> None:
    class Shouted(NullTranslations):
        def gettext(self, message: str) -> str:
            return message.upper().replace("{PLAYER}", "{player}")

    with speaking(Shouted()):
        assert str(describe_log_event(PlayerDropped(player="a"), NAMES)) == "Ann LEAVES THE EVENT"
