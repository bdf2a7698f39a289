"""The chances of breaking into a move, and the question whether to break in, with the shot or charge of each model."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from tablecam.base.i18n import InContext, Message
from tablecam.base.lengths import describe_length, figures, short_in_words
from tablecam.rules.books.urban_war.advice.odds_words import check_line, fight_lines, model_falls, odds, shot_lines
from tablecam.rules.books.urban_war.advice.options import FALLS_SHORT, NO_PATH, Setting, nearby_hindrances
from tablecam.rules.books.urban_war.advice.overwatch import MeasuredPlay, OverwatchThreat, observe_threat, sees
from tablecam.rules.books.urban_war.advice.targets import OUT_OF_RANGE, check_text, cover_text, find_aura, need_text
from tablecam.rules.books.urban_war.board import BANDS
from tablecam.rules.books.urban_war.measurements import MeasuredTable
from tablecam.rules.books.urban_war.rules.cards import Band, Shot
from tablecam.rules.books.urban_war.rules.check_chances import (
    InterceptOdds,
    ReactionOdds,
    disruption_odds,
    intercept_odds,
)
from tablecam.rules.books.urban_war.rules.codes import row
from tablecam.rules.books.urban_war.rules.facts import React, Reaction
from tablecam.rules.books.urban_war.rules.overwatch import CHARGE, REACTING, find_reaction
from tablecam.rules.books.urban_war.rules.target_priority import usable
from tablecam.rules.books.views import AdviceFact, AdviceOdds, AdviceRow, AdviceView, Text
from tablecam.rules.check import Check
from tablecam.rules.per_cent import share_text
from tablecam.rules.sentence import ModelNames
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.paths import path_to_touch

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
    tried = [disruption_odds(state, model, mover, weapon, shot, bonus) for weapon in usable(state, model, shot.band)]
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


# The question whether to break in, in full: the shot or charge of each model on overwatch, and its chances.
#
# The rows show the same facts as those of a target. Only the seat that is asked sees them; they are made for every view
# of the table, because they change while the mover walks.

WAY = str(row(69))
PLAYERS_DECIDE = Message("the players decide: too close to call")


@dataclass(frozen=True)
class Interruption:
    """A way to break in at the mover's position. possible: the ruling would allow it."""

    table: MeasuredTable
    mover: str
    threat: OverwatchThreat
    possible: bool
    names: ModelNames

    @property
    def model(self) -> str:
        """The model that breaks in."""
        return self.threat.model


def reaction_advice(look: MeasuredPlay, ask: React, names: ModelNames) -> AdviceView:
    """A row for each way to break in that the rules leave open, where the camera sees both models."""
    rows = []
    for option in ask.options:
        reaction = find_reaction(ask, option.id) if option.open else None
        if reaction and sees(look.table, reaction.model, ask.target):
            rows.append(replace(_describe_reaction(look, reaction, ask.target, names), option=option.id))
    return AdviceView(model=ask.target, rows=tuple(rows))


def _describe_reaction(look: MeasuredPlay, reaction: Reaction, mover: str, names: ModelNames) -> AdviceRow:
    threat, why = observe_threat(look.again(), reaction.model, mover, reaction.kind)
    interruption = Interruption(look.table, mover, threat, why is None, names)
    blank = AdviceRow(
        key=f"{reaction.model} {reaction.kind}",
        kind="reaction",
        target=reaction.model,
        line=_draw_line(look.table, reaction.model, mover),
        clause=str(REACTING[reaction.kind]),
    )
    return _describe_charge(interruption, blank) if reaction.kind == CHARGE else _describe_shot(interruption, blank)


def _draw_line(table: MeasuredTable, *models: str) -> tuple[tuple[float, float], ...]:
    ends = map(table.snapshot.model, models)
    return tuple((round(endpoint.x_in, 2), round(endpoint.y_in, 2)) for endpoint in ends)


def _describe_shot(found: Interruption, blank: AdviceRow) -> AdviceRow:
    """Range with band, share in sight, cover, check, and the number to hit. Clause: UW-QS Overwatch (UW-055)."""
    view, shot = found.threat.view, found.threat.shot
    far = Message(
        "{far}, {band}",
        far=describe_length(view.range.value),
        band=BANDS[view.band.value] if view.band else OUT_OF_RANGE,
    )
    facts = [AdviceFact("range", Message("Range"), far, _doubt_text(found, "range"), str(row(27))), _sight_fact(found)]
    best = best_disruption(found.table, found.model, found.mover, shot) if shot and found.possible else None
    if best is None:
        return replace(blank, facts=tuple(facts))
    facts += (
        AdviceFact("cover", Message("Cover"), cover_text(view.cover), _doubt_text(found, "sight.cover"), str(row(85))),
        _check_fact(best.check),
        AdviceFact("need", Message("To hit"), need_text(best.rallied.to_hit), clause=str(row(81))),
    )
    wounds_left = found.table.state[found.mover].wounds
    return replace(blank, facts=tuple(facts), odds=disruption_shown(best, wounds_left, found.names))


def _describe_charge(found: Interruption, blank: AdviceRow) -> AdviceRow:
    """The length of the path, share in sight, check, and the fight. Clause: UW-QS Overwatch (UW-057)."""
    path_fact, warning = _describe_path(found)
    facts = [path_fact, _sight_fact(found)]
    if not found.possible:
        return replace(blank, facts=tuple(facts))
    odds = find_intercept(found.table, found.model, found.mover)
    facts.append(_check_fact(odds.check))
    shown = intercept_shown(odds, found.names)
    return replace(blank, facts=tuple(facts), odds=shown, text=warning)


def _describe_path(found: Interruption) -> tuple[AdviceFact, Text]:
    """The length of a charge's path and a warning; while the mover walks, a lower bound of the length."""
    reach = float(found.table.state[found.model].profile.charge_in)
    reach_text, unsure = short_in_words(reach), _doubt_text(found, "range")
    if found.mover in found.table.state[found.model].contacts:
        return AdviceFact("range", Message("Way"), BANDS[Band.CONTACT.value], clause=WAY), ""
    if found.table.snapshot.model(found.mover).state == "moving" or not found.possible:
        far = Message("at least {far} of {most}", far=figures(found.threat.view.range.value), most=reach_text)
        return AdviceFact("range", Message("Way"), far, unsure, WAY), ""
    setting = Setting(found.table, found.model, found.names)
    hindrances = nearby_hindrances(setting, reach)
    path = path_to_touch(found.table.snapshot, found.model, found.mover, hindrances)
    if not path.length:
        return AdviceFact("range", Message("Way"), NO_PATH, unsure, WAY), FALLS_SHORT
    far = Message("{far} of {most}", far=figures(path.length.value), most=reach_text)
    warning = FALLS_SHORT if path.at_most(reach) is Verdict.NO else ""
    return AdviceFact("range", Message("Way"), far, unsure, WAY), warning


def _sight_fact(found: Interruption) -> AdviceFact:
    """The share of the mover that the model sees. Clause: UW-QS Line of Sight."""
    share = Message("{share} %", share=f"{100 * found.threat.share:.0f}")
    return AdviceFact("sight", InContext("a fact", "Sees"), share, _doubt_text(found, "sight.enough"), str(row(29)))


def _check_fact(check: Check) -> AdviceFact:
    """The command check. Clause: UW-QS Overwatch (UW-052)."""
    return AdviceFact("check", InContext("a fact", "Command check"), check_text(check), clause=str(row(52)))


def _doubt_text(found: Interruption, action: str) -> Text:
    return PLAYERS_DECIDE if any(doubt.action == action for doubt in found.threat.doubts) else ""
