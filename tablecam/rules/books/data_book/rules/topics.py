"""The questions of a data book as logs name them: a purpose, a code for their subject, and the ids in it."""

from tablecam.rules.ask import Topic

ACTIVATE = Topic("activate", "activate")
FIRST = Topic("first", "first")
ORDERS = Topic("orders", "orders")
# the options that name no model; the last one ends an activation
PASS, NOBODY, END = "pass", "nobody", "done"


def deployed(seat: str, place: str = "") -> Topic:
    """Whether a side's models are on the table. place: where, in the words of the scenario."""
    return Topic(place or "deployed", "deployed", (seat,))


def action(model: str) -> Topic:
    """The next action of a model."""
    return Topic("action", "action", (model,))


def weapon(model: str) -> Topic:
    """The weapon that a model uses."""
    return Topic("weapon", "weapon", (model,))


def target(model: str, weapon: str) -> Topic:
    """The target of a model. weapon: empty for a model that has none."""
    return Topic(f"target {weapon}".strip(), "target", (model,))  # no text


def move(model: str, action: str) -> Topic:
    """A move."""
    return Topic(action, "move", (model,))


def higher(model: str, other: str, by_in: float) -> Topic:
    """Whether a model stands that much higher than another one."""
    return Topic(f"{by_in:g}", "higher", (model, other))


def check(key: str, actor: str, target: str = "") -> Topic:
    """A check of the book."""
    return Topic(key, "check", (actor, target) if target else (actor,))
