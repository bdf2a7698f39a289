import pytest

from webui.server import hosts


def test_open_to_the_network_this_machine_comes_first() -> None:
    assert hosts.all_urls("0.0.0.0", 8000)[0] == "http://127.0.0.1:8000"


def test_other_devices_are_not_sent_to_their_own_loopback() -> None:
    assert "http://127.0.0.1:8000" not in hosts.elsewhere("0.0.0.0", 8000)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.3.1", "::1", "localhost"])
def test_a_server_for_this_machine_alone_has_no_address_elsewhere(host: str) -> None:
    assert hosts.elsewhere(host, 8000) == []


@pytest.mark.parametrize(
    ("host", "url"), [("192.168.1.7", "http://192.168.1.7:80"), ("fd00::7", "http://[fd00::7]:80")]
)
def test_a_server_at_one_address_is_found_there(host: str, url: str) -> None:
    assert hosts.all_urls(host, 80) == hosts.elsewhere(host, 80) == [url]
