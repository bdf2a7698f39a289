"""The topics of Urr's questions: for each its purpose, as logs name it, its action and its subject."""

from tablecam.rules.ask import Topic

# no text: purposes are codes
TACTICAL = Topic("tactical turn", "tactical")
NEXT_COMBAT = Topic("next combat", "combat.place")
SAPPED = Topic("section sapped", "sapping.section")
FLOODED = Topic("place flooded", "flood.place")
GOES_ON = Topic("the game goes on", "ending")
FIGHTS_ON = Topic("fights on", "fight-on")
STANCE = Topic("stance", "stance")
STANCES = Topic("stances", "stances")


def muster(place: str) -> Topic:
    """The units that fight at a place."""
    return Topic(f"who fights at {place}", "muster", (place,))


def raiders(unit: str) -> Topic:
    """The unit that raiders go with."""
    return Topic(f"unit that {unit} goes with", "raiders", (unit,))


def crew(section: str) -> Topic:
    """The crew of a siege tower."""
    return Topic(f"crew of the tower at {section}", "tower.crew", (section,))


def enter(section: str) -> Topic:
    """The unit that climbs through a breach."""
    return Topic(f"unit through the breach of {section}", "breach.enter", (section,))


def exposure(unit: str) -> Topic:
    """The penalty of a unit in the breach."""
    return Topic(f"exposed in the breach: {unit}", "breach.exposed", (unit,))


def shoots(unit: str) -> Topic:
    """The die of a unit in the ranged phase."""
    return Topic(f"{unit} shoots", "roll.ranged", (unit,))


def attacks(unit: str) -> Topic:
    """The die of a unit that attacks in the melee phase."""
    return Topic(f"{unit} attacks", "roll.attack", (unit,))


def defends(unit: str) -> Topic:
    """The die of a unit that defends in the melee phase."""
    return Topic(f"{unit} defends", "roll.defence", (unit,))


def score(kind: str, unit: str) -> Topic:
    """A number that a counter shows as a star."""
    return Topic(f"{kind} score of {unit}", f"score.{kind}", (unit,))


def magic(unit: str) -> Topic:
    """The bonus or penalty of magic on a die."""
    return Topic(f"magic of {unit}", "magic", (unit,))


def hit(party: str) -> Topic:
    """The unit that takes a hit."""
    return Topic(f"hit on {party}", "hit", (party,))


def healing(party: str) -> Topic:
    """The number of steps that magic restores."""
    return Topic(f"steps that magic restores to {party}", "healing", (party,))


def healing_target(party: str) -> Topic:
    """The unit that gets a step back."""
    return Topic(f"unit of {party} that magic restores", "healing.unit", (party,))


def raid(engine: str) -> Topic:
    """The penalty of an engine from raids."""
    return Topic(f"damage of {engine} by raids", "raid", (engine,))


def sapping_steps(section: str) -> Topic:
    """The steps that sappers have taken from a section."""
    return Topic(f"steps of {section} sapped", "sapping.steps", (section,))


def project(unit: str) -> Topic:
    """The project of an engineer corps."""
    return Topic(f"project of {unit}", "project", (unit,))


def safe(section: str) -> Topic:
    """Whether a wall can be repaired in peace."""
    return Topic(f"both sides of {section} are safe", "repair.safe", (section,))


def builders(section: str) -> Topic:
    """The builders of a ramp."""
    return Topic(f"builders of the ramp at {section}", "ramp.builders", (section,))


def shooter(builder: str) -> Topic:
    """The unit that shoots at a builder of the ramp."""
    return Topic(f"shooter at {builder}", "ramp.shooter", (builder,))


def rafts(side: str) -> Topic:
    """The place where an army crosses on its rafts."""
    return Topic(f"crossing of {side}", "rafts", (side,))


def engine(name: str) -> Topic:
    """The task of an engine."""
    return Topic(f"task of {name}", "engine", (name,))


def bombard(name: str, section: str) -> Topic:
    """The dice of an engine."""
    return Topic(f"{name} at {section}", "roll.engine", (name, section))


def fire(quarter: str) -> Topic:
    """The units that fight a fire."""
    return Topic(f"who fights the fire at {quarter}", "fire.fought", (quarter,))


def fire_magic(quarter: str) -> Topic:
    """Whether magic puts a fire out."""
    return Topic(f"magic puts out the fire at {quarter}", "fire.magic", (quarter,))


def tower_shooter(section: str) -> Topic:
    """The unit of a siege tower's crew that shoots."""
    return Topic(f"who shoots from the tower at {section}", "tower.shooter", (section,))
