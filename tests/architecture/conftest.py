"""The Python sources of the project, read once."""

import pytest
from sources import Module, product_modules


@pytest.fixture(scope="session")
def modules() -> list[Module]:
    return product_modules()
