"""Advice on the task of an engine: the chance to take a step from a section, or to breach it."""

from collections.abc import Iterator, Mapping
from typing import Any

from tablecam.base.i18n import Counted, InContext, Later, Message
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.plain_odds import odds, roll_line
from tablecam.rules.books.urr.rules.bombardment import arriving, engine_check
from tablecam.rules.books.urr.rules.chances import compute_strength, engine_score, section_hits
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.siege import AMMUNITION_FOOD, SiegeEngine
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.unit import STAR
from tablecam.rules.books.views import AdviceFact, AdviceOdds, AdviceRow, AdviceView
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

HIT = InContext("a chance", "hit")
STRENGTH, STEPS, FOOD = Message("Strength"), Message("Steps"), Message("Food")
SCORE_ASKED = Message("Not counted: the score of the engine, which the table says")


def engine_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """A row for every task: sections first, starting with the one nearest to its breach; closed tasks last."""
    engine = state.engines.get(str(next(iter(ask.get("subject") or ()), "")))
    if engine is None:
        return None
    take_breath()
    rows = [
        advice_row for option in ask["options"] if (advice_row := _build_row(state, engine, option, names)) is not None
    ]  # fmt: skip
    rows.sort(key=lambda each: (bool(each.closed), *_rank_task(state, each)))
    return AdviceView(model="", rows=tuple(rows))


def _rank_task(state: UrrState, shown: AdviceRow) -> tuple[int, int]:
    kind, _, target = shown.option.partition(":")
    return ("section", "hurl", "fire").index(kind), state.sections[target].left if kind == "section" else 0


def _build_row(state: UrrState, engine: SiegeEngine, option: Mapping[str, Json], names: ModelNames) -> AdviceRow | None:
    """The row of a task; None for any other option."""
    kind, _, target = str(option["id"]).partition(":")
    if kind not in ("section", "hurl", "fire"):
        return None
    closed_reason = option.get("why_not")
    return AdviceRow(
        key=str(option["id"]),
        kind="target",
        target=target if kind == "hurl" else "",
        odds=tuple(_list_odds(state, engine, target, names)) if kind == "section" and not closed_reason else (),
        style="too_far" if closed_reason else "plain",
        clause=str(option.get("clause") or ""),
        option=str(option["id"]),
        closed=Later(names.read, closed_reason) if closed_reason else "",
        facts=() if closed_reason else tuple(_list_facts(state, engine, kind, target)),
    )


def _list_odds(state: UrrState, engine: SiegeEngine, section: str, names: ModelNames) -> Iterator[AdviceOdds]:
    """The chances that anything hits, that the strength falls, and that the section is breached."""
    hits, wall = section_hits(state, engine, section), state.sections[section]
    check = engine_check(state, engine, section, engine_score(state, engine))
    sums = [roll_line(Message("Each die"), check, names)]
    sums.append(Counted("{n} die", "{n} dice", engine.dice))
    sums.append(Counted("{n} hit from its breach", "{n} hits from its breach", wall.left))
    if engine.base == STAR or state.rules.engine_base != "data":
        sums.append(SCORE_ASKED)
    yield odds(HIT, hits.chance(bool), tuple(sums))
    effective_hits = [n for n in range(1, wall.left + 1) if compute_strength(state, section, n) < wall.strength]
    falls = hits.chance(lambda n: n >= effective_hits[0])
    if effective_hits[0] < wall.left:
        strength = compute_strength(state, section, effective_hits[0])
        yield odds(Message("falls to strength {strength} or less", strength=strength), falls, tuple(sums))
    yield odds(InContext("a chance", "breached"), hits.chance(lambda n: n >= wall.left), tuple(sums))


def _list_facts(state: UrrState, engine: SiegeEngine, kind: str, what: str) -> Iterator[AdviceFact]:
    match kind:
        case "section":
            section = state.sections[what]
            strength_left = Counted(
                "{strength}, {n} hit from its breach", "{strength}, {n} hits from its breach", section.left,
                strength=section.strength,
            )  # fmt: skip
            yield AdviceFact("need", STRENGTH, strength_left, clause=str(row(22)))
        case "hurl":
            steps = arriving(state, what)
            arrivals = Counted("{n} comes down, of {of}", "{n} come down, of {of}", steps, of=state[what].steps)
            yield AdviceFact("need", STEPS, arrivals, clause=str(row(34)))
        case _:
            paid = f"ammunition:{engine.side}" in state.done
            cost = Message("paid for already") if paid else Message("costs {food}", food=AMMUNITION_FOOD)
            yield AdviceFact("need", FOOD, cost, clause=str(row(35)))
