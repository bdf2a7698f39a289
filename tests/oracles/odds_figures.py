"""Positions by chance, and the figures that the program shows for them, by the kind of question."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from quarter import CHIEF, LEADER, MILITIA, RIFLES, ROCKETS, SAPPERS, SCOUTS, SNIPER, TANK, TRUCK
from quarter import state as quarter_state
from siege import ARCHERS, INFANTRY, UNDEAD, after, fighting, units, wall
from siege import MILITIA as LEVY
from siege import setup as siege_setup
from skirmish import state

from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.data_book.rules.context import Context, Pairing, list_conditions
from tablecam.rules.books.data_book.rules.sequence import compute_outcomes
from tablecam.rules.books.urban_operations.rules.fight_chances import fight_odds as duel_odds
from tablecam.rules.books.urban_operations.rules.fight_chances import leaving_odds
from tablecam.rules.books.urban_war.rules.action_events import Activated, Panicked
from tablecam.rules.books.urban_war.rules.attack_events import Charged, Engaged, FoughtBack
from tablecam.rules.books.urban_war.rules.cards import Band, Figures, Shot, Tag, Weapon
from tablecam.rules.books.urban_war.rules.chances import OtherTarget, find_inspiration, shot_attack
from tablecam.rules.books.urban_war.rules.check_chances import (
    disruption_odds,
    initiative_odds,
    intercept_odds,
    rally_odds,
)
from tablecam.rules.books.urban_war.rules.combat_chances import (
    FightOdds,
    break_off_odds,
    charge_odds,
    compute_expected_fight,
    fight_odds,
)
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import PRIORITY_IN_COVER, Priority, other_target_check
from tablecam.rules.books.urban_war.rules.turn_events import OrdersGiven
from tablecam.rules.books.urr.rules.chances import round_odds, section_hits
from tablecam.rules.books.urr.rules.combat_events import RoundBegan
from tablecam.rules.books.urr.rules.rulebook import new_game as new_siege
from tablecam.rules.event import evolve
from tablecam.rules.facts import Fact
from tablecam.rules.odds import Distribution

Draw = random.Random
Named = dict[str, Fraction]
RED, BLUE = "ann", "bob"
BANDS = (Band.SHORT, Band.MEDIUM, Band.LONG)


def draw_figures(draw: Draw, band: str) -> Figures:
    """Figures of a weapon; blows have few dice."""
    many = (1, 1, 2) if band == "contact" else (1, 2, 3)
    return Figures(
        to_hit=draw.randint(-2, 2), strength=draw.randint(1, 8), adds=draw.random() < 0.4,
        shots=draw.choice(many), dice=draw.choice((1, 1, 2)),
    )  # fmt: skip


def draw_weapon(draw: Draw, name: str) -> Weapon:
    """A weapon for every band."""
    bands = {band: draw_figures(draw, band) for band in ("contact", "short", "medium", "long")}
    return Weapon(name=name, FS=draw.randint(0, 3), **bands)


def draw_profile(draw: Draw, weapons: int = 1) -> dict[str, Any]:
    """The numbers of a card."""
    armour = draw.choice(((), (), (Tag("heavy armour", 2),), (Tag("heavy armour", 5),)))
    tags = [tag for tag in (Tag("battleshield"), Tag("high morale")) if draw.random() < 0.3]
    numbers = {name: draw.randint(2, 8) for name in ("AS", "SH", "ST", "T", "CD", "FS")}
    return {
        **numbers, "SZ": draw.randint(2, 4), "CAL": draw.randint(0, 2), "W": draw.randint(1, 4),
        "weapons": tuple(draw_weapon(draw, f"thing {n}") for n in range(weapons)), "tags": (*armour, *tags),
    }  # fmt: skip


HOUSE: dict[str, tuple[Any, ...]] = {
    "armoured_hits_count": (True, False), "save_automatics": (True, False), "cc_weapon_modifier": (True, False),
    "tables_or_formulas": ("tables", "formulas"), "cc_strength": ("weapon", "model"),
    "panicked_state": ("now", "activation"), "breakoff_panic": (True, False),
    "fight_back_same_enemy": (True, False), "breakoff_strikers": ("all", "one"),
    "split_shots": (True, False), "lost_shot": ("shot", "action"),
}  # fmt: skip


def draw_state(draw: Draw, red: str, blue: str, weapons: int = 1) -> State:
    """Models with cards and house rules by chance; some wounds are lost."""
    rules = {name: draw.choice(values) for name, values in HOUSE.items() if draw.random() < 0.3}
    now = state(red, blue, **rules)
    for model in (*red.replace("*", "").split(), *blue.replace("*", "").split()):
        profile = draw_profile(draw, weapons)
        now = now.replace_model(
            model, profile=replace(now[model].profile, **profile), wounds=draw.randint(1, profile["W"])
        )
    return now


def panic_some(draw: Draw, now: State, *models: str) -> State:
    """Give some of these models a panic counter."""
    for model in models:
        if draw.random() < 0.25:
            now = evolve(now, Panicked(model=model, why=""))
    return now


def figure_shot(draw: Draw) -> Named:
    """A shot, in some cases after a check for another target."""
    now = draw_state(draw, f"{RED} dan*", f"{BLUE} cy")
    now = evolve(panic_some(draw, now, RED), Activated(model=RED))
    band, cover, moved = draw.choice(BANDS), draw.choice(("", "solid", "flimsy")), draw.random() < 0.3
    checked, near, bonus = draw.random() < 0.4, draw.random() < 0.5, draw.random() < 0.3
    weapon = now[RED].profile.weapons[0]
    first = Priority((), "", other_target_check(now, RED, ()), bonus=(PRIORITY_IN_COVER,) if bonus else ())
    aura = find_inspiration(now, RED) if near else ()
    shot = Shot(band, cover, moved=moved)
    attack = shot_attack(now, RED, BLUE, weapon, shot, OtherTarget(first, aura) if checked else None)
    removed = {f"kills{n}": attack.kills(n) for n in range(1, now[BLUE].wounds + 1)}
    return {"hit": attack.hit, **removed}


def list_fight_figures(odds: FightOdds) -> Named:
    return {
        "they": odds.defender_falls, "you": odds.attacker_falls, "both": odds.both_fall,
        "loses1": odds.loses(odds.attacker), "loses2": odds.loses(odds.defender), "gain": odds.gain[1],
    }  # fmt: skip


def figure_fight(draw: Draw) -> Named:
    """A close combat as it stands."""
    now = panic_some(draw, draw_state(draw, RED, f"{BLUE} cy"), RED, BLUE)
    now = evolve(evolve(now, Activated(model=RED)), Engaged(model=RED, enemies=(BLUE,)))
    if draw.random() < 0.2:
        now = evolve(now, FoughtBack(model=BLUE, enemy=draw.choice((RED, "x"))))
    if draw.random() < 0.3:
        now = evolve(now, Charged(models=(RED,)))
    return list_fight_figures(fight_odds(now, RED, BLUE))


def figure_charge(draw: Draw) -> Named:
    """A charge into contact."""
    now = panic_some(draw, draw_state(draw, RED, f"{BLUE} cy"), BLUE)
    return list_fight_figures(charge_odds(now, RED, BLUE))


def figure_choice(draw: Draw) -> Named:
    """A combat in which both take the best of two weapons."""
    now = panic_some(draw, draw_state(draw, RED, f"{BLUE} cy", weapons=2), BLUE)
    now = evolve(evolve(now, Activated(model=RED)), Engaged(model=RED, enemies=(BLUE,)))
    return list_fight_figures(compute_expected_fight(now, RED, BLUE)[1])


def figure_break_off(draw: Draw) -> Named:
    """A break-off from one or two enemies."""
    now = panic_some(draw, draw_state(draw, RED, f"{BLUE} cy"), RED, BLUE)
    enemies = (BLUE, "cy") if draw.random() < 0.4 else (BLUE,)
    now = evolve(evolve(now, Activated(model=RED)), Engaged(model=RED, enemies=enemies))
    if draw.random() < 0.3:
        now = evolve(now, FoughtBack(model=BLUE, enemy=draw.choice((RED, "x"))))
    odds = break_off_odds(now, RED)
    return {"away": odds.gets_away, "falls": odds.falls, "stays": odds.stays, "fight": odds.fight.defender_falls}


def draw_overwatch(draw: Draw) -> tuple[State, bool]:
    """Bob on overwatch against Ann, and whether his Commander is near."""
    now = draw_state(draw, f"{RED} art", f"{BLUE} cy*")
    orders = OrdersGiven(seat="blue", orders={BLUE: "overwatch", "cy": "wait"})
    now = panic_some(draw, evolve(evolve(now, orders), Activated(model=RED)), RED, BLUE)
    return now, draw.random() < 0.5


def figure_disruption(draw: Draw) -> Named:
    """A shot out of overwatch."""
    now, near = draw_overwatch(draw)
    band, cover = draw.choice(BANDS), draw.choice(("", "solid", "flimsy"))
    bonus = find_inspiration(now, BLUE) if near else ()
    odds = disruption_odds(now, BLUE, RED, now[BLUE].profile.weapons[0], Shot(band, cover), bonus)
    return {"hit": odds.hit, "wound": odds.wound, "kills": odds.kills(now[RED].wounds)}


def figure_intercept(draw: Draw) -> Named:
    """A charge out of overwatch."""
    now, near = draw_overwatch(draw)
    odds = intercept_odds(now, BLUE, RED, find_inspiration(now, BLUE) if near else ())
    return {"fight": odds.fight_chance, "they": odds.target_falls, "you": odds.falls}


def figure_initiative(draw: Draw) -> Named:
    """The roll for initiative."""
    now = state(f"{RED}*", f"{BLUE}*", initiative_tie=draw.choice(("after", "before")))
    first, second = initiative_odds(panic_some(draw, now, RED, BLUE)).values()
    return {"first": first, "second": second, "neither": 1 - first - second}


def figure_rally(draw: Draw) -> Named:
    """Up to three tries to rally."""
    now = evolve(draw_state(draw, f"{RED} dan*", BLUE), Panicked(model=RED, why=""))
    near = draw.random() < 0.5
    bonus = find_inspiration(now, RED) if near else ()
    return {f"tries{n}": rally_odds(now, RED, n, bonus) for n in (1, 2, 3)}


def draw_units(draw: Draw, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Units of a side by chance."""
    chosen = []
    for name in names:
        kind = draw.choice((INFANTRY, ARCHERS, LEVY, UNDEAD))
        more = {"armour": "good"} if draw.random() < 0.25 else {}
        chosen += units(kind, name, **{**more, "steps": draw.randint(1, 4), "ranged": draw.choice((0, 0, 3, 5, 8))})
    return chosen


def figure_round(draw: Draw) -> Named:
    """A round of a battle, with the whole distribution of losses."""
    red, blue = (tuple(f"{letter}{n}" for n in range(draw.randint(1, 3))) for letter in "ab")
    rules = {
        "dead_units_take_hits": draw.random() < 0.2, "ranged_zero": draw.choice(("roll", "none")),
        "hit_spread": draw.choice(("battle", "phase")),
    }  # fmt: skip
    storm = wall(draw.randint(1, 3)) if draw.random() < 0.4 else {}
    said = siege_setup(draw_units(draw, red), draw_units(draw, blue), **storm, **rules)
    now = after(fighting(said, red, blue, "storm" if storm else "field"), RoundBegan(round=1))
    stances = {unit: draw.choice(("attack", "defend")) for unit in (*red, *blue)}
    tolls = round_odds(now, stances).tolls
    return name_outcomes(tolls.map(lambda toll: ",".join(str(number) for side in toll for number in side)))


def name_outcomes(spread: Distribution[str]) -> Named:
    return dict(sorted(spread.chances.items()))


def figure_section(draw: Draw) -> Named:
    """An engine that bombards a wall."""
    engine = {"id": "t1", "base": draw.randint(2, 6), "dice": draw.randint(1, 3)}
    rules = {"engine_hits": draw.choice(("one", "ladder")), "engine_wall": draw.random() < 0.5}
    said = siege_setup(
        units(INFANTRY, "a1"), units(INFANTRY, "b1"), red={"engines": [engine]}, **wall(draw.randint(1, 4)), **rules
    )
    now = new_siege(said)
    return name_outcomes(section_hits(now, now.engines["t1"], "gate").map(str))


def figure_duel(draw: Draw) -> Named:
    """A fight of two blocks."""
    rules = {
        "uo_duel_tie": draw.choice(("none", "both")), "uo_losing_die_critical": draw.choice(("effects", "ignore")),
        "uo_mutual_critical": draw.choice(("apply", "equality")), "uo_quality_rows": "other",
    }  # fmt: skip
    now = quarter_state(**{name: value for name, value in rules.items() if draw.random() < 0.3})
    block = draw.choice((RIFLES, LEADER, TANK, SAPPERS, SNIPER))
    target = draw.choice((MILITIA, CHIEF, ROCKETS, TRUCK, SCOUTS))
    for name in (block, target):
        now = now.replace_block(name, osl=draw.randint(1, now[name].card.osl))
    kind = draw.choice(("fire", "suppress", "opportunity", "assault"))
    odds = duel_odds(now, block, target, kind, 1 if kind == "assault" else draw.randint(1, 12))
    if odds is None:
        return {}
    return {"beaten": odds.beaten, **name_outcomes(odds.losses.map(lambda lost: f"{lost[0]},{lost[1]}"))}


def figure_leaving(draw: Draw) -> Named:
    """A block that leaves instead of fighting."""
    left = draw.randint(1, 3)
    lost = leaving_odds(quarter_state().replace_block(MILITIA, osl=left), MILITIA)
    return {"lost": lost.chance(lambda osl: osl >= left)}


@cache
def begin_data_book(name: str) -> tuple[Any, Any]:
    """The form of a data book and a new game of it."""
    book = BOOKS.book(name)
    assert book.forces
    scenario, starters = book.scenarios[0], book.forces.starters()
    forces = {seat: book.forces.read_force(starters[force]).force for seat, force in scenario.forces.items()}
    return book.system.form, book.system.new_game(book.build_setup(forces, scenario))  # type: ignore[attr-defined]


def figure_sequence(draw: Draw) -> Named:
    """An attack of a data book."""
    form, now = begin_data_book(draw.choice(("lantern-marsh", "brass-orchard")))
    actor = draw.choice([name for name, model in now.models.items() if form.profiles[model.profile].weapons])
    target = draw.choice(now.enemies(now[actor].seat))
    now = now.changed(target, wounds=draw.randint(1, now[target].of))
    weapon = draw.choice(form.profiles[now[actor].profile].weapons)
    attack = form.attacks[form.weapons[weapon].attack]
    far = Fact(draw.uniform(1, max((*form.weapons[weapon].bands.values(), 2))))
    holding = tuple(name for name in list_conditions(form, attack.first) if draw.random() < 0.4)
    context = Context(form, now, Pairing(actor, target, weapon, far), holding)
    ends = compute_outcomes(context, attack.first, context.compute(attack.rolls))
    return name_outcomes(ends.map(lambda pair: f"{pair[0].wounds},{pair[0].out},{pair[1].wounds},{pair[1].out}"))


FIGURES: Mapping[str, Callable[[Draw], Mapping[str, Fraction]]] = {
    "shot": figure_shot, "fight": figure_fight, "charge": figure_charge, "choice": figure_choice,
    "break-off": figure_break_off, "disruption": figure_disruption, "intercept": figure_intercept,
    "initiative": figure_initiative, "rally": figure_rally, "round": figure_round, "section": figure_section,
    "duel": figure_duel, "leaving": figure_leaving, "sequence": figure_sequence,
}  # fmt: skip
