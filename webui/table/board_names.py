"""What the board calls models for the browser that asks: a game may hide who a model is."""

from collections.abc import Callable, Mapping

from tablecam.game.hosting.game_host import GameHost

# the names that a role reads in place of those of models that it does not know, by id
Hidden = Callable[[str], Mapping[str, str]]


def hidden_by(host: GameHost | None) -> Hidden:
    """As the game in progress has it; nothing is hidden where no games are played."""
    return host.hidden_names if host else nothing_hidden


def nothing_hidden(role: str) -> Mapping[str, str]:  # noqa: ARG001 every role is told all
    """Everybody knows every model."""
    return {}
