"""Recent observations: reported while they last, and not after a single false reading."""

from dataclasses import dataclass, field


@dataclass
class Recent:
    """Numbers noticed repeatedly; a number that is not noticed for `forget_s` is forgotten."""

    forget_s: float
    _noticed: dict[int, tuple[int, float]] = field(default_factory=dict)

    def notice(self, number: int, time: float, counts: bool = True) -> None:
        """Note that the number was seen; `counts` is false if that is no new evidence."""
        count, _ = self._noticed.get(number, (0, time))
        self._noticed[number] = count + counts, time

    def forget(self, time: float) -> None:
        """Forget the numbers that were noticed too long ago."""
        self._noticed = {
            key: count_and_time
            for key, count_and_time in self._noticed.items()
            if time - count_and_time[1] <= self.forget_s
        }

    def noticed(self, at_least: int = 1) -> tuple[int, ...]:
        """Return the numbers noticed at least this often, in order."""
        return tuple(sorted(number for number, (count, _) in self._noticed.items() if count >= at_least))
