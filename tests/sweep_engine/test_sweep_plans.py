"""The plan of a sweep, as its store keeps it."""

from __future__ import annotations

import dataclasses
import datetime
from pathlib import Path

import pytest
from fullgraph.sweep.engine import session
from fullgraph.sweep.engine.task import RunSettings
from fullgraph.sweep.store.store import About, Store, StoreError


def test_a_store_without_a_plan_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "sweep.duckdb"
    settings = dataclasses.asdict(RunSettings(str(tmp_path), 1.0, None))
    values = {"wanted": dataclasses.asdict(session.Wanted(())), "settings": settings, "resources": {}}
    with Store.create(path, About(datetime.datetime.now().astimezone(), "0", "sweep", values)):
        pass
    with pytest.raises(StoreError, match="was cut off before it had a plan: remove it, and sweep again"):
        session.resume(path)
