"""The game in progress as JSON for a role, with the intentions declared in it, free of what the role may not know."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.game.chess_clock import describe_clock
from tablecam.game.game import Question
from tablecam.game.hosting.frame_setting import keeps_frames
from tablecam.game.hosting.hints import may_have_hints, offers_hint
from tablecam.game.hosting.log_view import NOBODY, TABLE, may_answer
from tablecam.game.hosting.machine import awaits_plan, is_machines, keeps_secrets, rolls_for_machine, view_machine
from tablecam.game.hosting.open_game import OpenGame
from tablecam.game.hosting.warband_marks import add_warband_marks
from tablecam.game.intentions import FARTHEST_IN, MOST_POINTS, Point, compute_path_length, intention_text, standing
from tablecam.game.log import IntendsLine
from tablecam.rules.ask import IllegalAnswer, Option
from tablecam.rules.books.book import StrayModel
from tablecam.rules.books.game_tags import is_warband_tag
from tablecam.rules.books.scenery_terrain import view_scenery
from tablecam.rules.books.views import AdviceRow, AdviceView, Announcement, GameBoardView, dump_view
from tablecam.rules.facts import Ranges
from tablecam.rules.plain import Json, to_plain
from tablecam.rules.sentence import ModelNames, Sentence

# the engine's question for ranges
RANGES = Ranges.__name__


def game(open_game: OpenGame, role: str) -> dict[str, Json]:
    """Everything that a role's screen shows of the game. number: how many lines of the log the role knows."""
    playing = open_game.game
    seat = open_game.get_viewer(role)
    visible = playing.system.get_visible_state(playing.state, seat)
    book, view, open_questions = open_game.book, open_game.book.board(visible, seat), open_game.questions(seat)
    waiting = waits(open_game, open_questions)
    return {
        "id": open_game.id,
        "name": playing.system.name,
        "number": open_game.logs[seat].count,
        "role": role,
        "seats": view_seats(open_game),
        "turn": view.turn,
        "turn_title": book.turn_title(view.turn),
        "phase": str(view.phase),
        "heading": heading(open_game, seat),
        "over": playing.over,
        "closed": playing.log.closed,
        "confirmed": list(open_game.closing),
        "stuck": playing.stuck,
        "result": book.result_shown(playing.state, open_game.get_names(seat)) if playing.over else None,
        "state": view_state(open_game, visible, seat),
        "names": view_names(open_game, seat),
        "questions": [view_question(open_game, open_question, role, seat) for open_question in open_questions],
        "waits": waiting,
        "active": view.active,
        "acting": view.acting,
        "announce": dump_view(_name_announcer(open_game, seat, view.announce.get(waiting))),
        "interrupt": dump_view(view.interrupt),
        "can_concede": can_concede(open_game),
        "hidden_title": str(book.hidden_title),
        "private": has_private_views(open_game, role),
        "facts": facts(open_game, seat),
        **acts(open_game, seat),
        "proposal": proposal(open_game, seat),
        "alerts": dump_view(open_game.alerts.get(seat, [])) if seat != NOBODY else [],
        "nudged": [nudge(moved) for moved in open_game.displaced],
        "accepting": accepting(open_game),
        "intentions": intentions(open_game, seat, view),
        "ask_facts": open_game.ask_facts,
        # the page asks for the time itself, which goes on while nothing changes
        "clocks": describe_clock(open_game.clock, open_game.clock.since) if open_game.clock else None,
        "machine": dump_view(view_machine(open_game)),
        "hints": open_game.hints_on if may_have_hints(open_game) else None,
        "frames": keeps_frames(open_game),
        "scenery": view_scenery(playing.state, open_game.get_names(seat)),
    }


def has_private_views(open_game: OpenGame, role: str) -> dict[str, Json]:
    """Whether each seat has a private view on a role's screen: on the tablet that people share."""
    viewer = open_game.get_viewer(role)
    return {
        seat: role == TABLE and seat != viewer and not keeps_secrets(open_game, seat) for seat in open_game.game.seats
    }


def view_state(open_game: OpenGame, visible: Mapping[str, Json], seat: str) -> dict[str, Json]:
    """The part of the state that a seat may know, with what the models bring along from a campaign."""
    hidden = open_game.get_hidden_names(seat)
    shown, tags = open_game.book.state_shown(visible, seat, hidden), open_game.game.log.header.tags
    models = shown["models"]
    if not isinstance(models, dict) or not any(map(is_warband_tag, tags)):
        return shown
    sides = open_game.phrases.people(open_game.game.state)
    return {**shown, "models": add_warband_marks(models, tags, sides, open_game.get_names(seat))}


def intentions(open_game: OpenGame, seat: str, view: GameBoardView) -> list[dict[str, Json]]:
    """The standing intentions for models that are still in the game."""
    alive = (model for model, it in view.models.items() if it.alive)
    return list_standing_intentions(open_game.intentions.values(), open_game.get_names(seat), alive)


def can_concede(open_game: OpenGame) -> list[Json]:
    """The seats of people that can give up."""
    playing, conceded = open_game.game, open_game.phrases.make_concession
    people = [seat for seat in playing.seats if seat not in open_game.machine_seats]
    return [] if playing.log.closed else [seat for seat in people if conceded(playing.state, seat)]


def view_names(open_game: OpenGame, seat: str) -> dict[str, Json]:
    """The name of every model for a seat, and its side."""
    sides, called = open_game.phrases.people(open_game.game.state), open_game.get_names(seat)
    return {model: {"name": called(model), "side": side} for model, side in sides.items()}


def view_seats(open_game: OpenGame) -> list[Json]:
    """The seats in order, as pages draw them."""
    return [
        {"id": seat, "name": open_game.names(seat), "number": number}
        for number, seat in enumerate(open_game.game.seats)
    ]


def heading(open_game: OpenGame, seat: str) -> str:
    """The procedure in progress, with its first event: `Red: Ida is activated`."""
    log = open_game.logs[seat]
    start, *later_lines = [log.lines[number - 1] for number in log.since_boundary()] or [{"text": ""}]
    first_event = next((record["text"] for record in later_lines if record["kind"] == "event"), "")
    step = str(start["text"])
    return _("{step}: {event}", step=step, event=first_event) if first_event else step


def view_question(open_game: OpenGame, asked: Question, role: str, seat: str) -> dict[str, Json]:
    """An open question. measured: the table's answer, for those who may take it; awaited: the table is measuring.

    hint: whether this role can ask the machine about it. way: the path of the model so far, which everybody sees.
    advice: advice on each answer, for those who may know it; advising: why it is missing so far.
    """
    ask, mine = asked.ask, may_answer(role, open_game.find_seat(asked), open_game.game.seats)
    is_machines_own = is_machines(open_game, asked) or awaits_plan(open_game, asked)
    mine = (mine and not is_machines_own) or rolls_for_machine(open_game, asked, role)
    key, closed = open_game.key(asked, seat), {option.id: option for option in open_game.closed.get(asked.line, ())}
    record, names = close_options(ask.record(), closed), open_game.get_names(seat)
    measured = open_game.measured.get(asked.line) if mine else None
    advice, advising = open_game.advice_for(asked, seat)
    return {
        "key": key,
        "line": open_game.logs[seat].view.own(asked.line),
        "which": int(key.rpartition(".")[2]),
        "kind": record["kind"],
        "verb": ask.verb,
        "seat": ask.seat,
        "mine": mine and not open_game.game.over,
        "text": open_game.phrases.describe_question(record, names),
        "ask": open_game.phrases.spell_question(record, names),
        "measured": measured.record() if measured else None,
        "hint": mine and offers_hint(open_game, asked),
        "awaited": mine and measured is None and asked.line in open_game.awaited,
        "announce": view_announced_models(open_game, record, key, seat),
        "way": dump_view(open_game.ways.get(asked.line)),
        "advice": dump_view(close_rows(advice, closed, names) if advice else None),
        "advising": advising,
    }


def close_options(ask: dict[str, Json], closed: Mapping[str, Option]) -> dict[str, Json]:
    """A question's record, with the options closed that the table shows to be impossible."""
    if not closed:
        return ask

    def close(record: Json) -> Json:
        option = closed.get(record["id"])
        if option is None or record.get("why_not"):
            return record
        return {**record, "why_not": to_plain(option.why_not), "clause": to_plain(option.clause)}

    return {**ask, "options": [close(record) for record in ask["options"]]}


def close_rows(view: AdviceView, closed: Mapping[str, Option], names: ModelNames) -> AdviceView:
    """Advice with the rows of those options closed, and closed rows last."""

    def close(row: AdviceRow) -> AdviceRow:
        option = closed.get(row.option)
        if option is None:
            return row
        why, clause = names.text(option.why_not), str(option.clause or "")
        return replace(row, style="too_far", line=None, odds=(), text="", closed=why, clause=clause)

    return replace(view, rows=tuple(sorted(map(close, view.rows), key=lambda row: bool(row.closed))))


def view_announced_models(open_game: OpenGame, record: Mapping[str, Json], key: str, seat: str) -> Json:
    """The models that the next seat may name in advance, with the tap that answers the question `key`.

    None unless that answer ends an action.
    """
    if not open_game.phrases.find_ending(record):
        return None
    going_on = _name_announcer(open_game, seat, view_board(open_game, seat).going_on)
    return dump_view(replace(going_on, after=key)) if going_on else None


def _name_announcer(open_game: OpenGame, seat: str, announcement: Announcement | None) -> Announcement | None:
    """The announcement with the name of its side, as a seat knows it; none in the machine's place."""
    if announcement and announcement.seat in open_game.machine_seats:
        return None
    return announcement and announcement.with_side_name(open_game.get_names(seat)(announcement.seat))


def view_board(open_game: OpenGame, seat: str) -> GameBoardView:
    """The board as a seat may know it."""
    playing = open_game.game
    return open_game.book.board(playing.system.get_visible_state(playing.state, seat), seat)


def view_hidden_counters(open_game: OpenGame, seat: str) -> dict[str, Json]:
    """Counters that lie face down for everybody else, for the seat that laid them.

    name: the model's name, where the other seats may not know it.
    """
    view, called = view_board(open_game, seat), open_game.get_names(seat)
    own_counters = {
        model: [dump_view(counter) for counter in it.counters if counter.kind == "own"]
        for model, it in view.models.items()
    }
    known_names = {
        model: called(model)
        for model in open_game.get_hidden_names(NOBODY).keys() - open_game.get_hidden_names(seat).keys()
    }
    rows = [
        {"model": model, "counters": counters} | ({"name": known_names[model]} if model in known_names else {})
        for model, counters in own_counters.items()
        if counters or model in known_names
    ]
    return {"hidden": rows}


def waits(open_game: OpenGame, asked: Iterable[Question]) -> str:
    """The seat that the game waits for in private, where this role sees no question: then everybody knows it."""
    waiting_seats = {question.ask.seat for question in open_game.game.open}
    return str(waiting_seats.pop()) if len(waiting_seats) == 1 and not list(asked) else ""


def facts(open_game: OpenGame, seat: str) -> list[dict[str, Json]]:
    """Facts that were established in the procedure in progress."""
    log = open_game.logs[seat]
    rows = []
    for number in log.since_boundary():
        line = log.lines[number - 1]
        if line["fact"] and line["kind"] in ("answer", "overruled"):
            record = log.view.lines[number - 1]
            sure = not open_game.phrases.is_unsure(record["answer"])
            ask = log.get_question(record)
            if ask["kind"] == RANGES and not _is_to_enemies(open_game, ask):
                continue
            rows.append({"line": number, "kind": ask["kind"], "text": line["text"], "sure": sure})
    return rows


def _is_to_enemies(open_game: OpenGame, ask: Mapping[str, Json]) -> bool:
    """Whether ranges lead to another side: ranges to friends only say who stands close, and are in the log."""
    sides = open_game.phrases.people(open_game.game.state)
    return any(sides.get(model) != sides.get(ask["model"]) for model in ask["others"])


def show_answer(open_game: OpenGame, seat: str, number: int) -> dict[str, Json]:
    """An answer that may be overruled: its line in words, the question for its form, and the answer."""
    log = open_game.logs[seat]
    if not 1 <= number <= len(log.lines) or not log.lines[number - 1]["overrulable"]:
        refusal = Message("line {line} is not an answer that can be corrected: take it back instead", line=number)
        raise IllegalAnswer(refusal)
    record = log.view.lines[number - 1]
    ask = open_game.phrases.spell_question(log.get_question(record), open_game.get_names(seat))
    return {
        "line": number,
        "text": log.lines[number - 1]["text"],
        "ask": ask,
        "raw": record["answer"],
        "intended": list_earlier_intentions(open_game, seat, number, log.get_question(record)),
    }


def acts(open_game: OpenGame, seat: str) -> dict[str, Json]:
    """The act that one undo takes back, and the act that a redo repeats."""
    last_act, next_act = open_game.last_act(seat), open_game.next_again(seat)
    return {
        "last": {
            "line": last_act.number,
            "by": last_act.by,
            "text": last_act.text,
            "undoes": undoes(open_game, seat, last_act.number),
        }
        if last_act
        else None,
        "redo": {"line": next_act.number, "text": next_act.text} if next_act else None,
    }


def undoes(open_game: OpenGame, seat: str, number: int) -> list[str]:
    """Events since a line, as the seat knows them: taking that line back takes all of them back."""
    log = open_game.logs[seat]
    later_lines = open_game.game.log.since(log.view.numbers[number - 1])
    seat_numbers = (log.view.own(true_number) for true_number in later_lines)
    lines = (log.lines[seat_number - 1] for seat_number in seat_numbers if seat_number)
    return [str(line["text"]) for line in lines if line["kind"] in ("event", "correction")]


def proposal(open_game: OpenGame, seat: str) -> Json:
    """An overruling that waits for agreement, with the events that it would undo and bring."""
    pending = open_game.pending
    if pending is None:
        return None
    correction, log, seats = pending.proposal, open_game.logs[seat], open_game.game.seats
    seat_line = log.view.own(correction.line)
    if seat_line is None:
        return None
    text = open_game.phrases.describe_answer(
        log.get_question(log.view.lines[seat_line - 1]), correction.raw, correction.by, open_game.get_names(seat)
    )
    return {
        "key": pending.key,
        "line": seat_line,
        "by": correction.by,
        "text": text,
        "instead_of": log.describe_act(seat_line),
        "intended": list_earlier_intentions(
            open_game, seat, seat_line, log.get_question(log.view.lines[seat_line - 1])
        ),
        "why": correction.why,
        "undone": events(open_game, correction.undone, seat),
        "told": events(open_game, correction.brought, seat),
        "lost": len([lost_line for lost_line in correction.lost if log.view.own(lost_line) is not None]),
        "agreed": list(pending.agreed),
        "needs": [side for side in seats if side not in pending.agreed],
    }


def nudge(moved: StrayModel) -> dict[str, Json]:
    """A model that was moved out of turn: its start and end in plan, and the distance."""
    start_in, end_in = ([round(value, 2) for value in place[:2]] for place in (moved.start, moved.end))
    return {"model": moved.model, "from_in": start_in, "to_in": end_in, "by_in": round(moved.by_in, 1)}


def accepting(open_game: OpenGame) -> Json:
    """Positions out of turn that wait for a side's agreement."""
    pending = open_game.accepting
    if pending is None:
        return None
    event, seats = pending.proposal.event, open_game.game.seats
    return {
        "key": pending.key,
        "by": pending.proposal.by,
        "moves": [{"model": model, "by_in": round(event.moved_in.get(model, 0.0), 1)} for model in event.at],
        "agreed": list(pending.agreed),
        "needs": [seat for seat in seats if seat not in pending.agreed],
    }


def events(open_game: OpenGame, records: Iterable[Mapping[str, Json]], seat: str) -> list[str]:
    """Events in words, limited to those that the seat may know of."""
    system = open_game.game.system
    visible = (system.visible_event(system.event(dict(record)), seat) for record in records)
    return [clause(open_game.phrases.describe_event(event, open_game.get_names(seat))) for event in visible if event]


def clause(sentence: Sentence) -> str:
    """An event's clause as a sentence."""
    text = str(sentence)
    return text[:1].upper() + text[1:]


Payload = Mapping[str, Json]


def intend(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Let a side say where a model of its own is to go. way: points of its base's centre, from where it stands.

    The shared tablet speaks for the model's side.
    """
    model, seat = _find_own_model(open_game, role, payload)
    path = _parse_path(payload.get("way"))
    open_game.game.declare(IntendsLine(intends=model, by=seat, way=path, length_in=compute_path_length(path)))


def withdraw(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Withdraw a side's intention for a model."""
    model, seat = _find_own_model(open_game, role, payload)
    if model not in open_game.intentions:
        raise IllegalAnswer(Message("no declaration about {model} is in force any more", model=open_game.names(model)))
    open_game.game.declare(IntendsLine(intends=model, by=seat, withdrawn=True))


def list_standing_intentions(
    said: Iterable[IntendsLine], called: Callable[[str], object], alive: Iterable[str]
) -> list[dict[str, Json]]:
    """Standing intentions for the board to draw. alive: the models that can still have one."""
    alive_models = set(alive)
    return [
        {
            "model": line.intends, "seat": line.by, "way_in": [list(point) for point in line.way],
            "length_in": line.length_in, "text": intention_text(line, called),
        }
        for line in said
        if line.intends in alive_models
    ]  # fmt: skip


def list_earlier_intentions(open_game: OpenGame, seat: str, number: int, ask: Mapping[str, Json]) -> list[Json]:
    """Intentions for the models of a question when it was answered at a line in the seat's own numbers."""
    standing_intentions = standing(open_game.logs[seat].view.lines[:number])
    concerned = {value for value in ask.values() if isinstance(value, str)}
    return [
        intention_text(line, open_game.get_names(seat))
        for model, line in standing_intentions.items()
        if model in concerned
    ]


def _find_own_model(open_game: OpenGame, role: str, payload: Payload) -> tuple[str, str]:
    """The named model and its side; IllegalAnswer if the role may not speak for it."""
    model = str(payload.get("model", ""))
    seat = open_game.phrases.people(open_game.game.state).get(model)
    if seat is None or role not in (TABLE, seat):
        raise IllegalAnswer(Message("a side can declare intentions only for its own models: check whose they are"))
    if open_game.pending:
        raise IllegalAnswer(Message("a correction has been proposed: settle it first"))
    return model, seat


def _parse_path(raw: Json) -> tuple[Point, ...]:
    points = raw if isinstance(raw, list) else []
    path = tuple(_parse_point(point) for point in points)
    if not 2 <= len(path) <= MOST_POINTS:
        example = '{"model": "ida", "way": [[3, 4], [6, 8]]}'  # no text
        raise IllegalAnswer(
            Message("give the path in 2 to {most} points: {example}", most=MOST_POINTS, example=example)
        )
    return path


def _parse_point(raw: Json) -> Point:
    numbers = [value for value in raw if isinstance(value, int | float)] if isinstance(raw, list) else []
    if len(numbers) != 2 or not all(math.isfinite(value) and abs(value) <= FARTHEST_IN for value in numbers):
        raise IllegalAnswer(Message("a point of a path is two numbers in inches, as in {example}", example="[3.5, 4]"))
    return round(numbers[0], 2), round(numbers[1], 2)
