"""Faults of a data book that no single key shows: missing numbers, endless checks, conditions that need a target."""

import re
from collections.abc import Iterator, Mapping

from tablecam.base.errors import BadFile
from tablecam.base.i18n import to_english
from tablecam.rules.books.data_book.rules.amounts_toml import Amount
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm, list_following
from tablecam.rules.books.data_book.rules.campaign_form_toml import WOUNDS
from tablecam.rules.books.data_book.rules.check_forms_toml import DuelCheckForm, LadderCheckForm, TargetCheckForm
from tablecam.rules.books.data_book.rules.form_toml import CheckForm, ConditionForm
from tablecam.rules.books.data_book.rules.topics import END
from tablecam.rules.books.data_book.scoring import build_scoring
from tablecam.rules.event_scoring import find_scoring_fault
from tablecam.storage.toml_file import LinedRecord

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")
SHORTEST_DEMO_PLACE = 2
BOX = 4


def find_faults(form: BookForm, file: LinedRecord) -> Iterator[BadFile]:
    """Every fault; all keys have been read without one."""
    yield from _find_wrong_names(form, file)
    yield from _find_missing_numbers(form, file)
    yield from _find_unknown_numbers(form, file)
    yield from _find_endless_checks(form, file)
    yield from _find_lone_conditions(form, file)
    yield from _find_wrong_bands(form, file)
    yield from _find_wrong_scenarios(form, file)
    yield from _find_wrong_actions(form, file)
    yield from _find_wrong_places(form, file)
    yield from _find_wrong_gains(form, file)
    if fault := find_scoring_fault(build_scoring(form.event, str)):
        yield BadFile(f"{file.locate_key('event')}: {to_english(fault)}")


def _find_wrong_names(form: BookForm, file: LinedRecord) -> Iterator[BadFile]:
    if not NAME.fullmatch(form.name):
        yield file.fault("name", "must be small letters, digits and hyphens", form.name)
    if not 2 <= len(form.seats) <= 4 or len(set(form.seats)) != len(form.seats):
        yield file.fault("seats", "must be two to four different sides", list(form.seats))
    for table in ("profiles", "actions", "forces", "scenarios"):
        if not getattr(form, table):
            yield BadFile(f"{file.locate_key(table)}: [{table}] is empty; add an entry")


def _find_missing_numbers(form: BookForm, file: LinedRecord) -> Iterator[BadFile]:
    """Faults of cards that lack a number without a usual value, or have one of the other kind of card."""
    for kind, cards in (("profile", form.profiles), ("weapon", form.weapons)):
        needed = [name for name, number in form.numbers.items() if number.of == kind and number.usual is None]
        for card, entry in cards.items():
            where = _locate(file, f"{kind}s", card)
            for name in needed:
                if name not in entry.numbers:
                    yield BadFile(f"{where}: {card} lacks the number {name}; add it to its numbers")
            for name in entry.numbers:
                if form.numbers[name].of != kind:
                    yield BadFile(f"{where}: {name} is no number of a {kind}; it is for {form.numbers[name].of}s")


def _find_unknown_numbers(form: BookForm, file: LinedRecord) -> Iterator[BadFile]:
    for table, key, amount in _list_amounts(form):
        for term in amount.named:
            if term.name not in (*form.numbers, "wounds"):
                names = ", ".join(("wounds", *form.numbers))
                yield BadFile(f"{_locate(file, table, key)}: {term.name} is no number of this book; there are {names}")
        lone = table == "actions" or key in _list_lone_checks(form)
        if lone and any(term.of == "target" for term in amount.named):
            yield BadFile(f"{_locate(file, table, key)}: {key} has no target; leave out “target.”")


def _list_amounts(form: BookForm) -> Iterator[tuple[str, str, Amount]]:
    for key, check in form.checks.items():
        for amount in (check.add, *_list_own_amounts(check)):
            yield "checks", key, amount
        for effect in (*check.success, *check.failure):
            for change in (effect.damage, effect.heal):
                if change:
                    yield "checks", key, change
    for key, attack in form.attacks.items():
        yield "attacks", key, attack.rolls
    for key, action in form.actions.items():
        if action.inches:
            yield "actions", key, action.inches


def _list_own_amounts(check: CheckForm) -> tuple[Amount, ...]:
    match check:
        case TargetCheckForm(needs=needs):
            return (needs,)
        case DuelCheckForm(against=against):
            return (against,)
    return ()


def _find_endless_checks(form: BookForm, file: LinedRecord) -> Iterator[BadFile]:
    """Faults of checks that lead back to themselves, and of ladders without steps."""
    for key, check in form.checks.items():
        if key in list_following(form, check):
            yield BadFile(f"{_locate(file, 'checks', key)}: {key} leads back to itself; a chain of checks must end")
        if isinstance(check, LadderCheckForm) and (not check.steps or list(check.steps) != sorted(check.steps)):
            yield BadFile(f"{_locate(file, 'checks', key)}: the steps of {key} must rise, such as [3, 5, 7]")


def _list_lone_checks(form: BookForm) -> tuple[str, ...]:
    """The checks of a model alone, with all that they lead to."""
    first = [*(action.check for action in form.actions.values() if action.check), *(row.check for row in form.morale)]
    reached = (name for start in first for name in (start, *list_following(form, form.checks[start])))
    return tuple(dict.fromkeys(reached))


def _find_lone_conditions(form: BookForm, file: LinedRecord) -> Iterator[BadFile]:
    """Faults of conditions about a target, or about the table, where there is none."""
    for key in _list_lone_checks(form):
        for name in form.checks[key].modifiers:
            if needs_target(form.conditions[name]):
                yield BadFile(f"{_locate(file, 'checks', key)}: {name} is about a target, and {key} has none")
        if isinstance(form.checks[key], DuelCheckForm):
            yield BadFile(f"{_locate(file, 'checks', key)}: {key} is a duel and has no target; roll it in an attack")
    alone = [("actions", key, (*action.needs, *action.unless)) for key, action in form.actions.items()]
    alone += [("morale", row.check, row.unless) for row in form.morale]
    for table, key, names in alone:
        for name in names:
            if needs_target(form.conditions[name]) or form.conditions[name].friend:
                where = file.locate_key(table) if table == "morale" else _locate(file, table, key)
                yield BadFile(f"{where}: {name} needs a target or a measurement; use a marker, a keyword or an order")


def needs_target(condition: ConditionForm) -> bool:
    """Whether a condition compares a model with a target."""
    facts = (condition.band, condition.hidden, condition.higher_in)
    return condition.of == "target" or any(fact is not None for fact in facts)


def _find_wrong_bands(form: BookForm, file: LinedRecord) -> Iterator[BadFile]:
    for key, weapon in form.weapons.items():
        reaches, contact = list(weapon.bands.values()), form.attacks[weapon.attack].contact
        if contact == bool(reaches):
            advice = "it is for attacks by contact, so leave out its bands" if contact else "add its bands"
            yield BadFile(f"{_locate(file, 'weapons', key)}: {key} cannot be used so; {advice}")
        if reaches != sorted(set(reaches)) or any(reach <= 0 for reach in reaches):
            yield BadFile(f"{_locate(file, 'weapons', key)}: the bands of {key} must rise, the nearest first")


def _find_wrong_scenarios(form: BookForm, file: LinedRecord) -> Iterator[BadFile]:
    for key, scenario in form.scenarios.items():
        where = _locate(file, "scenarios", key)
        if set(scenario.forces) != set(form.seats):
            yield BadFile(f"{where}: forces must name one force for each of {', '.join(form.seats)}")
            continue
        models = [model for force in scenario.forces.values() for model in form.forces[force].models]
        if len(set(models)) != len(models):
            yield BadFile(f"{where}: two of its forces share a model; give every model an id of its own")
        if extra := set(scenario.deployment) - set(form.seats):
            yield BadFile(f"{where}: {min(extra)} is no side of this book; there are {', '.join(form.seats)}")
    for key, force in form.forces.items():
        if extra := set(force.names) - set(force.models):
            yield BadFile(f"{_locate(file, 'forces', key)}: {min(extra)} is no model of {key}; correct the name")
        if clash := set(force.models) & set(form.seats):
            yield BadFile(f"{_locate(file, 'forces', key)}: a model cannot be called {min(clash)} like a side")


def _find_wrong_actions(form: BookForm, file: LinedRecord) -> Iterator[BadFile]:
    for key, action in form.actions.items():
        if not any((action.inches, action.mark, action.unmark, action.attack, action.check)):
            yield BadFile(f"{_locate(file, 'actions', key)}: {key} does nothing; add a move, marker, attack or check")
        if key == END:
            yield BadFile(f"{_locate(file, 'actions', key)}: {END} ends an activation; choose another name")
    if form.turn.orders != "none" and not form.orders:
        yield BadFile(f"{file.locate_key('turn')}: there are no orders to give; add [orders], or leave out turn.orders")


def _find_wrong_places(form: BookForm, file: LinedRecord) -> Iterator[BadFile]:
    for model, place in form.demo.places.items():
        if len(place) != SHORTEST_DEMO_PLACE:
            yield BadFile(f"{_locate(file, 'demo', 'places')}: the place of {model} must be two numbers, [x, y]")
    for piece in form.demo.pieces:
        if len(piece.box) != BOX:
            yield BadFile(f"{_locate(file, 'demo', 'pieces')}: the box of {piece.name} must be four numbers")


def _find_wrong_gains(form: BookForm, file: LinedRecord) -> Iterator[BadFile]:
    campaign, where = form.campaign, file.locate_key("campaign")
    used = [*(row.counter for row in campaign.gains), *(row.counter for row in campaign.advances)]
    for counter in used:
        if counter not in campaign.counters:
            names = ", ".join(campaign.counters) or "none"
            yield BadFile(f"{where}: {counter} is no counter of the campaign; there are {names}")
    numbers = (WOUNDS, *(name for name, number in form.numbers.items() if number.of == "profile"))
    for advance in campaign.advances:
        if advance.number not in numbers:
            yield BadFile(f"{where}: {advance.number} is no number of a profile; there are {', '.join(numbers)}")


def _locate(file: LinedRecord, table: str, key: str) -> str:
    inner = file.values.get(table)
    return file.record(table).locate_key(key) if isinstance(inner, Mapping) else file.locate_key(table)
