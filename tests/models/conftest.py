"""The real small language model, served once for all tests of this folder."""

from collections.abc import Iterator

import pytest

from evals.small_model import small_model


@pytest.fixture(scope="session")
def model_url() -> Iterator[str]:
    """The base URL of the running model."""
    with small_model(context=4096) as url:
        yield url
