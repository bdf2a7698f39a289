"""What an engine had better hammer at, hurl or burn: the chance to bring a section down a step, or all the way."""

from collections.abc import Iterator, Mapping
from typing import Any

from tablecam.base.i18n import Counted, InContext, Later, Message
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.plain_odds import odds, roll_line
from tablecam.rules.books.table_facts import ModelNames
from tablecam.rules.books.urr.rules.bombardment import arriving, engine_check
from tablecam.rules.books.urr.rules.chances import engine_score, falls_to, section_hits
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.siege import AMMUNITION_FOOD, SiegeEngine
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.unit import STAR
from tablecam.rules.books.views import AdviceFact, AdviceOdds, AdviceRow, AdviceView
from tablecam.rules.plain import Json
from tablecam.table.snapshot import Snapshot

HIT = InContext("a chance", "hit")
STRENGTH, STEPS, FOOD = Message("Strength"), Message("Steps"), Message("Food")
SCORE_ASKED = Message("Not counted: the score of the engine, which the table says")


def engine_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """A row for every task: sections first, the one nearest to its breach at their head; closed ones last."""
    engine = state.engines.get(str(next(iter(ask.get("subject") or ()), "")))
    if engine is None:
        return None
    take_breath()
    rows = [
        found for option in ask["options"] if (found := _row(state, engine, option, names)) is not None
    ]  # fmt: skip
    rows.sort(key=lambda each: (bool(each.closed), *_place(state, each)))
    return AdviceView(model="", rows=tuple(rows))


def _place(state: UrrState, shown: AdviceRow) -> tuple[int, int]:
    kind, _, what = shown.option.partition(":")
    return ("section", "hurl", "fire").index(kind), state.sections[what].left if kind == "section" else 0


def _row(state: UrrState, engine: SiegeEngine, option: Mapping[str, Json], names: ModelNames) -> AdviceRow | None:
    """None for an option that nothing is to be said of."""
    kind, _, what = str(option["id"]).partition(":")
    if kind not in ("section", "hurl", "fire"):
        return None
    shut = option.get("why_not")
    return AdviceRow(
        key=str(option["id"]),
        kind="target",
        target=what if kind == "hurl" else "",
        odds=tuple(_odds(state, engine, what, names)) if kind == "section" and not shut else (),
        style="too_far" if shut else "plain",
        clause=str(option.get("clause") or ""),
        option=str(option["id"]),
        closed=Later(names.read, shut) if shut else "",
        facts=() if shut else tuple(_facts(state, engine, kind, what)),
    )


def _odds(state: UrrState, engine: SiegeEngine, section: str, names: ModelNames) -> Iterator[AdviceOdds]:
    """That anything hits, that the strength falls, that the section is breached."""
    hits, now = section_hits(state, engine, section), state.sections[section]
    check = engine_check(state, engine, section, engine_score(state, engine))
    sums = [roll_line(Message("Each die"), check, names)]
    sums.append(Counted("{n} die", "{n} dice", engine.dice))
    sums.append(Counted("{n} hit from its breach", "{n} hits from its breach", now.left))
    if engine.base == STAR or state.rules.engine_base != "data":
        sums.append(SCORE_ASKED)
    yield odds(HIT, hits.chance(bool), tuple(sums))
    lower = [n for n in range(1, now.left + 1) if falls_to(state, section, n) < now.strength]
    falls = hits.chance(lambda n: n >= lower[0])
    if lower[0] < now.left:
        strength = falls_to(state, section, lower[0])
        yield odds(Message("falls to strength {strength} or less", strength=strength), falls, tuple(sums))
    yield odds(InContext("a chance", "breached"), hits.chance(lambda n: n >= now.left), tuple(sums))


def _facts(state: UrrState, engine: SiegeEngine, kind: str, what: str) -> Iterator[AdviceFact]:
    match kind:
        case "section":
            section = state.sections[what]
            left = Counted(
                "{strength}, {n} hit from its breach", "{strength}, {n} hits from its breach", section.left,
                strength=section.strength,
            )  # fmt: skip
            yield AdviceFact("need", STRENGTH, left, clause=str(row(22)))
        case "hurl":
            steps = arriving(state, what)
            said = Counted("{n} comes down, of {of}", "{n} come down, of {of}", steps, of=state[what].steps)
            yield AdviceFact("need", STEPS, said, clause=str(row(34)))
        case _:
            paid = f"ammunition:{engine.side}" in state.done
            cost = Message("paid for already") if paid else Message("costs {food}", food=AMMUNITION_FOOD)
            yield AdviceFact("need", FOOD, cost, clause=str(row(35)))
