"""What was noticed recently: reported while it lasts, and not after a single false reading."""

from dataclasses import dataclass, field


@dataclass
class Recent:
    """Numbers noticed repeatedly; one that is not noticed for `forget_s` is forgotten."""

    forget_s: float
    _noticed: dict[int, tuple[int, float]] = field(default_factory=dict)

    def notice(self, number: int, time: float, counts: bool = True) -> None:
        """Note that the number was seen; `counts` is false if that is no new evidence."""
        times, _ = self._noticed.get(number, (0, time))
        self._noticed[number] = times + counts, time

    def forget(self, time: float) -> None:
        """Forget what was noticed too long ago."""
        self._noticed = {key: seen for key, seen in self._noticed.items() if time - seen[1] <= self.forget_s}

    def noticed(self, at_least: int = 1) -> tuple[int, ...]:
        """The numbers noticed at least so often, in order."""
        return tuple(sorted(number for number, (times, _) in self._noticed.items() if times >= at_least))
