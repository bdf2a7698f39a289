"""The circumstances of a check: who rolls against whom, and which conditions of the book hold.

Rules and advice take the same way: `ask` is `Play.ask` for the one, and the measuring table for the other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tablecam.base.clause import Clause
from tablecam.rules.ask import Ask, Confirm
from tablecam.rules.books.data_book.rules import topics
from tablecam.rules.books.data_book.rules.amounts_toml import Amount, Term
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm, list_following
from tablecam.rules.books.data_book.rules.form_toml import CheckForm, ConditionForm, WeaponForm, Who
from tablecam.rules.books.data_book.rules.reasons import because, of_book
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.check import Modifier
from tablecam.rules.facts import Fact, Ranges, SightingFact

# puts a question and returns its answer
AskFor = Callable[[Ask[Any]], Any]


@dataclass(frozen=True)
class Pairing:
    """A model, its target if there is one, its weapon if it has one, and what was measured between the two."""

    actor: str
    target: str = ""
    weapon: str = ""
    range: Fact | None = None
    sighting: SightingFact | None = None

    def get_model(self, who: Who) -> str:
        """The model of a role; the actor where there is no target."""
        return self.target if who == "target" and self.target else self.actor

    def get_other(self, who: Who) -> str:
        """The model of the other role."""
        return self.actor if who == "target" else self.target


@dataclass(frozen=True)
class Context:
    """A check's circumstances, as they were when the attack or the check began. holding: conditions that hold."""

    form: BookForm
    state: State
    pairing: Pairing
    holding: tuple[str, ...] = ()

    def get_seat(self, who: Who) -> str:
        """The side that rolls for a role."""
        return self.state[self.pairing.get_model(who)].seat

    def read_number(self, term: Term) -> int:
        """A number of a card; wounds are those that the model has left."""
        model = self.state[self.pairing.get_model(term.of)]
        if term.name == "wounds":
            return model.wounds
        number = self.form.numbers[term.name]
        if number.of == "weapon":
            weapon = self.form.weapons.get(self.pairing.weapon)
            return (weapon.numbers if weapon else {}).get(term.name, number.usual or 0)
        printed = self.form.profiles[model.profile].numbers.get(term.name, number.usual or 0)
        return printed + model.changes.get(term.name, 0)

    def compute(self, amount: Amount) -> int:
        """The value of an amount."""
        return amount.constant + sum(term.sign * self.read_number(term) for term in amount.named)

    def list_modifiers(self, check: CheckForm) -> tuple[Modifier, ...]:
        """Everything that is added to the dice of a check, each with its reason."""
        return (*self.list_terms(check.add), *self._list_condition_modifiers(check))

    def list_terms(self, amount: Amount) -> tuple[Modifier, ...]:
        """The terms of an amount as modifiers."""
        named = [Modifier(t.sign * self.read_number(t), of_book("numbers", t.name)) for t in amount.named]
        constant = [Modifier(amount.constant, because("always"))] if amount.constant else []
        return (*named, *constant)

    def _list_condition_modifiers(self, check: CheckForm) -> Iterator[Modifier]:
        for name, amount in check.modifiers.items():
            if name in self.holding:
                yield Modifier(amount, of_book("conditions", name), self.build_clause(check))

    def build_clause(self, check: CheckForm) -> Clause | None:
        """The clause of a check, if the book names one."""
        return Clause(self.form.title, check.clause) if check.clause else None


def build_context(form: BookForm, state: State, pairing: Pairing, first: str, ask: AskFor) -> Context:
    """The circumstances of a check and of all that it may lead to; measures what they depend on."""
    names = list_conditions(form, first)
    holding = tuple(name for name in names if holds(form, state, pairing, form.conditions[name], ask))
    return Context(form, state, pairing, holding)


def list_conditions(form: BookForm, first: str) -> tuple[str, ...]:
    """The conditions that a check and all that it leads to depend on, in the book's order."""
    checks = (form.checks[name] for name in (first, *list_following(form, form.checks[first])))
    used = {name for check in checks for name in check.modifiers}
    return tuple(name for name in form.conditions if name in used)


def holds(form: BookForm, state: State, pairing: Pairing, condition: ConditionForm, ask: AskFor) -> bool:
    """Whether a condition holds; its tests in an order that measures last."""
    tests = (_holds_on_card, _holds_in_band, _is_hidden, _is_higher, _has_friend)
    return all(test(form, state, pairing, condition, ask) for test in tests) != condition.negated


def holds_alone(form: BookForm, state: State, model: str, names: Iterable[str]) -> tuple[str, ...]:
    """The conditions of a model alone that hold, out of some."""
    pairing = Pairing(model)
    return tuple(name for name in names if holds(form, state, pairing, form.conditions[name], _ask_nobody))


def _ask_nobody(question: Ask[Any]) -> Any:
    raise ValueError(f"nothing may be measured here: {question}")  # no text: for programmers


def _holds_on_card(form: BookForm, state: State, pairing: Pairing, condition: ConditionForm, _ask: AskFor) -> bool:
    model = state[pairing.get_model(condition.of)]
    return all(
        (
            condition.marked is None or condition.marked in model.markers,
            condition.keyword is None or condition.keyword in form.profiles[model.profile].keywords,
            condition.order is None or condition.order == model.order,
        )
    )


def _holds_in_band(form: BookForm, _state: State, pairing: Pairing, condition: ConditionForm, _ask: AskFor) -> bool:
    if condition.band is None:
        return True
    weapon = form.weapons.get(pairing.weapon)
    return bool(weapon and pairing.range) and find_band(weapon, pairing.range) == condition.band


def find_band(weapon: WeaponForm | None, far: Fact | None) -> str:
    """The band of a range; empty beyond the last one."""
    bands: Mapping[str, float] = weapon.bands if weapon else {}
    return next((band for band, reach in bands.items() if far and far.is_at_most(reach)), "")


def _is_hidden(_form: BookForm, _state: State, pairing: Pairing, condition: ConditionForm, _ask: AskFor) -> bool:
    if condition.hidden is None:
        return True
    return pairing.sighting is not None and 1 - pairing.sighting.visible_past_terrain >= condition.hidden


def _is_higher(_form: BookForm, _state: State, pairing: Pairing, condition: ConditionForm, ask: AskFor) -> bool:
    if condition.higher_in is None:
        return True
    topic = topics.higher(pairing.get_model(condition.of), pairing.get_other(condition.of), condition.higher_in)
    return bool(pairing.target) and bool(ask(Confirm(**topic._asdict())))


def _has_friend(form: BookForm, state: State, pairing: Pairing, condition: ConditionForm, ask: AskFor) -> bool:
    if condition.friend is None:
        return True
    model = pairing.get_model(condition.of)
    friends = tuple(
        name for name in state.friends(model) if condition.friend in form.profiles[state[name].profile].keywords
    )
    if not friends:
        return False
    ranges = ask(Ranges(model=model, others=friends, limits=(condition.friend_in,)))
    return any(ranges[friend].is_at_most(condition.friend_in) for friend in friends)
