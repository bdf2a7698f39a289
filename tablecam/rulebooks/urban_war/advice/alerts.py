"""Who could break into a move, in the players' words."""

from tablecam.i18n import Message
from tablecam.rulebooks.table_facts import ModelNames
from tablecam.rulebooks.urban_war.advice.prospects import OverwatchThreat
from tablecam.rulebooks.urban_war.rules.overwatch import CHARGE
from tablecam.rulebooks.views import AlertView


def alert(threat: OverwatchThreat, names: ModelNames) -> AlertView:
    """The alert of one watcher: `Shale could break in: shot, sees 38 %`."""
    share = threat.seen.sighting.visible
    values = {"model": names(threat.model), "share": f"{100 * share:.0f}"}
    charges = Message("{model} could break in: charge, sees {share} %", **values)
    shoots = Message("{model} could break in: shot, sees {share} %", **values)
    return AlertView(
        model=threat.model,
        text=charges if threat.kind == CHARGE else shoots,
        short=Message("{share} %", share=values["share"]),
        at_in=(round(threat.seen.x_in, 2), round(threat.seen.y_in, 2)),
        kind=threat.kind,
    )
