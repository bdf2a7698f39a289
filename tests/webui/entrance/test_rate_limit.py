from webui.entrance.rate_limit import ALL, EACH, WINDOW_S, RateLimit


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_some_wrong_codes_are_forgiven_and_then_one_waits() -> None:
    tries = RateLimit(Clock())
    for _ in range(EACH):
        assert tries.wait_s("a") == 0
        tries.wrong("a")
    assert tries.wait_s("a") == WINDOW_S
    assert tries.wait_s("b") == 0


def test_the_wait_ends_when_the_oldest_wrong_try_is_a_minute_old() -> None:
    clock = Clock()
    tries = RateLimit(clock)
    for second in range(EACH):
        clock.now = float(second)
        tries.wrong("a")
    clock.now = 20.0
    assert tries.wait_s("a") == 40.0
    clock.now = WINDOW_S
    assert tries.wait_s("a") == 0


def test_many_addresses_together_wait_as_well() -> None:
    tries = RateLimit(Clock())
    for number in range(ALL):
        assert tries.wait_s(str(number)) == 0
        tries.wrong(str(number))
    assert tries.wait_s("another") == WINDOW_S


def test_a_clock_that_goes_on_forgets_everything() -> None:
    clock = Clock()
    tries = RateLimit(clock)
    for number in range(ALL):
        tries.wrong(str(number))
    clock.now = WINDOW_S
    assert tries.wait_s("0") == 0
    assert len(tries._wrong) == 0
