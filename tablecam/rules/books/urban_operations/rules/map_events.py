"""Events of tokens and 3D actions; see `events.py`."""

from dataclasses import dataclass

from tablecam.rules.books.urban_operations.rules.base_event import UrbanOperationsEvent


@dataclass(frozen=True, kw_only=True)
class TokenRevealed(UrbanOperationsEvent):
    """A token of no man's land is revealed."""

    token: str
    kind: str
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class TokenPlaced(UrbanOperationsEvent):
    """A token is put on the map."""

    token: str
    kind: str
    seat: str = ""
    revealed: bool = True
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class TokenRemoved(UrbanOperationsEvent):
    """A token leaves the map. faces: the die that removes it, if any."""

    token: str
    why: str = ""
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TokenTested(UrbanOperationsEvent):
    """A die is rolled for an explosive or a wreck."""

    token: str
    faces: tuple[int, ...]
    explodes: bool


@dataclass(frozen=True, kw_only=True)
class Exploded(UrbanOperationsEvent):
    """An explosive has gone off and leaves the map, or a wreck has exploded and stays."""

    token: str


@dataclass(frozen=True, kw_only=True)
class PopulationMoved(UrbanOperationsEvent):
    """A population token has moved. faces: the die for its direction, if one was rolled."""

    token: str
    mp: int
    by: str = ""
    direction: int = 0
    why: str = ""
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ActionRequested(UrbanOperationsEvent):
    """A side has asked for a 3D action, which counts as used."""

    id: str
    seat: str
    kind: str
    by: str
    turn: int


@dataclass(frozen=True, kw_only=True)
class ActionUnavailable(UrbanOperationsEvent):
    """A 3D action was requested and is not available: it does not count as used."""

    seat: str
    kind: str
    by: str


@dataclass(frozen=True, kw_only=True)
class ActionCancelled(UrbanOperationsEvent):
    """A 3D action does not take place."""

    id: str
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class ActionModified(UrbanOperationsEvent):
    """A 3D action is aimed at another place."""

    id: str


@dataclass(frozen=True, kw_only=True)
class ActionResolved(UrbanOperationsEvent):
    """A 3D action has taken place."""

    id: str
    blocks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Collapsed(UrbanOperationsEvent):
    """A building was tested after a 3D action, and perhaps fell."""

    id: str
    faces: tuple[int, ...]
    leaves: str = ""
