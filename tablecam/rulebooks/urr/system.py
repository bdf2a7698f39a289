"""The rules of Urr with words for their events, so that a game can be read aloud."""

from dataclasses import dataclass

from tablecam.rulebooks.urr.rules.rulebook import UrrRules
from tablecam.rulebooks.urr.rules.state import UrrState
from tablecam.rulebooks.urr.wording import events, steps
from tablecam.rulebooks.urr.wording.names import names
from tablecam.rules.event import Event
from tablecam.rules.system import Sentence


@dataclass(frozen=True)
class Urr(UrrRules):
    """The rulebook of Urr, with its words."""

    def told(self, event: Event, state: UrrState) -> Sentence:
        """The event in the players' words."""
        return events.told(event, names(state))

    def titled(self, step: str, state: UrrState) -> str:
        """The name of a step as a heading."""
        return steps.titled(step, names(state))


URR = Urr()
