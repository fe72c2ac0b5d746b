"""The plan of a sweep, as its store keeps it."""

from __future__ import annotations

import dataclasses
import datetime
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from fullgraph.sweep.engine import session
from fullgraph.sweep.engine.task import RunSettings
from fullgraph.sweep.store.store import About, Store, StoreError

ABOUT = About(datetime.datetime.now().astimezone(), "0", "sweep", {})


def test_a_store_without_a_plan_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "sweep.duckdb"
    settings = dataclasses.asdict(RunSettings(str(tmp_path), 1.0, None))
    values = {"wanted": dataclasses.asdict(session.Wanted(())), "settings": settings, "resources": {}}
    with Store.create(path, About(datetime.datetime.now().astimezone(), "0", "sweep", values)):
        pass
    with pytest.raises(StoreError, match="was cut off before it had a plan: remove it, and sweep again"):
        session.resume(path)


KILLED = """
import datetime, os, sys
from pathlib import Path
from fullgraph.sweep.store.store import About, Store

def killed(self, runs):
    os.kill(os.getpid(), 9)

Store.{method} = killed
Store.create(Path("sweep.duckdb"), About(datetime.datetime.now().astimezone(), "0", "sweep", {{}}))
"""


@pytest.mark.parametrize("method", ["add_environments", "plan"])
def test_a_sweep_killed_while_it_makes_its_store_leaves_none(tmp_path: Path, method: str) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED.format(method=method)], cwd=tmp_path, timeout=120)
    assert done.returncode == -signal.SIGKILL
    assert not (tmp_path / "sweep.duckdb").exists()
    with Store.create(tmp_path / "sweep.duckdb", ABOUT) as store:
        assert store.planned == []


def test_a_store_that_cannot_be_made_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Store, runs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "plan", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Store.create(tmp_path / "sweep.duckdb", ABOUT)
    assert list(tmp_path.iterdir()) == []


def test_a_store_in_no_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in ("file", "none"):
        with pytest.raises(StoreError, match=r"sweep\.duckdb"):
            Store.create(tmp_path / folder / "sweep.duckdb", ABOUT)
