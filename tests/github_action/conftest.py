"""``tools`` is imported from the repository, as ``python -m`` finds it there; a fake of GitHub's API."""

import sys
from collections.abc import Iterator
from pathlib import Path

import action_host
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


@pytest.fixture
def fake() -> Iterator[action_host.Api]:
    api = action_host.Api()
    with action_host.serving(api) as api.url:
        yield api
