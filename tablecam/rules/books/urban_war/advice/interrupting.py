"""The question whether to break in, in full: the shot or charge of each model on overwatch, and its chances.

The rows show the same facts as those of a target. Only the seat that is asked sees them; they are made for every view
of the table, because they change while the mover walks.
"""

from dataclasses import dataclass, replace

from tablecam.base.i18n import InContext, Message
from tablecam.base.lengths import describe_length, figures, short_in_words
from tablecam.rules.books.urban_war.advice.closed_answers import sees
from tablecam.rules.books.urban_war.advice.reactions import (
    best_disruption,
    disruption_shown,
    find_intercept,
    intercept_shown,
)
from tablecam.rules.books.urban_war.advice.target_facts import OUT_OF_RANGE, check_text, cover_text, need_text
from tablecam.rules.books.urban_war.advice.watching import MeasuredPlay, OverwatchThreat, observe_threat
from tablecam.rules.books.urban_war.advice.ways import FALLS_SHORT, NO_PATH, Setting, nearby_hindrances
from tablecam.rules.books.urban_war.board import BANDS
from tablecam.rules.books.urban_war.rules.card import Band
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.facts import React, Reaction
from tablecam.rules.books.urban_war.rules.overwatch import CHARGE, REACTING, find_reaction
from tablecam.rules.books.urban_war.table.answers import MeasuredTable
from tablecam.rules.books.views import AdviceFact, AdviceRow, AdviceView, Text
from tablecam.rules.check import Check
from tablecam.rules.sentence import ModelNames
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.paths import path_to_touch

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
