"""The bridges from the host of a game to its rulebook, by the rulebook's name."""

from collections.abc import Callable, Mapping

from tablecam.rulebooks.book import Phrases, TableFacts
from tablecam.rulebooks.urban_war.table.sight_reasons import RecordedSight, seen_again
from tablecam.rulebooks.urban_war.table.table_facts import UrbanWarTableFacts
from tablecam.rulebooks.urban_war.wording.wording import UrbanWarPhrases

TONGUES: Mapping[str, Phrases] = {"urban-war": UrbanWarPhrases()}
HANDS: Mapping[str, TableFacts] = {"urban-war": UrbanWarTableFacts()}
# a sight that the log has, with its reasons
SEEN_AGAIN: Mapping[str, Callable[..., RecordedSight | None]] = {"urban-war": seen_again}
