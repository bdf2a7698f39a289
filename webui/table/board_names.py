"""The names of models for the browser that asks: a game may hide which model is which."""

from collections.abc import Callable, Mapping

from tablecam.game.hosting.game_host import GameHost

# by id, the names that a role reads in place of those of models that it does not know
Hidden = Callable[[str], Mapping[str, str]]


def choose_hidden_names(host: GameHost | None) -> Hidden:
    """The names that the game in progress hides from a role; none where no games are played."""
    return host.get_hidden_names if host else nothing_hidden


def nothing_hidden(role: str) -> Mapping[str, str]:  # noqa: ARG001 every role may know all
    """No names: every role knows every model."""
    return {}
