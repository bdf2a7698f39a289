import pytest

from webui.entrance.keys import ALPHABET, LENGTH, joining
from webui.entrance.rate_limit import FIRST_WAIT_S, FORGOTTEN_S, FREE, LONGEST_WAIT_S, MOST, RateLimit


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def wrong(tries: RateLimit, address: str, times: int) -> None:
    for _ in range(times):
        tries.wrong(address)


def guesses(seconds: float, patience_s: float = LONGEST_WAIT_S) -> int:
    """How often one address can guess in that time. patience_s: it does not wait longer, but until it is forgotten."""
    clock = Clock()
    tries, made = RateLimit(clock), 0
    while clock.now <= seconds:
        wait = tries.wait_s("a")
        if wait:
            clock.now += wait if wait <= patience_s else FORGOTTEN_S
            continue
        tries.wrong("a")
        made += 1
    return made


def test_some_wrong_codes_are_forgiven_then_each_doubles_the_wait() -> None:
    clock = Clock()
    tries = RateLimit(clock)
    wrong(tries, "a", FREE - 1)
    assert tries.wait_s("a") == 0
    waits = []
    for _ in range(16):
        tries.wrong("a")
        waits.append(tries.wait_s("a"))
        clock.now += waits[-1]
        assert tries.wait_s("a") == 0
    assert waits[:4] == [FIRST_WAIT_S, 2 * FIRST_WAIT_S, 4 * FIRST_WAIT_S, 8 * FIRST_WAIT_S]
    assert waits[-1] == LONGEST_WAIT_S


def test_wrong_codes_from_one_address_never_keep_another_one_out() -> None:
    tries = RateLimit(Clock())
    wrong(tries, "10.0.0.66", 1000)
    for number in range(MOST + 10):
        address = f"10.1.{number // 256}.{number % 256}"
        assert tries.wait_s(address) == 0
        tries.wrong(address)


@pytest.mark.slow
def test_a_guesser_is_not_forgotten_for_addresses_with_fewer_wrong_tries_and_the_table_has_a_bound() -> None:
    clock = Clock()
    tries = RateLimit(clock)
    wrong(tries, "10.0.0.66", FREE)
    for number in range(MOST + 2000):
        clock.now += 1e-4
        tries.wrong(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert tries.wait_s("10.0.0.66") > 0
    assert len(tries._tries) == MOST


def test_an_address_is_forgiven_after_a_week_without_a_wrong_code() -> None:
    clock = Clock()
    tries = RateLimit(clock)
    wrong(tries, "a", 40)
    clock.now = FORGOTTEN_S - 1
    tries.wrong("a")
    assert tries.wait_s("a") == LONGEST_WAIT_S
    clock.now += FORGOTTEN_S
    assert tries.wait_s("a") == 0
    tries.wrong("a")
    assert tries.wait_s("a") == 0


def test_the_addresses_of_one_machine_of_ipv6_wait_together() -> None:
    tries = RateLimit(Clock())
    for number in range(FREE):
        tries.wrong(f"2001:db8:1:2::{number:x}")
    assert tries.wait_s("2001:db8:1:2:ffff::1") == FIRST_WAIT_S
    assert tries.wait_s("2001:db8:1:3::1") == 0
    wrong(tries, "::ffff:10.0.0.1", FREE)
    assert tries.wait_s("10.0.0.1") == FIRST_WAIT_S


def test_guessing_gets_as_far_as_the_page_on_security_says() -> None:
    codes, right = len(ALPHABET) ** LENGTH, len(joining(("red", "blue")))
    evening = guesses(5 * 3600)
    season = max(guesses(90 * 86400, LONGEST_WAIT_S / 2**halved) for halved in range(14))
    assert (codes, right, evening, season) == (3_200_000, 4, 15, 208)
    # all addresses of a home network, for an evening and for a season
    assert 254 * evening * right / codes < 0.0052
    assert 254 * season * right / codes < 0.067
