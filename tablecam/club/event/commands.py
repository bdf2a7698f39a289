"""The commands of the organiser's page, by name: each takes a payload and gives a command on the club event.

    command("report", {"sides": [{"player": "ann", "lost": 3}, {"player": "bob", "lost": 9}]}, forces)

The payload is checked first; BadFile names the key that is wrong. What the guide does not allow raises
TournamentRefusal when the command runs.
"""

from collections.abc import Callable
from dataclasses import replace

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.club.event import publicity_commands
from tablecam.club.event.conduct_commands import (
    choose_pairing,
    grant_points,
    lift_penalty,
    penalise_player,
    set_vote,
    vote_at_desk,
)
from tablecam.club.event.entrant_list import enter_all
from tablecam.club.event.event_store import ClubCommand
from tablecam.club.event.force_upload import starter_list
from tablecam.club.event.payload import LONGEST, CommandPayload, ReadFiles, Umpired, force_of
from tablecam.club.event.sign_up_commands import admit, set_marks, set_presence, set_sign_up, strike
from tablecam.club.event.umpired_games import filled
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.drafting import layout_of, swapped
from tablecam.club.tournament.entrant import Entrant, Layout, free_id
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.repairing import move_pair, replace_player, seat_player, swap_players
from tablecam.club.tournament.schedule import PlannedRound
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.wishes import describe_table, keep_apart, let_meet, wish_table


def command(name: str, payload: dict[str, object], forces: ReadFiles, umpired: Umpired | None = None) -> ClubCommand:
    """The command of that name. BadFile where there is none, or its payload is wrong."""
    make = CLUB_COMMANDS.get(name)
    if make is None:
        raise BadFile(f"there is no command '{name[:LONGEST]}'; there are {', '.join(CLUB_COMMANDS)}")
    where = f"to {name.replace('_', ' ')}"  # no text: names the request in its faults
    return make(CommandPayload(payload, where, forces=forces, umpired=umpired))


# who plays


def _make_enter(payload: CommandPayload) -> ClubCommand:
    entrant = Entrant(
        payload.words("player"), payload.text("name").strip(), payload.words("faction"), payload.whole("models", 0)
    )
    granted, force = payload.wholes("granted"), force_of(payload)
    if force:
        entrant = replace(entrant, faction=entrant.faction or force.faction)
    if len(entrant.name) > LONGEST:
        raise payload.fault("name", f"must have at most {LONGEST} letters", entrant.name)  # no text

    def enter(event: ClubEvent) -> ClubEvent:
        id = entrant.id or free_id(entrant.name, event.state.taken_ids)
        return event.enter(replace(entrant, id=id), granted, force)

    return enter


def _enter_all(payload: CommandPayload) -> ClubCommand:
    """lines: one for each player."""
    text = "\n".join(payload.texts("lines"))
    return lambda event: enter_all(event, text, starter_list)


def _list_force(payload: CommandPayload) -> ClubCommand:
    player, reason, force = payload.text("player"), payload.words("reason"), force_of(payload)
    if force is None:
        raise payload.fault("files", "or lines must hold the force", None)  # no text: a fault of the request
    return lambda event: event.list_force(player, force, reason)


def _make_player_command(act: Callable[[ClubEvent, str], ClubEvent]) -> Callable[[CommandPayload], ClubCommand]:
    def make(payload: CommandPayload) -> ClubCommand:
        player = payload.text("player")
        return lambda event: act(event, player)

    return make


def _make_tables(payload: CommandPayload) -> ClubCommand:
    tables, pinned, reason = payload.wholes("tables"), payload.numbered("pinned"), payload.words("reason")
    return lambda event: event.set_tables(tables, pinned, reason)


def _make_rounds(payload: CommandPayload) -> ClubCommand:
    rounds, reason = payload.whole("rounds"), payload.words("reason")
    return lambda event: event.set_rounds(rounds, reason)


def _make_keep_apart(payload: CommandPayload) -> ClubCommand:
    """last_round: 0 for the whole event. soft: as far as a lawful round allows."""
    players, reason = payload.texts("players"), payload.words("reason")
    last_round, hard = payload.whole("last_round", 0), not payload.yes("soft")
    return lambda event: event.decide(lambda state, by: keep_apart(state, players, last_round, hard, by, reason))


def _let_meet(payload: CommandPayload) -> ClubCommand:
    players = payload.texts("players")
    return lambda event: event.decide(lambda state, by: let_meet(state, players, by))


def _describe_table(payload: CommandPayload) -> ClubCommand:
    table, terrain, camera = payload.whole("table"), payload.words("terrain"), payload.yes("camera")
    return lambda event: event.decide(lambda _state, by: describe_table(table, terrain, camera, by))


def _wish_table(payload: CommandPayload) -> ClubCommand:
    player, terrain, camera = payload.text("player"), payload.words("terrain"), payload.yes("camera")
    return lambda event: event.decide(lambda state, by: wish_table(state, player, terrain, camera, by))


# a round


def _make_manual_draft(payload: CommandPayload) -> ClubCommand:
    layout = Layout(payload.pairs("pairs"), payload.texts("byes"), payload.texts("sitting_out"))
    tables, reason = payload.wholes("tables"), payload.words("reason")
    return lambda event: event.draft_by_hand(layout, reason, tables)


def _make_swap(payload: CommandPayload) -> ClubCommand:
    """Swaps two players; the tables of the draft stay."""
    left_player, right_player, reason = payload.text("one"), payload.text("other"), payload.words("reason")

    def swap(event: ClubEvent) -> ClubEvent:
        draft = event.drafted()
        return event.draft_by_hand(
            swapped(layout_of(draft), left_player, right_player), reason or draft.reason, draft.tables
        )

    return swap


def _make_move(payload: CommandPayload) -> ClubCommand:
    """Moves a pair to another table; a pair that was there takes theirs."""
    table, to, reason = payload.whole("table"), payload.whole("to"), payload.words("reason")

    def move(event: ClubEvent) -> ClubEvent:
        draft = event.drafted()
        if table not in draft.tables:
            raise TournamentRefusal(Message("nobody plays at table {table} in this draft", table=table), "T0")
        tables = tuple({table: to, to: table}.get(number, number) for number in draft.tables)
        return event.draft_by_hand(layout_of(draft), reason or draft.reason, tables)

    return move


def _make_remedy(payload: CommandPayload) -> ClubCommand:
    number, reason = payload.whole("number"), payload.words("reason")
    return lambda event: event.draft_remedy(number, reason)


def _make_end(payload: CommandPayload) -> ClubCommand:
    """Ends the event with the rounds that are drawn."""
    reason = payload.words("reason")
    return lambda event: event.set_rounds(event.state.event.number, reason)


# a published round


def _repair_swap(payload: CommandPayload) -> ClubCommand:
    left_player, right_player, reason = payload.text("one"), payload.text("other"), payload.words("reason")
    return lambda event: event.repair(lambda state, by: swap_players(state, left_player, right_player, by, reason))


def _repair_move(payload: CommandPayload) -> ClubCommand:
    table, to, reason = payload.whole("table"), payload.whole("to"), payload.words("reason")
    return lambda event: event.repair(lambda state, by: move_pair(state, table, to, by, reason))


def _repair_seat(payload: CommandPayload) -> ClubCommand:
    """opponent: somebody else without a game; by default who has the bye."""
    player, opponent, reason = payload.text("player"), payload.words("opponent"), payload.words("reason")
    return lambda event: event.repair(lambda state, by: seat_player(state, player, by, reason, opponent))


def _repair_replace(payload: CommandPayload) -> ClubCommand:
    """leaves: the absent player leaves the event; else they sit out."""
    absent, player, reason = payload.text("absent"), payload.text("player"), payload.words("reason")
    leaving = absent if payload.yes("leaves") else ""
    return lambda event: event.repair(
        lambda state, by: replace_player(state, absent, player, by, reason, leaves=bool(leaving)), leaving
    )


# results


def _make_report(payload: CommandPayload) -> ClubCommand:
    left_side, right_side = _read_sides(payload)
    return lambda event: event.report(left_side, right_side)


def _make_correct(payload: CommandPayload) -> ClubCommand:
    number, sides, reason = payload.whole("round"), _read_sides(payload), payload.words("reason")
    return lambda event: event.correct(number, sides, reason)


def _read_sides(payload: CommandPayload) -> tuple[Side, Side]:
    sides = [_read_side(replace(payload, values=side.values, where=side.where)) for side in payload.records("sides")]
    if len(sides) != 2:
        raise payload.fault("sides", "must be both players with their losses", f"{len(sides)} sides")  # no text
    return sides[0], sides[1]


def _read_side(payload: CommandPayload) -> Side:
    lost, bonus = payload.whole("lost", 0), payload.whole("bonus", 0)
    return Side(payload.text("player"), lost, payload.yes("withdrew"), payload.yes("conceded"), bonus)


def _make_concede(payload: CommandPayload) -> ClubCommand:
    """lost: the opponent's real losses."""
    player, opponent, lost = payload.text("player"), payload.words("opponent"), payload.whole("lost", 0)
    withdrew = payload.yes("withdrew")
    return lambda event: event.concede(player, Side(opponent, lost, withdrew) if opponent else None)


def _make_fill(payload: CommandPayload) -> ClubCommand:
    """Fills the card from an umpired game, in which the player had that side."""
    player, game, side = payload.text("player"), payload.whole("game"), payload.text("side")
    if payload.umpired is None:
        raise payload.fault("game", "must be one of this database, and none is kept here", game)  # no text
    return filled(player, game, side, payload.umpired(game))


def _make_clear(payload: CommandPayload) -> ClubCommand:
    player, reason = payload.text("player"), payload.words("reason")
    return lambda event: event.clear_card(player, reason)


def _take_call(payload: CommandPayload) -> ClubCommand:
    table = payload.whole("table")
    return lambda event: event.take_call(table)


def _make_roll_off(payload: CommandPayload) -> ClubCommand:
    order = payload.texts("order")
    return lambda event: event.roll_off(order)


# the clock


def _make_extend(payload: CommandPayload) -> ClubCommand:
    seconds, reason = int(payload.number("seconds")), payload.words("reason")
    table = payload.whole("table") if payload.values.get("table") is not None else None
    return lambda event: event.extend_clock(seconds, table, reason)


def _make_length(payload: CommandPayload) -> ClubCommand:
    minutes, reason = payload.whole("minutes"), payload.words("reason")
    return lambda event: event.set_round_length(minutes, reason)


def _make_schedule(payload: CommandPayload) -> ClubCommand:
    """start: as `18:30`; rounds: their minutes and the breaks after them. Without both there is no plan any more."""
    start, reason = payload.words("start"), payload.words("reason")
    rounds = (
        [PlannedRound(planned.whole("minutes"), planned.whole("pause", 0)) for planned in payload.records("rounds")]
        if payload.values.get("rounds")
        else []
    )
    return lambda event: event.set_schedule(start, rounds, reason)


def _make_plain(act: ClubCommand) -> Callable[[CommandPayload], ClubCommand]:
    return lambda _said: act


CLUB_COMMANDS: dict[str, Callable[[CommandPayload], ClubCommand]] = {
    "enter": _make_enter,
    "enter_all": _enter_all,
    "list": _list_force,
    "drop": _make_player_command(ClubEvent.drop),
    "reinstate": _make_player_command(ClubEvent.reinstate),
    "sign_up": set_sign_up,
    "admit": admit,
    "strike": strike,
    "marks": set_marks,
    "presence": set_presence,
    "grant": grant_points,
    "penalise": penalise_player,
    "lift_penalty": lift_penalty,
    "vote": set_vote,
    "vote_at_desk": vote_at_desk,
    "pairing": choose_pairing,
    "tables": _make_tables,
    "rounds": _make_rounds,
    "keep_apart": _make_keep_apart,
    "let_meet": _let_meet,
    "describe_table": _describe_table,
    "wish_table": _wish_table,
    "draft": _make_plain(ClubEvent.draft),
    "by_hand": _make_manual_draft,
    "swap": _make_swap,
    "move": _make_move,
    "remedy": _make_remedy,
    "end": _make_end,
    "drop_draft": _make_plain(ClubEvent.drop_draft),
    "publish": _make_plain(ClubEvent.publish),
    "repair_swap": _repair_swap,
    "repair_move": _repair_move,
    "repair_seat": _repair_seat,
    "repair_replace": _repair_replace,
    "report": _make_report,
    "correct": _make_correct,
    "concede": _make_concede,
    "fill": _make_fill,
    "clear": _make_clear,
    "roll_off": _make_roll_off,
    "call_judge": _make_player_command(ClubEvent.call_judge),
    "take_call": _take_call,
    "start": _make_plain(ClubEvent.start_clock),
    "pause": _make_plain(ClubEvent.pause_clock),
    "resume": _make_plain(ClubEvent.resume_clock),
    "extend": _make_extend,
    "length": _make_length,
    "schedule": _make_schedule,
    "announce": publicity_commands.announce,
    "show_name": publicity_commands.show,
    "release": publicity_commands.release,
}
