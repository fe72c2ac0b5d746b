from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import made_up
import pytest
from fullgraph.sweep.store.store import Store


@pytest.fixture(scope="session")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which every query finds something."""
    return made_up.make(tmp_path_factory.mktemp("swept") / "sweep.duckdb", runs=120, left=3)


@pytest.fixture
def store(swept: Path) -> Iterator[Store]:
    with Store.open(swept) as opened:
        yield opened


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Store]:
    """A store of which nothing is done, and nothing is planned."""
    with Store.open(made_up.make(tmp_path / "empty.duckdb", runs=0)) as opened:
        yield opened
