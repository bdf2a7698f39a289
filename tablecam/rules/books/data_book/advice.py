"""Advice on the moves and targets of a model: range, cover, and the exact chances of the whole sequence of checks.

It measures with the table's own facts and builds the circumstances with the functions of the rules, so that advice and
ruling never differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from tablecam.base.i18n import Counted, Later, Message
from tablecam.base.lengths import format_length
from tablecam.rules.ask import Ask, Option
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.data_book.rules.activation import (
    count_actions,
    list_actions,
    list_targets,
    list_weapons,
    measure_targets,
)
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.rules.check_kinds import make_check
from tablecam.rules.books.data_book.rules.context import Context, Pairing, build_context, find_band
from tablecam.rules.books.data_book.rules.sequence import After, compute_outcomes
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.books.data_book.words import BookWords
from tablecam.rules.books.plain_odds import odds, roll_line
from tablecam.rules.books.table_facts import TableFacts, TableNow
from tablecam.rules.books.views import AdviceFact, AdviceOdds, AdviceRegion, AdviceRow, AdviceView, Text
from tablecam.rules.check import Check, Ladder
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.measure.paths import compute_reach_region, models_in_the_way, rings, terrain_in_the_way
from tablecam.table.snapshot import Snapshot

# no question about a height or a friend is too close to call for advice; such a row has no odds
UNSURE = Message("No odds: a height is too close to call")


class Unmeasured(Exception):
    """The table has no answer to a question."""


@dataclass(frozen=True)
class TargetAdviser:
    """The advice of one book."""

    words: BookWords
    facts: TableFacts

    @property
    def form(self) -> BookForm:
        """The book."""
        return self.words.form

    def __call__(self, snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
        """A row for every target, the best chances first; None for a question about anything else."""
        _word, _space, weapon = str(ask.get("purpose", "")).partition(" ")
        if ask.get("action") != "target" or weapon not in self.form.weapons:
            return None
        model = str(ask["subject"][0])
        plan = _Plan(self, snapshot, state, names)
        try:
            pairings = measure_targets(self.form, state, model, weapon, plan.measure)
        except Unmeasured:
            return None
        rows = [plan.build_row(pairings[option.id], option) for option in list_targets(self.form, pairings)]
        return AdviceView(model=model, rows=tuple(sorted(rows, key=_rank)))

    def advise_model(self, snapshot: Snapshot, state: Any, model: str, names: ModelNames) -> AdviceView:
        """The moves and attacks of a model: of each attack on an enemy the weapon with the best chances."""
        options = list_actions(self.form, state, model, count_actions(self.form, state, model), [])
        open_actions = [option.id for option in options if not option.why_not]
        plan = _Plan(self, snapshot, state, names)
        rows = [row for key in open_actions if self.form.actions[key].attack for row in plan.list_deeds(model, key)]
        regions = [region for key in open_actions if (region := plan.build_region(model, key))]
        return AdviceView(model=model, regions=tuple(regions), rows=tuple(sorted(rows, key=_rank)))


def _rank(row: AdviceRow) -> tuple[bool, Fraction]:
    return bool(row.closed), -max((Fraction(chance.share) for chance in row.odds), default=Fraction(0))


@dataclass(frozen=True)
class _Plan:
    """The advice on one question."""

    adviser: TargetAdviser
    snapshot: Snapshot
    state: State
    names: ModelNames

    def measure(self, question: Ask[Any]) -> Any:
        """The table's answer to a question; Unmeasured if it has none."""
        seen = {placed.model.id for placed in self.snapshot.models}
        if not seen.issuperset(self.adviser.facts.list_models(question)):
            raise Unmeasured
        raw = self.adviser.facts.answer(question, self.state, TableNow(self.snapshot, {}))
        if raw is None:
            raise Unmeasured
        answer = question.parse_json(raw)
        return question.settle_doubts(answer, tuple(True for _doubt in question.list_doubts(answer)))

    def build_region(self, model: str, key: str) -> AdviceRegion | None:
        """The reach of an action's move; None for an action without one."""
        action, form = self.adviser.form.actions[key], self.adviser.form
        reach_in = float(Context(form, self.state, Pairing(model)).compute(action.inches)) if action.inches else 0.0
        if reach_in <= 0 or model not in {placed.model.id for placed in self.snapshot.models}:
            return None
        hindrances = (*terrain_in_the_way(self.snapshot, model), *models_in_the_way(self.snapshot, model))
        region = compute_reach_region(self.snapshot, model, reach_in, hindrances)
        title = self.adviser.words.title("actions", key)
        label = Message("{action} {length}", action=title, length=format_length(reach_in))
        return AdviceRegion(key, label, reach_in, rings(region), (key,))

    def list_deeds(self, model: str, key: str) -> list[AdviceRow]:
        """A row for each enemy that an action's attack can be aimed at, with the weapon whose chances are best."""
        form = self.adviser.form
        weapons = list_weapons(form, self.state, model, form.actions[key].attack or "")
        best: dict[str, AdviceRow] = {}
        for weapon in weapons:
            try:
                pairings = measure_targets(form, self.state, model, weapon, self.measure)
            except Unmeasured:
                continue
            for option in list_targets(form, pairings):
                row = self._build_deed(pairings[option.id], option, key, weapons)
                if row.target not in best or _rank(row) < _rank(best[row.target]):
                    best[row.target] = row
        return list(best.values())

    def _build_deed(self, pairing: Pairing, option: Option, key: str, weapons: Sequence[str]) -> AdviceRow:
        row = self.build_row(pairing, option)
        row = replace(row, key=f"{key} {option.id}", option="", line=None, text=row.closed or row.text)  # no text
        if row.closed:
            return row
        action = self.adviser.words.title("actions", key)
        deed = Message("{action}: {model}", action=action, model=self.names(pairing.target))
        # with one weapon the player is not asked for it
        chosen = (pairing.weapon,) if len(weapons) > 1 else ()
        return replace(row, deed=deed, answers=(key, *chosen, pairing.target))

    def build_row(self, pairing: Pairing, option: Option) -> AdviceRow:
        """The row of a target."""
        take_breath()
        placed = [self.snapshot.model(model) for model in (pairing.actor, pairing.target)]
        closed: Text = Later(self.names.text, option.why_not) if option.why_not else ""
        try:
            chances = () if closed else self._compute_odds(pairing)
        except Unmeasured:
            chances = ()
        return AdviceRow(
            key=f"target {pairing.target}",  # no text
            kind="target",
            target=pairing.target,
            text="" if chances or closed else UNSURE,
            odds=chances,
            line=tuple((round(model.x_in, 2), round(model.y_in, 2)) for model in placed),
            style="too_far" if closed else "plain",
            option=pairing.target,
            closed=closed,
            facts=tuple(self._list_facts(pairing)),
        )

    def _list_facts(self, pairing: Pairing) -> list[AdviceFact]:
        facts = []
        words, form = self.adviser.words, self.adviser.form
        if pairing.range:
            band = find_band(form.weapons[pairing.weapon], pairing.range)
            far = format_length(pairing.range.value)
            text = Message("{far}, {band}", far=far, band=words.title("bands", band)) if band else far
            facts.append(AdviceFact("range", Message("Range"), text))
        if pairing.sighting:
            share = f"{100 * pairing.sighting.visible:.0f}"
            facts.append(AdviceFact("sight", Message("Visible"), Message("{share} %", share=share)))
        return facts

    def _compute_odds(self, pairing: Pairing) -> tuple[AdviceOdds, ...]:
        form = self.adviser.form
        attack = form.attacks[form.weapons[pairing.weapon].attack]
        context = build_context(form, self.state, pairing, attack.first, self.measure)
        outcomes = compute_outcomes(context, attack.first, context.compute(attack.rolls))
        before = self.state[pairing.target]
        first = self._describe_first_check(context, attack.first)
        shown = [(Message("{target} is out", target=self.names(pairing.target)), outcomes.chance(_is_target_out))]
        if before.wounds > 1:
            for wounds in range(1, before.wounds):
                chance = outcomes.chance(partial(_has_lost, before.wounds, wounds))
                label = Counted("at least {n} wound", "at least {n} wounds", wounds)
                shown.append((label, chance))
        risk = outcomes.chance(lambda after: not after[0].alive)
        if risk:
            shown.append((Message("{model} is out", model=self.names(pairing.actor)), risk))
        return tuple(odds(label, chance, first if number == 0 else ()) for number, (label, chance) in enumerate(shown))

    def _describe_first_check(self, context: Context, key: str) -> tuple[Text, ...]:
        shown, title = make_check(context, key).shown, self.adviser.words.title("checks", key)
        return (roll_line(title, shown, self.names),) if isinstance(shown, Check | Ladder) else ()


def _has_lost(before: int, wounds: int, after: After) -> bool:
    return before - after[1].wounds >= wounds


def _is_target_out(after: After) -> bool:
    return not after[1].alive
