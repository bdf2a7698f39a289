"""Alerts about enemies that could break into a move, in the players' words."""

import math
from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.base.lengths import short
from tablecam.rules.books.urban_war.advice.watching import OverwatchThreat
from tablecam.rules.books.urban_war.board import BANDS
from tablecam.rules.books.urban_war.rules.materials import MATERIALS
from tablecam.rules.books.urban_war.rules.overwatch import CHARGE
from tablecam.rules.books.views import AdviceOdds, AlertView, Text
from tablecam.rules.sentence import ModelNames

# Lengths are rounded up to this: at that length the hint is true.
TOLD_IN = 0.1


def alert(
    threat: OverwatchThreat, names: ModelNames, walked_in: float = 0.0, odds: tuple[AdviceOdds, ...] = ()
) -> AlertView:
    """The alert of one watcher: `Shale could break in after 2.4″ of the way: shot at 13.4″ (medium), sees 38 %`.

    walked_in: the length that the mover walked before this path. odds: the chances of the reaction.
    """
    share = f"{100 * threat.share:.0f}"
    along_in = math.ceil((walked_in + threat.along_in) / TOLD_IN - 1e-9) * TOLD_IN
    values: dict[str, Text] = {"model": names(threat.model), "share": share, "range": short(threat.view.range.value)}
    if along_in:
        values["along"] = short(along_in)
    text: Text = _describe_charge(values) if threat.kind == CHARGE else _describe_shot(threat, values)
    if threat.doubts:
        # Translators: {hint} is `Shale could break in ...: ...`
        text = Message("{hint}; too close to call, so the players decide", hint=text)
    return AlertView(
        model=threat.model,
        text=text,
        short=Message("{share} %", share=share),
        at_in=(threat.place[0], threat.place[1]),
        kind=threat.kind,
        option=f"{threat.model} {threat.kind}",
        odds=odds,
    )


def _describe_charge(values: Mapping[str, Text]) -> Message:
    if "along" not in values:
        return Message("{model} could break in at once: charge over {range}, sees {share} %", **values)
    return Message("{model} could break in after {along} of the path: charge over {range}, sees {share} %", **values)


def _describe_shot(threat: OverwatchThreat, values: Mapping[str, Text]) -> Message:
    band_values, cover = _band_values(threat, values), threat.view.cover
    # Translators: {range} with its band in brackets
    shot = Message("shot at {range} ({band}), sees {share} %", **band_values)
    if cover:
        shot = Message("{shot}, {cover}", shot=shot, cover=MATERIALS[cover].cover)
    if "along" not in values:
        return Message("{model} could break in at once: {shot}", model=values["model"], shot=shot)
    return Message(
        "{model} could break in after {along} of the path: {shot}",
        model=values["model"],
        along=values["along"],
        shot=shot,
    )


def _band_values(threat: OverwatchThreat, values: Mapping[str, Text]) -> dict[str, Text]:
    assert threat.view.band
    return {"range": values["range"], "share": values["share"], "band": BANDS[threat.view.band.value]}
