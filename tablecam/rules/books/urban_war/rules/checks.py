"""Every roll against a number: the target, and each modifier with its clause. The screen shows the same checks.

By formulas or, as a house rule, by the reference sheet's look-up tables, which clip the sum of the stats.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from tablecam.base.clause import Clause
from tablecam.rules.books.urban_war.rules.cards import BATTLESHIELD, HEAVY_ARMOUR, Figures, Shot
from tablecam.rules.books.urban_war.rules.codes import MATERIALS, cover_check, reason, row
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.rules.state import Fighter, State
from tablecam.rules.check import Check, Modifier, Natural

AUTOMATIC = (Natural(1, 1, False, row(82)), Natural(10, 10, True, row(82)))
COMMAND_FAILURE = (Natural(2, 5, False, row(100)),)

BIG = 4

# the tables of the reference sheet: their lowest and highest cells
CELLS = (2, 10)
COMMAND_CELLS = (6, 14)


def to_hit(state: State, shooter: Fighter, target: Fighter, figures: Figures, shot: Shot) -> Check:
    """d10 + SH + weapon + size + moved + panicked + speculative: 10 or more. Clause: UW-QS Rolling to Hit."""
    others = [
        Modifier(figures.to_hit, reason(f"weapon.{shot.band.value}"), row(18)),
        Modifier(int(target.profile.SZ >= BIG), reason("size", size=target.profile.SZ), row(81)),
        Modifier(-shot.band.beyond_contact if shot.moved else 0, reason("moved"), row(67)),
        Modifier(-2 if state.suffers(shooter.id) else 0, reason("is-panicked"), row(107)),
        Modifier(-1 if shot.speculative else 0, reason("speculative"), row(87)),
    ]
    # no text: a code, like the name of every check
    return build_check("to hit", 10, [Modifier(shooter.profile.SH, reason("SH"), row(7))], others, state.rules, row(81))


def blow(state: State, striker: Fighter, target: Fighter, figures: Figures) -> Check:
    """d10 + own AS - enemy AS + charging + panicked: 6 or more. Clause: UW-QS Close Combat: Rolling to Hit."""
    stats = [
        Modifier(striker.profile.AS, reason("AS"), row(6)),
        Modifier(-target.profile.AS, reason("AS-of", model=target.id), row(6)),
    ]
    others = [
        Modifier(figures.to_hit if state.rules.cc_weapon_modifier else 0, reason("weapon.contact"), row(18)),
        Modifier(int(striker.charging), reason("charging"), row(95)),
        Modifier(-2 if state.suffers(striker.id) else 0, reason("is-panicked"), row(107)),
    ]
    # no text
    return build_check("to hit in close combat", 6, stats, others, state.rules, row(95))


def shot_damage(state: State, shooter: Fighter, target: Fighter, figures: Figures) -> Check:
    """d10 + ST - T: 6 or more. Clause: UW-QS Rolling for Damage."""
    shield = -1 if target.profile.tag(BATTLESHIELD) else 0
    stats = [
        Modifier(strength(shooter, figures), reason("ST"), row(83)),
        Modifier(-target.profile.T, reason("T"), row(9)),
    ]
    return build_check("damage", 6, stats, [Modifier(shield, reason("battleshield"), row(37))], state.rules, row(83))


def blow_damage(state: State, striker: Fighter, target: Fighter, figures: Figures) -> Check:
    """d10 + ST - T + charging: 6 or more. Clause: UW-QS Close Combat: Rolling for Damage."""
    striker_strength = striker.profile.ST if state.rules.cc_strength == "model" else strength(striker, figures)
    stats = [Modifier(striker_strength, reason("ST"), row(8)), Modifier(-target.profile.T, reason("T"), row(9))]
    others = [
        Modifier(-1 if target.shield_vs == striker.id else 0, reason("battleshield"), row(38)),
        Modifier(int(striker.charging), reason("charging"), row(96)),
    ]
    # no text
    return build_check("damage in close combat", 6, stats, others, state.rules, row(96))


def strength(fighter: Fighter, figures: Figures) -> int:
    """The Strength of a weapon in a band; +n adds to the model's own."""
    return figures.strength + (fighter.profile.ST if figures.adds else 0)


def armour(state: State, target: Fighter) -> Check | None:
    """d10 + N for every hit: 10 or more stops it; None without heavy armour. Clause: UW-QS Heavy Armour."""
    tag = target.profile.tag(HEAVY_ARMOUR)
    if not tag:
        return None
    worn = Modifier(tag.value, reason("heavy-armour", value=tag.value), row(35))
    # no text
    return Check(name="heavy armour", target=10, modifiers=(worn,), naturals=automatics(state.rules), clause=row(35))


def cover(state: State, material: str) -> Check:
    """d10 for every wound: the save of the material or more. Clause: UW-QS Cover."""
    save = MATERIALS[material].save
    return Check(name=cover_check(material), target=save, naturals=automatics(state.rules), clause=row(85))


def automatics(rules: HouseRules) -> tuple[Natural, ...]:
    """The automatic results of 1 and 10 on saves, as a house rule."""
    return AUTOMATIC if rules.save_automatics else ()


def command(state: State, fighter: Fighter, kind: str, extra: Sequence[Modifier] = ()) -> Check:
    """2d10 + CD + CAL + modifiers: 15 or more; 5 or less on the dice fails. Clause: UW-QS Making a Command Check."""
    profile = fighter.profile
    check = _build_command_check(kind, profile.CD, profile.CAL, state.rules.tables_or_formulas == "tables")
    return replace(check, modifiers=(*check.modifiers, *drop_zero_modifiers(extra))) if extra else check


@lru_cache(maxsize=1024)
def _build_command_check(kind: str, cd: int, cal: int, by_tables: bool) -> Check:
    """The command check of a model without other modifiers: the same for many rolls, with its odds."""
    needed, (low, high) = 15, COMMAND_CELLS
    modifiers = [Modifier(cd, reason("CD"), row(11)), Modifier(cal, reason("CAL"), row(30))]
    if by_tables:
        needed, modifiers = min(max(15 - cd, low), high), modifiers[1:]
    return Check(
        name=kind, target=needed, modifiers=drop_zero_modifiers(modifiers), naturals=COMMAND_FAILURE, dice=2,
        clause=row(99),
    )  # fmt: skip


def build_check(
    name: str, target: int, stats: Sequence[Modifier], others: Sequence[Modifier], rules: HouseRules, clause: Clause
) -> Check:
    """One d10 where 1 fails and 10 passes, from stats and other modifiers."""
    modifiers = [*stats, *others]
    if rules.tables_or_formulas == "tables":
        low, high = CELLS
        target, modifiers = min(max(target - sum(stat.amount for stat in stats), low), high), [*others]
    return Check(name=name, target=target, modifiers=drop_zero_modifiers(modifiers), naturals=AUTOMATIC, clause=clause)


def drop_zero_modifiers(modifiers: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """The modifiers that add or take anything."""
    return tuple(modifier for modifier in modifiers if modifier.amount)
