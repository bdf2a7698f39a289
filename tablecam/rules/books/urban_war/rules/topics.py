"""What Urban War asks: for every question its purpose, as logs have always named it, its action and its subject."""

from tablecam.rules.ask import Topic

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
    """What both sides roll for: the purpose is a code by itself."""
    return Topic(purpose, f"roll-off.{_code(purpose)}")


def check(kind: str, model: str) -> Topic:
    """A command check."""
    return Topic(f"{kind} of {model}", f"check.{_code(kind)}", (model,))


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
    """The dice of cover: solid or flimsy."""
    return Topic(f"{material} cover of {target}", f"cover.{material}", (target,))


def action(model: str) -> Topic:
    """What a model does."""
    return Topic(f"action of {model}", "action", (model,))


def end(model: str) -> Topic:
    """Whether a model ends its action or follows up."""
    return Topic(f"{model} has acted", "end", (model,))


def shoot_target(shooter: str) -> Topic:
    """Whom a model shoots at."""
    return Topic(f"target of {shooter}", "shoot.target", (shooter,))


def nearest(shooter: str) -> Topic:
    """Who is nearest, where the measurement cannot tell."""
    return Topic(f"nearest to {shooter}", "shoot.nearest", (shooter,))


def charge_target(model: str) -> Topic:
    """Whom a model charges."""
    return Topic(f"charge of {model}", "charge.target", (model,))


def opponent(model: str) -> Topic:
    """Whom a model fights."""
    return Topic(f"opponent of {model}", "fight.opponent", (model,))


def portal(model: str) -> Topic:
    """To whom a model opens a warp portal."""
    return Topic(f"portal of {model}", "portal", (model,))


def striker(model: str) -> Topic:
    """Who strikes at a model that breaks off."""
    return Topic(f"who strikes at {model}", "break-off.striker", (model,))


def weapon(model: str) -> Topic:
    """Which of its weapons a model uses."""
    return Topic(f"weapon of {model}", "weapon", (model,))


def shield(model: str) -> Topic:
    """Against whom a battleshield is held."""
    return Topic(f"battleshield of {model} against", "shield", (model,))


def react(target: str) -> Topic:
    """Whether somebody breaks into the action of a model."""
    return Topic(f"break into the action of {target}", "react", (target,))


def move(kind: str, model: str, enemy: str = "") -> Topic:
    """A move on the table, towards an enemy or not."""
    return Topic(f"{kind} {enemy}".rstrip(), f"move.{_code(kind)}", (model, enemy) if enemy else (model,))


def evade(model: str) -> Topic:
    """Whether a model tries to evade."""
    return Topic(f"{model} evades", "evade", (model,))


def still_there(target: str, shooter: str) -> Topic:
    """Whether a model is still where a shot falls."""
    return Topic(f"{target} is still where {shooter}'s shot falls", "evade.still-there", (target, shooter))


def off_ground(model: str) -> Topic:
    """Whether a model flies."""
    return Topic(f"{model} is off the ground", "off-ground", (model,))


def withdraws(side: str, lost: int, of: int) -> Topic:
    """Whether a side withdraws."""
    return Topic(f"{side} has lost {lost} of {of}: it withdraws", "withdraw", (side,))


def sees_enough(viewer: str, target: str) -> Topic:
    """Whether enough of a target shows, where the measurement cannot tell."""
    return Topic(f"{viewer} sees enough of {target} to shoot", "sight.enough", (viewer, target))


def has_cover(viewer: str, target: str) -> Topic:
    """Whether a target has cover, where the measurement cannot tell."""
    return Topic(f"{target} has cover from {viewer}", "sight.cover", (viewer, target))


def _code(words: str) -> str:
    return words.replace(" ", "-")
