"""The activation of a model: its actions, its moves, and its attacks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablecam.rules.ask import Option
from tablecam.rules.books.data_book.rules import topics
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.rules.context import (
    AskFor,
    Context,
    Pairing,
    build_context,
    holds_alone,
    list_conditions,
)
from tablecam.rules.books.data_book.rules.form_toml import ActionForm, AttackForm
from tablecam.rules.books.data_book.rules.game_events import (
    Activated,
    ActivationEnded,
    Attacked,
    Marked,
    Moved,
    Passed,
    Unmarked,
)
from tablecam.rules.books.data_book.rules.losses import Losses
from tablecam.rules.books.data_book.rules.reasons import because, of_book
from tablecam.rules.books.data_book.rules.sequence import play_check
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.coded_text import CodedText
from tablecam.rules.facts import Contact, Contacts, Move, Ranges, Sight
from tablecam.rules.play import Play


def find_acting_seat(state: State) -> str:
    """The side that activates a model now; empty if no model is left to act."""
    seat = state.active or state.seats[0]
    for _seat in state.seats:
        if state.ready(seat):
            return seat
        seat = state.next_seat(seat)
    return ""


def may_pass(form: BookForm, state: State, seat: str) -> bool:
    """Whether a side may pass: another one has more models left to act."""
    most_ready = max(len(state.ready(other_seat)) for other_seat in state.seats)
    return form.turn.may_pass and len(state.ready(seat)) < most_ready


@dataclass(frozen=True)
class Activation:
    """The procedure of one activation."""

    form: BookForm

    def __call__(self, game: Play[State]) -> None:
        """Choose a model, and let it take its actions."""
        seat = find_acting_seat(game.state)
        options = [Option(model) for model in game.state.ready(seat)]
        options += [Option(topics.PASS)] if may_pass(self.form, game.state, seat) else []
        model = game.choose(seat, topics.ACTIVATE, options)
        if model == topics.PASS:
            game.tell(Passed(seat=seat))
            return
        left = game.state.left if seat == game.state.active and game.state.left else self.form.turn.models
        game.tell(Activated(model=model, left=left - 1))
        self._drop_markers(game, model, "next")
        self._act(game, model)
        self._drop_markers(game, model, "activation")
        game.tell(ActivationEnded(model=model))

    def _act(self, game: Play[State], model: str) -> None:
        left, taken = count_actions(self.form, game.state, model), list[str]()
        while left > 0 and game.state[model].alive:
            options = list_actions(self.form, game.state, model, left, taken)
            key = game.choose(game.state[model].seat, topics.action(model), [*options, Option(topics.END)])
            if key == topics.END:
                return
            taken.append(key)
            left -= self.form.actions[key].cost
            take_action(self.form, game, model, key)

    def _drop_markers(self, game: Play[State], model: str, until: str) -> None:
        ends = {name for name, marker in self.form.markers.items() if marker.until == until}
        gone = tuple(name for name in game.state[model].markers if name in ends)
        if gone:
            game.tell(Unmarked(model=model, markers=gone))


def count_actions(form: BookForm, state: State, model: str) -> int:
    """The actions of a model in its activation."""
    order = form.orders.get(state[model].order)
    usual = order.count if order and order.count else form.turn.actions
    return max(0, usual + sum(form.markers[name].actions for name in state[model].markers if name in form.markers))


def list_actions(form: BookForm, state: State, model: str, left: int, taken: list[str]) -> list[Option]:
    """The actions that its order allows, those that it cannot take now with the reason."""
    order = form.orders.get(state[model].order)
    allowed = order.actions if order else tuple(form.actions)
    return [
        Option(key, of_book("actions", key), _find_obstacle(form, state, model, key, left, taken) or "")
        for key in allowed
    ]


def _find_obstacle(form: BookForm, state: State, model: str, key: str, left: int, taken: list[str]) -> CodedText | None:
    action = form.actions[key]
    if key in taken and not action.often:
        return because("taken")
    if action.cost > left:
        return because("costly")
    if action.attack and not list_weapons(form, state, model, action.attack):
        return because("no-weapon")
    holding = holds_alone(form, state, model, (*action.needs, *action.unless))
    lacking = [name for name in action.needs if name not in holding]
    if lacking:
        return CodedText(f"needs.{lacking[0]}")
    hindering = [name for name in action.unless if name in holding]
    return of_book("conditions", hindering[0]) if hindering else None


def take_action(form: BookForm, game: Play[State], model: str, key: str) -> None:
    """An action: move, markers, attack and check, in this order."""
    action = form.actions[key]
    move(form, game, model, key, action)
    if action.mark:
        game.tell(Marked(model=model, markers=action.mark))
    if action.unmark:
        game.tell(Unmarked(model=model, markers=action.unmark))
    if action.attack:
        attack(form, game, model, action.attack)
    if action.check and game.state[model].alive:
        before = game.state
        context = build_context(form, before, Pairing(model), action.check, game.ask)
        play_check(game, context, action.check, 1)
        Losses(form, before, before[model].seat).settle(game, (model,))


def move(form: BookForm, game: Play[State], model: str, key: str, action: ActionForm) -> None:
    """A move, if the action has one."""
    reach = Context(form, game.state, Pairing(model)).compute(action.inches) if action.inches else 0
    if reach > 0:
        path = game.ask(Move(model=model, allowance_in=float(reach), **topics.move(model, key)._asdict()))
        game.tell(Moved(model=model, length_in=path.length_in))


def list_weapons(form: BookForm, state: State, model: str, attack: str) -> tuple[str, ...]:
    """The weapons of a model for an attack."""
    return tuple(name for name in form.profiles[state[model].profile].weapons if form.weapons[name].attack == attack)


def attack(form: BookForm, game: Play[State], model: str, key: str) -> None:
    """An attack: weapon, target, checks, and what follows from losses."""
    weapons, seat = list_weapons(form, game.state, model, key), game.state[model].seat
    if not weapons or not game.state.enemies(seat):
        return
    labels = [Option(name, of_book("weapons", name)) for name in weapons]
    weapon = game.choose(seat, topics.weapon(model), labels) if len(weapons) > 1 else weapons[0]
    pairings = measure_targets(form, game.state, model, weapon, game.ask)
    options = [*list_targets(form, pairings), Option(topics.NOBODY)]
    target = game.choose(seat, topics.target(model, weapon), options)
    if target == topics.NOBODY:
        return
    first = form.attacks[key].first
    context = build_context(form, game.state, pairings[target], first, game.ask)
    game.tell(Attacked(model=model, target=target, weapon=weapon))
    play_check(game, context, first, context.compute(form.attacks[key].rolls))
    Losses(form, context.state, seat).settle(game, (target, model))


def measure_targets(form: BookForm, state: State, model: str, weapon: str, ask: AskFor) -> Mapping[str, Pairing]:
    """Every enemy with what an attack on it depends on: in contact or by range, and the sight of it if that counts."""
    attack, enemies = form.attacks[form.weapons[weapon].attack], state.enemies(state[model].seat)
    ranges: Mapping[str, Any] = {}
    if attack.contact:
        contacts: Contacts = ask(Contact(model=model, others=enemies))
        enemies = tuple(enemy for enemy in enemies if enemy in contacts.touching)
    else:
        ranges = ask(Ranges(model=model, others=enemies, limits=tuple(form.weapons[weapon].bands.values())))
    sights = ask(Sight(viewer=model, targets=enemies)) if enemies and needs_sight(form, attack) else {}
    return {enemy: Pairing(model, enemy, weapon, ranges.get(enemy), sights.get(enemy)) for enemy in enemies}


def needs_sight(form: BookForm, attack: AttackForm) -> bool:
    """Whether an attack depends on what is seen of its target."""
    conditions = (form.conditions[name] for name in list_conditions(form, attack.first))
    return attack.sees > 0 or any(condition.hidden is not None for condition in conditions)


def list_targets(form: BookForm, pairings: Mapping[str, Pairing]) -> list[Option]:
    """The targets as options; those out of reach or out of sight with the reason."""
    return [Option(target, why_not=_find_cover(form, pairing) or "") for target, pairing in pairings.items()]


def _find_cover(form: BookForm, pairing: Pairing) -> CodedText | None:
    weapon = form.weapons[pairing.weapon]
    sees = form.attacks[weapon.attack].sees
    if pairing.range and pairing.range.more_than(max(weapon.bands.values())):
        return because("out-of-reach", target=pairing.target)
    if pairing.sighting and sees and pairing.sighting.visible < sees:
        return because("unseen", target=pairing.target)
    return None
