"""The game in progress as a role is told it: plain data for JSON, made of nothing that the role may not know."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tablecam.game.game import Question
from tablecam.hosting.open_game import OpenGame
from tablecam.hosting.roles import NOBODY, TABLE, may_answer, seat_of
from tablecam.i18n import Message
from tablecam.i18n import gettext as _
from tablecam.rulebooks.views import GameBoardView, shown
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json
from tablecam.rules.system import Sentence


def game(sitting: OpenGame, role: str) -> dict[str, Json]:
    """All that a role's screen shows of the game. number: how many lines of the log the role knows."""
    playing = sitting.game
    seat = seat_of(role, playing.seats)
    visible = playing.system.visible_to(playing.state, seat)
    book, view, asked = sitting.book, sitting.book.board(visible, seat), sitting.questions(seat)
    waiting = waits(sitting, asked)
    return {
        "id": sitting.id,
        "name": playing.system.name,
        "number": sitting.logs[seat].count,
        "role": role,
        "seats": seats(sitting),
        "turn": view.turn,
        "phase": str(view.phase),
        "heading": heading(sitting, seat),
        "over": playing.over,
        "stuck": playing.stuck,
        "result": book.result_shown(playing.state, sitting.names_of(seat)) if playing.over else None,
        "state": book.state_shown(visible, seat, sitting.hidden_names(seat)),
        "names": names(sitting, seat),
        "questions": [question(sitting, each, role, seat) for each in asked],
        "waits": waiting,
        "active": view.active,
        "announce": shown(view.announce.get(waiting)),
        "interrupt": shown(view.interrupt),
        "can_concede": [each for each in playing.seats if book.phrases.conceded(playing.state, each)],
        "hidden_title": str(book.hidden_title),
        "private": dict.fromkeys(playing.seats, role == TABLE),
        "facts": facts(sitting, seat),
        **acts(sitting, seat),
        "proposal": proposal(sitting, seat),
        "alerts": shown(sitting.alerts.get(seat, [])) if seat != NOBODY else [],
        "nudged": sitting.nudged,
        "ask_facts": sitting.ask_facts,
    }


def names(sitting: OpenGame, seat: str) -> dict[str, Json]:
    """What every model is called by a seat, and whose it is."""
    sides, called = sitting.phrases.people(sitting.game.state), sitting.names_of(seat)
    return {model: {"name": called(model), "side": side} for model, side in sides.items()}


def seats(sitting: OpenGame) -> list[Json]:
    """The seats in order, as pages draw them."""
    return [
        {"id": seat, "name": sitting.names(seat), "number": number} for number, seat in enumerate(sitting.game.seats)
    ]


def heading(sitting: OpenGame, seat: str) -> str:
    """The procedure in progress, and the first thing that was told in it: `Red: Ida is activated`."""
    log = sitting.logs[seat]
    began, *came = [log.lines[each - 1] for each in log.since_boundary()] or [{"text": ""}]
    told = next((each["text"] for each in came if each["kind"] == "event"), "")
    step = str(began["text"])
    return _("{step}: {event}", step=step, event=told) if told else step


def question(sitting: OpenGame, asked: Question, role: str, seat: str) -> dict[str, Json]:
    """An open question. measured: what the table would answer, for those who may take it."""
    ask, mine = asked.ask, may_answer(role, sitting.whose(asked), sitting.game.seats)
    record, key = ask.record(), sitting.key(asked, seat)
    measured = sitting.measured.get(asked.line) if mine else None
    return {
        "key": key,
        "line": sitting.logs[seat].view.own(asked.line),
        "which": int(key.rpartition(".")[2]),
        "kind": record["kind"],
        "verb": ask.verb,
        "seat": ask.seat,
        "mine": mine and not sitting.game.over,
        "text": sitting.phrases.asked(record, sitting.names_of(seat)),
        "ask": sitting.phrases.spelled(record, sitting.names_of(seat)),
        "measured": measured.record() if measured else None,
        "announce": announced(sitting, record, key, seat),
    }


def announced(sitting: OpenGame, record: Mapping[str, Json], key: str, seat: str) -> Json:
    """Whom the seat that goes on may name with the tap that ends the action, where that is what is asked."""
    if not sitting.phrases.ending(record):
        return None
    going_on = board(sitting, seat).going_on
    return shown(replace(going_on, after=key)) if going_on else None


def board(sitting: OpenGame, seat: str) -> GameBoardView:
    """The board as a seat may know it."""
    playing = sitting.game
    return sitting.book.board(playing.system.visible_to(playing.state, seat), seat)


def hidden(sitting: OpenGame, seat: str) -> dict[str, Json]:
    """What lies on the table face down for everybody else, for the seat that laid it there.

    name: who a model is, where the others are not to know it.
    """
    view, called = board(sitting, seat), sitting.names_of(seat)
    own = {model: [shown(each) for each in it.counters if each.kind == "own"] for model, it in view.models.items()}
    known = {model: called(model) for model in sitting.hidden_names(NOBODY).keys() - sitting.hidden_names(seat).keys()}
    found = [
        {"model": model, "counters": counters} | ({"name": known[model]} if model in known else {})
        for model, counters in own.items()
        if counters or model in known
    ]
    return {"hidden": found}


def waits(sitting: OpenGame, asked: Iterable[Question]) -> str:
    """The seat that the game waits for in private, where nothing is asked that this role can see: then all know it."""
    hidden = {each.ask.seat for each in sitting.game.open}
    return str(hidden.pop()) if len(hidden) == 1 and not list(asked) else ""


def facts(sitting: OpenGame, seat: str) -> list[dict[str, Json]]:
    """What was measured and taken in the procedure in progress."""
    log = sitting.logs[seat]
    found = []
    for number in log.since_boundary():
        line = log.lines[number - 1]
        if line["fact"] and line["kind"] in ("answer", "overruled"):
            record = log.view.lines[number - 1]
            sure = not sitting.phrases.unsure(record["answer"])
            kind = log.ask_of(record)["kind"]
            found.append({"line": number, "kind": kind, "text": line["text"], "sure": sure})
    return found


def given(sitting: OpenGame, seat: str, number: int) -> dict[str, Json]:
    """An answer that may be overruled: its line in words, the question as its form wants it, and what was answered."""
    log = sitting.logs[seat]
    if not 1 <= number <= len(log.lines) or not log.lines[number - 1]["overrulable"]:
        refusal = Message("line {line} is no answer that could be put right: take it back instead", line=number)
        raise IllegalAnswer(refusal)
    record = log.view.lines[number - 1]
    ask = sitting.phrases.spelled(log.ask_of(record), sitting.names_of(seat))
    return {"line": number, "text": log.lines[number - 1]["text"], "ask": ask, "raw": record["answer"]}


def acts(sitting: OpenGame, seat: str) -> dict[str, Json]:
    """What one undo takes back, and what may be done again."""
    last, again = sitting.last_act(seat), sitting.next_again(seat)
    return {
        "last": {"line": last.number, "by": last.by, "text": last.text, "undoes": undoes(sitting, seat, last.number)}
        if last
        else None,
        "redo": {"line": again.number, "text": again.text} if again else None,
    }


def undoes(sitting: OpenGame, seat: str, number: int) -> list[str]:
    """What has happened since a line, as the seat knows it: taking that back takes all of it back."""
    log = sitting.logs[seat]
    since = sitting.game.log.since(log.view.numbers[number - 1])
    own = (log.view.own(each) for each in since)
    lines = (log.lines[each - 1] for each in own if each)
    return [str(each["text"]) for each in lines if each["kind"] in ("event", "correction")]


def proposal(sitting: OpenGame, seat: str) -> Json:
    """An overruling that waits for agreement, with what it would undo and bring."""
    pending = sitting.pending
    if pending is None:
        return None
    made, log, seats = pending.proposal, sitting.logs[seat], sitting.game.seats
    own = log.view.own(made.line)
    if own is None:
        return None
    said = sitting.phrases.answered(log.ask_of(log.view.lines[own - 1]), made.raw, made.by, sitting.names_of(seat))
    return {
        "key": pending.key,
        "line": own,
        "by": made.by,
        "text": said,
        "instead_of": log.acted(own),
        "why": made.why,
        "undone": events(sitting, made.undone, seat),
        "told": events(sitting, made.told, seat),
        "lost": len([each for each in made.lost if log.view.own(each) is not None]),
        "agreed": list(pending.agreed),
        "needs": [each for each in seats if each not in pending.agreed],
    }


def events(sitting: OpenGame, records: Iterable[Mapping[str, Json]], seat: str) -> list[str]:
    """Events in words, those that the seat may know of."""
    system = sitting.game.system
    seen = (system.visible_event(system.event(dict(each)), seat) for each in records)
    return [clause(sitting.phrases.told(each, sitting.names_of(seat))) for each in seen if each]


def clause(told: Sentence) -> str:
    """An event's clause as a sentence of its own."""
    text = str(told)
    return text[:1].upper() + text[1:]
