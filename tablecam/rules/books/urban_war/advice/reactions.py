"""The chances of breaking into a move: a disruption shot or an intercept charge, from its checks to its end."""

from collections.abc import Callable
from fractions import Fraction

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.urban_war.advice.odds_words import check_line, fight_lines, model_falls, odds, shot_lines
from tablecam.rules.books.urban_war.advice.sights import find_aura
from tablecam.rules.books.urban_war.advice.watching import OverwatchThreat
from tablecam.rules.books.urban_war.rules.check_chances import (
    InterceptOdds,
    ReactionOdds,
    disruption_odds,
    intercept_odds,
)
from tablecam.rules.books.urban_war.rules.shot import Shot
from tablecam.rules.books.urban_war.rules.target_priority import usable
from tablecam.rules.books.urban_war.table.answers import MeasuredTable
from tablecam.rules.books.views import AdviceOdds, Text
from tablecam.rules.per_cent import share_text

Naming = Callable[[str], str]


def reaction_chances(
    table: MeasuredTable, threat: OverwatchThreat, mover: str, names: Naming
) -> tuple[AdviceOdds, ...]:
    """The chances of a reaction at the first possible point, with the weapon that removes the mover best."""
    if threat.shot is None:
        return intercept_shown(find_intercept(table, threat.model, mover), names)
    best = best_disruption(table, threat.model, mover, threat.shot)
    return disruption_shown(best, table.state[mover].wounds, names) if best else ()


def best_disruption(table: MeasuredTable, model: str, mover: str, shot: Shot) -> ReactionOdds | None:
    """A disruption shot with the weapon that removes the mover best; None where no weapon reaches."""
    state, wounds_left, bonus = table.state, table.state[mover].wounds, find_aura(table, model)
    tried = [
        disruption_odds(state, model, mover, figures, shot, bonus)
        for weapon in usable(state, model, shot.band)
        if (figures := weapon.get_figures(shot.band))
    ]
    return max(tried, key=lambda it: (it.kills(wounds_left), it.wound), default=None)


def find_intercept(table: MeasuredTable, model: str, mover: str) -> InterceptOdds:
    """An intercept charge that reaches the mover."""
    return intercept_odds(table.state, model, mover, find_aura(table, model))


def disruption_shown(found: ReactionOdds, left: int, names: Naming) -> tuple[AdviceOdds, ...]:
    """The chances of the check, of a hit, and of removing a model with this number of wounds left."""
    sums = (*_list_rally_lines(found, names), *shot_lines(found.shaken, names))
    return (
        odds(Message("check"), found.check.odds, (check_line(found.check, names),)),
        odds(InContext("a chance", "hit"), found.hit, sums),
        odds(InContext("a chance", "remove"), found.kills(left), sums),
    )


def intercept_shown(found: InterceptOdds, names: Naming) -> tuple[AdviceOdds, ...]:
    """The chances of the check, and that either model falls."""
    sums: tuple[Text, ...] = (check_line(found.check, names), *fight_lines(found.fight, names))
    if found.allowed < Fraction(1):
        sums = (Message("It must rally first: {share}", share=share_text(found.allowed)), *sums)
    return (
        odds(Message("check"), found.check.odds, (check_line(found.check, names),)),
        odds(model_falls(found.fight.defender, names), found.target_falls, sums),
        odds(model_falls(found.fight.attacker, names), found.falls, sums),
    )


def _list_rally_lines(found: ReactionOdds, names: Naming) -> tuple[Text, ...]:
    if not found.rally:
        return ()
    rally = check_line(found.rally, names)
    at_once = found.rallied.to_hit != found.shaken.to_hit
    return (
        (rally, Message("If it rallies: {line}", line=check_line(found.rallied.to_hit, names))) if at_once else (rally,)
    )
