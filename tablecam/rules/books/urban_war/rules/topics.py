"""The topics of Urban War's questions: the purpose, always the one in old logs, the action and the subject."""

from tablecam.rules.ask import Topic
from tablecam.rules.books.urban_war.rules.materials import cover_check

ACTIVATE = Topic("activate", "activate")
DEPLOY = Topic("deploy", "deploy")
TABLE_EDGE = Topic("table edge", "sides.edge")
PLACE_TERRAIN = Topic("place a piece of terrain", "terrain.place")
DEPLOYS_FIRST = Topic("who deploys the first model", "deploy.first")
GOES_FIRST = Topic("go first or second", "turn.first")
ORDERS = Topic("orders", "orders")
ORDER = Topic("order", "orders")


# no text: purposes are codes, which logs have had from the beginning
def roll_off(purpose: str) -> Topic:
    """The roll-off of both sides: the purpose is also the code."""
    return Topic(purpose, f"roll-off.{_to_code(purpose)}")


def check(kind: str, model: str) -> Topic:
    """A command check."""
    return Topic(f"{kind} of {model}", f"check.{_to_code(kind)}", (model,))


def hit(striker: str, target: str) -> Topic:
    """The dice to hit, of a shot and of a blow."""
    return Topic(f"{striker} to hit {target}", "hit", (striker, target))


def damage(striker: str, target: str) -> Topic:
    """The damage dice."""
    return Topic(f"damage of {striker} to {target}", "damage", (striker, target))


def armour(target: str) -> Topic:
    """The dice of heavy armour."""
    return Topic(f"heavy armour of {target}", "armour", (target,))


def cover(material: str, target: str) -> Topic:
    """The dice of cover of a material."""
    return Topic(f"{cover_check(material)} of {target}", f"cover.{material}", (target,))


def action(model: str) -> Topic:
    """The action of a model."""
    return Topic(f"action of {model}", "action", (model,))


def end(model: str) -> Topic:
    """The end of a model's action, or a follow-up."""
    return Topic(f"{model} has acted", "end", (model,))


def shoot_target(shooter: str) -> Topic:
    """The target of a model's shot."""
    return Topic(f"target of {shooter}", "shoot.target", (shooter,))


def nearest(shooter: str) -> Topic:
    """The nearest enemy, where the measurement cannot tell."""
    return Topic(f"nearest to {shooter}", "shoot.nearest", (shooter,))


def charge_target(model: str) -> Topic:
    """The target of a model's charge."""
    return Topic(f"charge of {model}", "charge.target", (model,))


def opponent(model: str) -> Topic:
    """The opponent of a model in contact."""
    return Topic(f"opponent of {model}", "fight.opponent", (model,))


def portal(model: str) -> Topic:
    """The model that a warp portal leads to."""
    return Topic(f"portal of {model}", "portal", (model,))


def striker(model: str) -> Topic:
    """The enemy that strikes at a model that breaks off."""
    return Topic(f"who strikes at {model}", "break-off.striker", (model,))


def weapon(model: str) -> Topic:
    """The weapon that a model uses."""
    return Topic(f"weapon of {model}", "weapon", (model,))


def shield(model: str) -> Topic:
    """The enemy that a battleshield is held against."""
    return Topic(f"battleshield of {model} against", "shield", (model,))


def react(target: str) -> Topic:
    """Breaking into the action of a model."""
    return Topic(f"break into the action of {target}", "react", (target,))


def move(kind: str, model: str, enemy: str = "") -> Topic:
    """A move on the table, towards an enemy or not."""
    return Topic(f"{kind} {enemy}".rstrip(), f"move.{_to_code(kind)}", (model, enemy) if enemy else (model,))


def evade(model: str) -> Topic:
    """A model's try to evade."""
    return Topic(f"{model} evades", "evade", (model,))


def still_there(target: str, shooter: str) -> Topic:
    """A model's position when a shot falls: still there or gone."""
    return Topic(f"{target} is still where {shooter}'s shot falls", "evade.still-there", (target, shooter))


def flight(model: str) -> Topic:
    """A model's flight."""
    return Topic(f"{model} is off the ground", "off-ground", (model,))


def withdraws(side: str, lost: int, of: int) -> Topic:
    """A side's withdrawal."""
    return Topic(f"{side} has lost {lost} of {of}: it withdraws", "withdraw", (side,))


def sees_enough(viewer: str, target: str) -> Topic:
    """Enough of a target in sight or not, where the measurement cannot tell."""
    return Topic(f"{viewer} sees enough of {target} to shoot", "sight.enough", (viewer, target))


def has_cover(viewer: str, target: str) -> Topic:
    """A target's cover, where the measurement cannot tell."""
    return Topic(f"{target} has cover from {viewer}", "sight.cover", (viewer, target))


def _to_code(words: str) -> str:
    return words.replace(" ", "-")
