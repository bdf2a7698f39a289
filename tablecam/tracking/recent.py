"""What was noticed lately: things that are said while they last, and not for one false reading."""

from dataclasses import dataclass, field


@dataclass
class Recent:
    """Numbers noticed again and again; one that is not noticed for `forget_s` is forgotten."""

    forget_s: float
    _noticed: dict[int, tuple[int, float]] = field(default_factory=dict)

    def notice(self, number: int, time: float, counts: bool = True) -> None:
        """It was there; `counts` is false where that is no news."""
        times, _ = self._noticed.get(number, (0, time))
        self._noticed[number] = times + counts, time

    def forget(self, time: float) -> None:
        """Let go of whatever was noticed too long ago."""
        self._noticed = {key: seen for key, seen in self._noticed.items() if time - seen[1] <= self.forget_s}

    def noticed(self, at_least: int = 1) -> tuple[int, ...]:
        """What was noticed so often, in order."""
        return tuple(sorted(number for number, (times, _) in self._noticed.items() if times >= at_least))
