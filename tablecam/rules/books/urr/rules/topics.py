"""What Urr asks: for every question its purpose, as logs name it, its action and its subject."""

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
    """Which units fight at a place."""
    return Topic(f"who fights at {place}", "muster", (place,))


def raiders(unit: str) -> Topic:
    """Which unit raiders go with."""
    return Topic(f"unit that {unit} goes with", "raiders", (unit,))


def crew(section: str) -> Topic:
    """Who is in the siege tower."""
    return Topic(f"crew of the tower at {section}", "tower.crew", (section,))


def enter(section: str) -> Topic:
    """Which unit climbs through a breach."""
    return Topic(f"unit through the breach of {section}", "breach.enter", (section,))


def exposed(unit: str) -> Topic:
    """How much a unit is worse off in the breach."""
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
    """What magic adds to a die."""
    return Topic(f"magic of {unit}", "magic", (unit,))


def hit(party: str) -> Topic:
    """Which unit takes a hit."""
    return Topic(f"hit on {party}", "hit", (party,))


def healing(party: str) -> Topic:
    """How many steps magic restores."""
    return Topic(f"steps that magic restores to {party}", "healing", (party,))


def healed(party: str) -> Topic:
    """Which unit gets a step back."""
    return Topic(f"unit of {party} that magic restores", "healing.unit", (party,))


def raid(engine: str) -> Topic:
    """What raids take off an engine."""
    return Topic(f"damage of {engine} by raids", "raid", (engine,))


def sapped(section: str) -> Topic:
    """How many steps sappers have taken from a section."""
    return Topic(f"steps of {section} sapped", "sapping.steps", (section,))


def project(unit: str) -> Topic:
    """What an engineer corps builds."""
    return Topic(f"project of {unit}", "project", (unit,))


def safe(section: str) -> Topic:
    """Whether a wall can be repaired in peace."""
    return Topic(f"both sides of {section} are safe", "repair.safe", (section,))


def builders(section: str) -> Topic:
    """Who builds a ramp."""
    return Topic(f"builders of the ramp at {section}", "ramp.builders", (section,))


def shooter(builder: str) -> Topic:
    """Who shoots at one that builds the ramp."""
    return Topic(f"shooter at {builder}", "ramp.shooter", (builder,))


def rafts(side: str) -> Topic:
    """Where an army crosses on its rafts."""
    return Topic(f"crossing of {side}", "rafts", (side,))


def engine(name: str) -> Topic:
    """What an engine does."""
    return Topic(f"task of {name}", "engine", (name,))


def bombard(name: str, section: str) -> Topic:
    """The dice of an engine."""
    return Topic(f"{name} at {section}", "roll.engine", (name, section))


def fire(quarter: str) -> Topic:
    """Who fights a fire."""
    return Topic(f"who fights the fire at {quarter}", "fire.fought", (quarter,))


def fire_magic(quarter: str) -> Topic:
    """Whether magic puts a fire out."""
    return Topic(f"magic puts out the fire at {quarter}", "fire.magic", (quarter,))


def tower_shooter(section: str) -> Topic:
    """Who of the crew of a siege tower shoots."""
    return Topic(f"who shoots from the tower at {section}", "tower.shooter", (section,))
