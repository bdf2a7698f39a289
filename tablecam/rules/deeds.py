"""The deeds of models, read from events: attacks, and the removal of models, for the statistics of many games."""

from dataclasses import dataclass


@dataclass(frozen=True)
class AttackMade:
    """A model attacks. weapon: empty for the weapon that it has named before."""

    model: str
    weapon: str = ""


@dataclass(frozen=True)
class ModelRemoved:
    """A model leaves play, by the attack before."""

    model: str


Deed = AttackMade | ModelRemoved
