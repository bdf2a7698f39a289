"""The acts of the organiser on the rounds of an event: tables, drafts, published rounds, results, the clock.

    event = rounds(event, 4, reason="the club closes early")

What the guide does not allow raises TournamentRefusal.

Clause: UW-TG Second & Subsequent Round Pairing (P6, P8), Score Cards (CARD), Time Limits (TIME).
"""

from dataclasses import replace
from typing import Annotated

from tablecam.base.i18n import Message
from tablecam.club.act import PLAYER, ActTable, Field, Form, Reason, reason
from tablecam.club.event.payload import CommandPayload
from tablecam.club.event.umpired_games import fill_card
from tablecam.club.tournament.clock import LONGEST_MIN
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.drafting import layout_of, swapped
from tablecam.club.tournament.entrant import Layout, Pair
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.repairing import move_pair, replace_player, seat_player, swap_players
from tablecam.club.tournament.schedule import PlannedRound
from tablecam.club.tournament.scoring import Side
from tablecam.rules.books.urban_war.result import GameResult

ROUND_ACTS: ActTable[ClubEvent] = ActTable()
act = ROUND_ACTS.act


def _read_sides(payload: CommandPayload, key: str) -> tuple[Side, Side]:
    sides = [_read_side(replace(payload, values=side.values, where=side.where)) for side in payload.records(key)]
    if len(sides) != 2:
        raise payload.fault(key, "must be both players with their losses", f"{len(sides)} sides")  # no text
    return sides[0], sides[1]


def _read_side(payload: CommandPayload) -> Side:
    lost, bonus = payload.whole("lost", 0), payload.whole("bonus", 0)
    return Side(payload.text("player"), lost, payload.yes("withdrew"), payload.yes("conceded"), bonus)


def _read_seconds(payload: CommandPayload, key: str) -> int:
    return int(payload.number(key))


def _read_umpired(payload: CommandPayload, key: str) -> tuple[int, GameResult]:
    game = payload.whole(key)
    if payload.umpired is None:
        raise payload.fault(key, "must be one of this database, and none is kept here", game)  # no text
    return game, payload.umpired(game)


def _read_plan(payload: CommandPayload, key: str) -> tuple[PlannedRound, ...]:
    if not payload.values.get(key):
        return ()
    return tuple(PlannedRound(entry.whole("minutes"), entry.whole("pause", 0)) for entry in payload.records(key))


Sides = Annotated[tuple[Side, Side], Field(read=_read_sides)]


# before a round

WHY_OTHER_ROUNDS = reason(Message("the club closes early"), Message("there is time for more"), needed=True)


@act("tables")
def set_tables(
    event: ClubEvent,
    tables: tuple[int, ...] = (),
    pinned: Annotated[dict[str, int], Field()] = {},  # noqa: B006 - read only
    reason: Annotated[str, Field(label=Message("Why? (optional)"))] = "",
) -> ClubEvent:
    """Sets the tables in use from the next round on; pinned: the table kept for a player (T6)."""
    return event.set_tables(tables, pinned, reason)


@act(
    "rounds",
    command="rounds",
    form=Form(
        Message("Number of rounds"),
        lead=Message(
            "By the guide, as many as it takes until only one player has won every game. Another number needs a reason;"
            " the number drawn so far ends the event."
        ),
    ),
)
def set_rounds(
    event: ClubEvent,
    rounds: Annotated[
        int,
        Field(
            argument="NUMBER", label=Message("Rounds"), least=1, most=12,
            less=Message("One round less"), more=Message("One round more"),
        ),
    ],
    reason: Annotated[str, WHY_OTHER_ROUNDS] = "",
) -> ClubEvent:  # fmt: skip
    """Sets the number of rounds instead of the guide's (N2); the number drawn so far ends the event."""
    return event.set_rounds(rounds, reason)


# a draft

WHY_SWAP = reason(
    Message("they arrive together"),
    Message("they met last week"),
    Message("they are brothers"),
    Message("a seat that is easier to reach"),
    needed=True,
)
WHY_MOVE = reason(
    Message("a seat that is easier to reach"),
    Message("the table is not ready"),
    Message("they played there last time"),
    needed=True,
)
WHY_REMEDY = reason(Message("there is no other way"), Message("the players agree"), needed=True)


@act()
def draft(event: ClubEvent) -> ClubEvent:
    """Drafts the next round by the guide."""
    return event.draft()


@act("by_hand")
def draft_by_hand(
    event: ClubEvent,
    pairs: tuple[Pair, ...] = (),
    byes: tuple[str, ...] = (),
    sitting_out: tuple[str, ...] = (),
    tables: tuple[int, ...] = (),
    reason: Reason = "",
) -> ClubEvent:
    """Drafts a round of the organiser's own (P8)."""
    return event.draft_by_hand(Layout(pairs, byes, sitting_out), reason, tables)


@act(form=Form(hint=Message("The round then counts as changed by hand; the reason covers all your changes to it.")))
def swap(event: ClubEvent, one: str, other: str, reason: Annotated[str, WHY_SWAP] = "") -> ClubEvent:
    """Swaps two players; the tables of the draft stay."""
    drafted = event.drafted()
    return event.draft_by_hand(swapped(layout_of(drafted), one, other), reason or drafted.reason, drafted.tables)


@act()
def move(event: ClubEvent, table: int, to: int, reason: Annotated[str, WHY_MOVE] = "") -> ClubEvent:
    """Moves a pair to another table; a pair that was there takes theirs."""
    drafted = event.drafted()
    if table not in drafted.tables:
        raise TournamentRefusal(Message("nobody plays at table {table} in this draft", table=table), "T0")
    tables = tuple({table: to, to: table}.get(number, number) for number in drafted.tables)
    return event.draft_by_hand(layout_of(drafted), reason or drafted.reason, tables)


@act(
    form=Form(
        hint=Message("It becomes the draft, marked as changed by hand, with the clauses that it breaks."),
        submit=Message("Draft this round"),
    )
)
def remedy(event: ClubEvent, number: int, reason: Annotated[str, WHY_REMEDY] = "") -> ClubEvent:
    """Drafts a remedy of a round that cannot be drawn, by its number (P6)."""
    return event.draft_remedy(number, reason)


@act(form=Form(hint=Message("No further rounds are drawn. This can be undone."), submit=Message("End the event")))
def end(event: ClubEvent, reason: Annotated[str, WHY_REMEDY] = "") -> ClubEvent:
    """Ends the event with the rounds that are drawn."""
    return event.set_rounds(event.state.event.number, reason)


@act()
def drop_draft(event: ClubEvent) -> ClubEvent:
    """Drops the draft."""
    return event.drop_draft()


@act()
def publish(event: ClubEvent) -> ClubEvent:
    """Publishes the draft, for the players to see and play."""
    return event.publish()


# a published round

WHY_REPAIR = reason(
    Message("came late"),
    Message("has not come"),
    Message("a mistake in the pairing"),
    Message("a seat that is easier to reach"),
    needed=True,
)
REPAIR = Form(
    hint=Message(
        "Cards, phones and projector follow at once. The log keeps the reason, and names the clauses that the round"
        " then breaks."
    ),
    submit=Message("Change the round"),
)
WhyRepair = Annotated[str, WHY_REPAIR]


@act(form=REPAIR)
def repair_swap(event: ClubEvent, one: str, other: str, reason: WhyRepair = "") -> ClubEvent:
    """Lets two players change places."""
    return event.repair(lambda state, by: swap_players(state, one, other, by, reason))


@act()
def repair_move(event: ClubEvent, table: int, to: int, reason: Annotated[str, WHY_MOVE] = "") -> ClubEvent:
    """Moves the pair at a table to another one."""
    return event.repair(lambda state, by: move_pair(state, table, to, by, reason))


@act(form=REPAIR)
def repair_seat(event: ClubEvent, player: str, opponent: str = "", reason: WhyRepair = "") -> ClubEvent:
    """Seats a late arrival against a player without a game, by default the one with the bye."""
    return event.repair(lambda state, by: seat_player(state, player, by, reason, opponent))


@act(form=REPAIR)
def repair_replace(
    event: ClubEvent, absent: str, player: str, leaves: bool = False, reason: WhyRepair = ""
) -> ClubEvent:
    """Lets a player play in place of an absent one, who leaves the event or sits out."""
    return event.repair(
        lambda state, by: replace_player(state, absent, player, by, reason, leaves=leaves), absent if leaves else ""
    )


# results


@act()
def report(event: ClubEvent, sides: Sides) -> ClubEvent:
    """Reports a result."""
    return event.report(*sides)


@act()
def correct(
    event: ClubEvent, number: Annotated[int, Field(key="round")], sides: Sides, reason: Reason = ""
) -> ClubEvent:
    """Corrects a result: totals follow, published rounds stand (S3)."""
    return event.correct(number, sides, reason)


@act()
def concede(event: ClubEvent, player: str, opponent: str = "", lost: int = 0, withdrew: bool = False) -> ClubEvent:
    """Concedes a game for a player; lost: the opponent's real losses (C1)."""
    return event.concede(player, Side(opponent, lost, withdrew) if opponent else None)


@act()
def fill(
    event: ClubEvent, player: str, game: Annotated[tuple[int, GameResult], Field(read=_read_umpired)], side: str
) -> ClubEvent:
    """Fills in a player's card from an umpired game, in which the player had that side."""
    return fill_card(event, player, side, *game)


@act(command="confirm", who=PLAYER)
def confirm(event: ClubEvent, player: str) -> ClubEvent:
    """Confirms for PLAYER the score card that the opponent, or a tracked game, has filled in."""
    return event.confirm(player)


@act(command="withdraw", who=PLAYER)
def withdraw(event: ClubEvent, player: str) -> ClubEvent:
    """Takes back the report of PLAYER, as long as the opponent has not reported."""
    return event.withdraw_report(player)


@act(command="clear")
def clear(
    event: ClubEvent,
    player: str,
    reason: Annotated[str, reason(Message("both report again"), Message("a typing error"), needed=True)] = "",
) -> ClubEvent:
    """Clears the open score card of PLAYER's game, so that both players report again."""
    return event.clear_card(player, reason)


@act(
    command="roll-off",
    form=Form(lead=Message("They roll, highest first. Tap them in the order of their rolls.")),
)
def roll_off(event: ClubEvent, order: Annotated[tuple[str, ...], Field(argument="PLAYERS")] = ()) -> ClubEvent:
    """Settles a shared place by a roll-off between PLAYERS, the winner first (S2)."""
    return event.roll_off(order)


@act()
def call_judge(event: ClubEvent, player: str) -> ClubEvent:
    """Asks for a judge at a player's table."""
    return event.call_judge(player)


@act()
def take_call(event: ClubEvent, table: int) -> ClubEvent:
    """Records that somebody goes to a table that asks for a judge."""
    return event.take_call(table)


# the clock


@act()
def start(event: ClubEvent) -> ClubEvent:
    """Starts the clock of the round."""
    return event.start_clock()


@act()
def pause(event: ClubEvent) -> ClubEvent:
    """Pauses the clock."""
    return event.pause_clock()


@act()
def resume(event: ClubEvent) -> ClubEvent:
    """Resumes the clock."""
    return event.resume_clock()


@act()
def extend(
    event: ClubEvent,
    seconds: Annotated[int, Field(read=_read_seconds)],
    table: int | None = None,
    reason: Reason = "",
) -> ClubEvent:
    """Gives more time, or less, to everybody or to one table."""
    return event.extend_clock(seconds, table, reason)


@act(
    "length",
    form=Form(
        Message("Length of rounds"),
        lead=Message(
            "This applies from now on, and to the present round if its clock has not started. More than {minutes}"
            " minutes need a reason.",
            minutes=LONGEST_MIN,
        ),
    ),
)
def set_length(
    event: ClubEvent,
    minutes: Annotated[
        int,
        Field(
            label=Message("Minutes"), least=5, step=5,
            less=Message("Five minutes less"), more=Message("Five minutes more"),
        ),
    ],
    reason: Annotated[str, reason(Message("the club closes early"), Message("large forces"))] = "",
) -> ClubEvent:  # fmt: skip
    """Sets how long rounds last."""
    return event.set_round_length(minutes, reason)


@act(
    form=Form(
        Message("Plan the evening"),
        lead=Message(
            "Players see the schedule on their phones. Each round’s clock gets its length; you still start it yourself."
        ),
    )
)
def schedule(
    event: ClubEvent,
    start: str = "",
    rounds: Annotated[tuple[PlannedRound, ...], Field(read=_read_plan)] = (),
    reason: Annotated[str, reason(Message("large forces"), needed=True)] = "",
) -> ClubEvent:
    """Plans the rounds and their breaks from a start such as `18:30`; without both there is no plan any more."""
    return event.set_schedule(start, rounds, reason)
