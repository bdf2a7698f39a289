"""The acts of the organiser on the rounds of an event: tables, drafts, published rounds, results, the clock.

Clause: UW-TG Second & Subsequent Round Pairing (P6, P8), Score Cards (CARD), Time Limits (TIME).
"""

from dataclasses import replace

from tablecam.base.i18n import Message
from tablecam.club.act import PLAYER, ActTable, Field, Form, reason
from tablecam.club.event.sign_up_commands import CommandPayload
from tablecam.club.event.umpired_games import UmpiredResult, fill_card
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Layout, Pair
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.round_drafts import (
    layout_of,
    move_pair,
    replace_player,
    seat_player,
    swap_players,
    swapped,
)
from tablecam.club.tournament.schedule import LONGEST_MIN, PlannedRound
from tablecam.club.tournament.scoring import Side

ROUND_ACTS: ActTable[ClubEvent] = ActTable()
act, add = ROUND_ACTS.act, ROUND_ACTS.add


def _read_sides(payload: CommandPayload, key: str) -> tuple[Side, Side]:
    sides = [_read_side(replace(payload, values=side.values, where=side.where)) for side in payload.records(key)]
    if len(sides) != 2:
        raise payload.fault(key, "must be both players with their losses", f"{len(sides)} sides")  # no text
    return sides[0], sides[1]


def _read_side(payload: CommandPayload) -> Side:
    lost, bonus = payload.whole("lost", 0), payload.whole("bonus", 0)
    values = {str(key): value for key, value in payload.numbered("values").items() if value}
    return Side(payload.text("player"), lost, payload.yes("withdrew"), payload.yes("conceded"), bonus, values)


def _read_seconds(payload: CommandPayload, key: str) -> int:
    return int(payload.number(key))


def _read_umpired(payload: CommandPayload, key: str) -> tuple[int, UmpiredResult]:
    game = payload.whole(key)
    if payload.umpired is None:
        raise payload.fault(key, "must be one of this database, and none is kept here", game)  # no text
    return game, payload.umpired(game)


def _read_plan(payload: CommandPayload, key: str) -> tuple[PlannedRound, ...]:
    if not payload.values.get(key):
        return ()
    return tuple(PlannedRound(entry.whole("minutes"), entry.whole("pause", 0)) for entry in payload.records(key))


# before a round

add(
    "tables",
    ClubEvent.set_tables,
    tables=Field(read=CommandPayload.wholes),
    pinned=Field(read=CommandPayload.numbered),
    reason=Field(label=Message("Why? (optional)")),
)
ROUNDS_FORM = Form(
    Message("Number of rounds"),
    lead=Message(
        "By the guide, rounds continue until only one player has won every game. Any other number needs a "
        "reason. To end the event, set the number of rounds already drawn."
    ),
)
LESS, MORE = Message("One round less"), Message("One round more")
add(
    "rounds",
    ClubEvent.set_rounds,
    command="rounds",
    help="Sets the number of rounds instead of the guide's (N2); the number drawn so far ends the event.",
    form=ROUNDS_FORM,
    rounds=Field(argument="NUMBER", label=Message("Rounds"), least=1, most=12, less=LESS, more=MORE),
    reason=reason(Message("the club closes early"), Message("there is time for more"), needed=True),
)

# a draft

EASIER_SEAT = Message("a seat that is easier to reach")
WHY_MOVE = reason(EASIER_SEAT, Message("the table is not ready"), Message("they played there last time"), needed=True)
WHY_SWAP = reason(
    Message("they arrive together"),
    Message("they met last week"),
    Message("they are brothers"),
    EASIER_SEAT,
    needed=True,
)
SWAP_FORM = Form(hint=Message("The round then counts as changed by hand; the reason covers all your changes to it."))
WHY_REMEDY = reason(Message("there is no other way"), Message("the players agree"), needed=True)
REMEDY_FORM = Form(
    hint=Message("It becomes the draft, marked as changed by hand, with the clauses that it breaks."),
    submit=Message("Draft this round"),
)
END_FORM = Form(hint=Message("No further rounds are drawn. This can be undone."), submit=Message("End the event"))

add("draft", ClubEvent.draft)
add("drop_draft", ClubEvent.drop_draft)
add("publish", ClubEvent.publish)
add("remedy", ClubEvent.draft_remedy, form=REMEDY_FORM, reason=WHY_REMEDY)


@act()
def by_hand(
    event: ClubEvent,
    pairs: tuple[Pair, ...] = (),
    byes: tuple[str, ...] = (),
    sitting_out: tuple[str, ...] = (),
    tables: tuple[int, ...] = (),
    reason: str = "",
) -> ClubEvent:
    """Drafts a round of the organiser's own (P8)."""
    return event.draft_by_hand(Layout(pairs, byes, sitting_out), reason, tables)


@act(form=SWAP_FORM, reason=WHY_SWAP)
def swap(event: ClubEvent, one: str, other: str, reason: str = "") -> ClubEvent:
    """Swaps two players; the tables of the draft stay."""
    drafted = event.drafted()
    return event.draft_by_hand(swapped(layout_of(drafted), one, other), reason or drafted.reason, drafted.tables)


@act(reason=WHY_MOVE)
def move(event: ClubEvent, table: int, to: int, reason: str = "") -> ClubEvent:
    """Moves a pair to another table; a pair that was there takes theirs."""
    drafted = event.drafted()
    if table not in drafted.tables:
        raise TournamentRefusal(Message("nobody plays at table {table} in this draft", table=table), "T0")
    tables = tuple({table: to, to: table}.get(number, number) for number in drafted.tables)
    return event.draft_by_hand(layout_of(drafted), reason or drafted.reason, tables)


@act(form=END_FORM, reason=WHY_REMEDY)
def end(event: ClubEvent, reason: str = "") -> ClubEvent:
    """Ends the event with the rounds that are drawn."""
    return event.set_rounds(event.state.event.number, reason)


# a published round

WHY_REPAIR = reason(
    Message("came late"), Message("has not come"), Message("a mistake in the pairing"), EASIER_SEAT, needed=True
)
REPAIR_FORM = Form(
    hint=Message(
        "Cards, phones and the projector update at once. The log records the reason and the clauses that the "
        "round then breaks."
    ),
    submit=Message("Change the round"),
)


@act(form=REPAIR_FORM, reason=WHY_REPAIR)
def repair_swap(event: ClubEvent, one: str, other: str, reason: str = "") -> ClubEvent:
    """Lets two players change places."""
    return event.repair(lambda state, by: swap_players(state, one, other, by, reason))


@act(reason=WHY_MOVE)
def repair_move(event: ClubEvent, table: int, to: int, reason: str = "") -> ClubEvent:
    """Moves the pair at a table to another one."""
    return event.repair(lambda state, by: move_pair(state, table, to, by, reason))


@act(form=REPAIR_FORM, reason=WHY_REPAIR)
def repair_seat(event: ClubEvent, player: str, opponent: str = "", reason: str = "") -> ClubEvent:
    """Seats a late arrival against a player without a game, by default the one with the bye."""
    return event.repair(lambda state, by: seat_player(state, player, by, reason, opponent))


@act(form=REPAIR_FORM, reason=WHY_REPAIR)
def repair_replace(event: ClubEvent, absent: str, player: str, leaves: bool = False, reason: str = "") -> ClubEvent:
    """Lets a player play in place of an absent one, who leaves the event or sits out."""
    return event.repair(
        lambda state, by: replace_player(state, absent, player, by, reason, leaves=leaves), absent if leaves else ""
    )


# results

ROLL_OFF_FORM = Form(lead=Message("They roll, highest first. Tap them in the order of their rolls."))
WHY_CLEAR = reason(Message("both players report again"), Message("a typing error"), needed=True)

add("correct", ClubEvent.correct, number=Field(key="round"), sides=Field(read=_read_sides))
add(
    "confirm",
    ClubEvent.confirm,
    command="confirm",
    help="Confirms for PLAYER the score card that the opponent, or a tracked game, has filled in.",
    who=PLAYER,
)
add(
    "withdraw",
    ClubEvent.withdraw_report,
    command="withdraw",
    help="Takes back the report of PLAYER, as long as the opponent has not reported.",
    who=PLAYER,
)
add(
    "clear",
    ClubEvent.clear_card,
    command="clear",
    help="Clears the open score card of PLAYER's game, so that both players report again.",
    reason=WHY_CLEAR,
)
add(
    "roll_off",
    ClubEvent.roll_off,
    command="roll-off",
    help="Settles a shared place by a roll-off between PLAYERS, the winner first (S2).",
    form=ROLL_OFF_FORM,
    order=Field(argument="PLAYERS", read=CommandPayload.texts),
)
add("call_judge", ClubEvent.call_judge)
add("take_call", ClubEvent.take_call)


@act(sides=Field(read=_read_sides))
def report(event: ClubEvent, sides: tuple[Side, Side]) -> ClubEvent:
    """Reports a result."""
    return event.report(*sides)


@act()
def concede(event: ClubEvent, player: str, opponent: str = "", lost: int = 0, withdrew: bool = False) -> ClubEvent:
    """Concedes a game for a player; lost: the opponent's real losses (C1)."""
    return event.concede(player, Side(opponent, lost, withdrew) if opponent else None)


@act(game=Field(read=_read_umpired))
def fill(event: ClubEvent, player: str, game: tuple[int, UmpiredResult], side: str) -> ClubEvent:
    """Fills in a player's card from an umpired game, in which the player had that side."""
    return fill_card(event, player, side, *game)


# the clock

LENGTH_FORM = Form(
    Message("Length of rounds"),
    lead=Message(
        "This applies from now on, and to the current round if its clock has not started. More than {minutes} "
        "minutes need a reason.",
        minutes=LONGEST_MIN,
    ),
)
SHORTER, LONGER = Message("Five minutes less"), Message("Five minutes more")
SCHEDULE_FORM = Form(
    Message("Plan the evening"),
    lead=Message(
        "Players see the schedule on their phones. Each round’s clock gets its length; you still start it yourself."
    ),
)

add("start", ClubEvent.start_clock)
add("pause", ClubEvent.pause_clock)
add("resume", ClubEvent.resume_clock)
add("extend", ClubEvent.extend_clock, seconds=Field(read=_read_seconds))
add("settle_jump", ClubEvent.settle_jump)
add(
    "length",
    ClubEvent.set_round_length,
    form=LENGTH_FORM,
    minutes=Field(label=Message("Minutes"), least=5, step=5, less=SHORTER, more=LONGER),
    reason=reason(Message("the club closes early"), Message("large forces")),
)


@act(form=SCHEDULE_FORM, rounds=Field(read=_read_plan), reason=reason(Message("large forces"), needed=True))
def schedule(event: ClubEvent, start: str = "", rounds: tuple[PlannedRound, ...] = (), reason: str = "") -> ClubEvent:
    """Plans the rounds and their breaks from a start such as `18:30`; without both there is no plan any more."""
    return event.set_schedule(start, rounds, reason)
