"""The command ``fullgraph sweep`` from end to end, on a cluster of this machine, and its errors: a line each."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
import torch
from fullgraph.runtime_check.process import forked
from fullgraph.sweep.store.store import About, Store

pytestmark = pytest.mark.skipif(not forked.POSIX, reason="needs Linux")

ZOO = """
import torch
inputs = [torch.ones(3)]

def whole(x): return x.sin() + 1

def prints(x):
    print("seen")
    return x * 2

def raises(x): raise ValueError("no")

good = [whole, prints]
all = [whole, prints, raises]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "zoo.py").write_text(ZOO)
    return tmp_path


def sweep(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fullgraph", "sweep", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        # No cluster but its own, whatever runs on this machine.
        env={name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"},
    )


def statuses(store: Path) -> dict[str, str]:
    with Store.open(store) as found:
        return dict(found.rows("SELECT target, status FROM results ORDER BY target"))


def made(path: Path) -> None:
    Store.create(path, About(datetime.datetime.now().astimezone(), "0", "", {})).connection.close()


def require_error(done: subprocess.CompletedProcess[str], said: str) -> None:
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    assert said in line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name what to sweep, such as hf:"),
        (("--resume", "hf:"), "leave out the targets"),
        (("--resume", "--modes", "train"), "leave out --modes"),
        (("--resume", "--dtypes", "float32"), "leave out --dtypes"),
        (("hf:", "--again", "unusable"), "--again goes with --resume"),
        (("--resume", "--again", "bad"), "'bad' is none of whole, breaks, recompiles, fails, unusable"),
        (("--resume", "--fix"), "leave out --fix"),
        (("hf:", "--update"), "--update goes with --expect"),
        (("hf:", "--unsafe-fixes"), "--unsafe-fixes goes with --fix"),
        (("hf:", "--verify", "changed"), "--verify changed and --since STORE go together"),
        (("hf:", "--since", "a.duckdb"), "--verify changed and --since STORE go together"),
        (("hf:", "--verify", "changed", "--since", "a.duckdb"), "there is no store "),
        (("hf:", "--modes", "evil"), "'evil' is none of eval, train"),
        (("hf:", "--dtypes", "int8"), "'int8' is none of float32, bfloat16, float16, float64"),
        (("hf:", "--devices", ","), "no name is given"),
        (("hf:", "--store", "absent/a.duckdb"), "--store: there is no folder "),
        (("hf:", "--html", "absent/a.html"), "--html: there is no folder "),
        (("hf:", "--expect", "absent.toml"), "--expect: "),
        (("--resume",), "there is no store sweep.duckdb"),
        (("bert",), "'bert' is not a selection: write a library (hf:, "),
        (("absent.toml",), "absent.toml"),
        (("nolibrary:",), "'nolibrary:' is not a target"),
        (("zoo.py:absent",), "zoo.py has no attribute 'absent'"),
        (("zoo.py:good", "--exclude", "*"), "--exclude leaves no target"),
        (("zoo.py:good", "--environment", "mine=/nowhere"), "there is no interpreter /nowhere"),
        (("zoo.py:good", "--address", "127.0.0.1:1"), "cannot use the cluster at 127.0.0.1:1: "),
    ],
)
def test_errors_are_one_line_and_leave_nothing(folder: Path, arguments: tuple[str, ...], said: str) -> None:
    require_error(sweep(folder, *arguments), said)
    assert not list(folder.glob("*.duckdb*"))


def test_stores_that_cannot_be_used(folder: Path) -> None:
    store = folder / "sweep.duckdb"
    made(store)
    before = store.read_bytes()
    require_error(sweep(folder, "zoo.py:good"), "sweep.duckdb already exists: --resume continues it, or name")
    require_error(sweep(folder, "--resume"), "does not contain the plan of its sweep: sweep again, to another file")
    assert store.read_bytes() == before
    with Store.open(store, read_only=False):
        require_error(sweep(folder, "--resume"), "is open in another process: one sweep at a time writes to a store")
    with duckdb.connect(str(store)) as connection:
        connection.execute("UPDATE sweep SET schema = 99")
    require_error(sweep(folder, "--resume"), "has schema 99, this fullgraph reads 2")
    other = folder / "other.duckdb"
    duckdb.connect(str(other)).close()
    require_error(
        sweep(folder, "--resume", "--store", "other.duckdb"), "is a DuckDB file, but not the store of a sweep"
    )
    other.write_text("no database")
    require_error(sweep(folder, "--resume", "--store", "other.duckdb"), "cannot be opened as a store")


def test_the_targets_are_listed(folder: Path) -> None:
    done = sweep(folder, "zoo.py:all", "zoo.py:whole", "--list", "--exclude", "*:raises", "--modes", "eval,train")
    assert (done.returncode, done.stdout, done.stderr) == (0, "zoo.py:whole\nzoo.py:prints\n", "")
    assert not (folder / "sweep.duckdb").exists()


@pytest.mark.slow
@pytest.mark.skipif(torch.cuda.is_available(), reason="about a machine without a GPU")
def test_no_node_has_a_gpu(folder: Path) -> None:
    require_error(sweep(folder, "zoo.py:good", "--devices", "cuda"), "no node has a GPU: use --devices cpu")
    assert not (folder / "sweep.duckdb").exists()


@pytest.mark.slow
def test_a_sweep_and_all_that_comes_of_it(folder: Path) -> None:
    done = sweep(folder, "zoo.py:all", "--html", "page.html", "--export", "csv", "--export-format", "csv")
    assert done.returncode == 1, done.stderr
    assert "3 runs: 1 whole, 1 breaks, 1 unusable" in done.stdout
    store = folder / "sweep.duckdb"
    expected = {"zoo.py:prints": "breaks", "zoo.py:raises": "unusable", "zoo.py:whole": "whole"}
    assert statuses(store) == expected
    assert "<html" in (folder / "page.html").read_text()
    rows = duckdb.sql(f"SELECT count(*), count(failure) FROM read_csv('{folder}/csv/runs.csv')").fetchall()
    assert rows == [(3, 1)]

    # Nothing is left: no cluster is asked for, not even one that is not there.
    again = sweep(folder, "--resume", "--address", "127.0.0.1:1", "--format", "json", "--export", "parquet")
    assert again.returncode == 1, again.stderr
    assert json.loads(again.stdout)
    assert duckdb.sql(f"SELECT registry_id FROM '{folder}/parquet/breaks.parquet'").fetchall() == [("GB0059",)]

    (folder / "zoo.py").write_text(ZOO.replace('raise ValueError("no")', "return x + 1"))
    mended = sweep(folder, "--resume", "--again", "unusable", "--timeout", "200")
    assert mended.returncode == 0, mended.stderr
    assert statuses(store) == {**expected, "zoo.py:raises": "whole"}

    accepted = sweep(folder, "--resume", "--expect", "expected.json", "--update")
    assert accepted.returncode == 0, accepted.stderr
    assert sweep(folder, "--resume", "--expect", "expected.json").returncode == 0
    (folder / "zoo.py").write_text(ZOO.replace("return x.sin() + 1", "print(x); return x"))
    new = sweep(folder, "--resume", "--again", "whole", "--expect", "expected.json")
    assert new.returncode == 1 or new.returncode == 2
    assert "zoo.py:whole" in new.stderr


@pytest.mark.slow
def test_what_has_changed_is_verified(folder: Path) -> None:
    assert sweep(folder, "zoo.py:good", "--store", "before.duckdb").returncode == 0
    (folder / "more.py").write_text("from zoo import inputs\n\n\ndef new(x): return x.cos()\n")
    done = sweep(folder, "zoo.py:good", "more.py:new", "--verify", "changed", "--since", "before.duckdb")
    assert done.returncode == 0, done.stderr
    with Store.open(folder / "sweep.duckdb") as store:
        verified = store.rows("SELECT target, status FROM planned JOIN runs USING (run) WHERE pass = 'verify'")
    assert [target for target, _ in verified] == ["more.py:new"]
