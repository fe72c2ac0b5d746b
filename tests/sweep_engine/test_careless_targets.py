"""Whatever a target does is a row that says so, and the next run in the same server is as it would be without it."""

from __future__ import annotations

import datetime
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fullgraph.runtime_check.process import forked
from fullgraph.sweep.engine import session, task
from fullgraph.sweep.engine.task import RunSettings, _Servers
from fullgraph.sweep.rows import Environment, Planned, RunRow
from fullgraph.sweep.store.store import About, Store

pytestmark = pytest.mark.skipif(not forked.POSIX, reason="needs Linux")

HERE = Path(__file__).parent
ENVIRONMENT = Environment("here", sys.executable, "", "", {})


@pytest.fixture(scope="module", autouse=True)
def servers() -> Iterator[_Servers]:
    yield task.SERVERS
    for executable, library in list(task.SERVERS._open):
        task.SERVERS.drop(executable, library)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in HERE.glob("*.py"):
        shutil.copy(path, tmp_path)
    return tmp_path


def run(
    folder: Path,
    target: str,
    seconds: float = 60.0,
    memory: int | None = None,
    pass_env: tuple[str, ...] = (),
) -> RunRow:
    name = target if ":" in target else f"careless_targets.py:{target}"
    planned = Planned("identify", name, "eval", "float32", "cpu", "here", "", name.partition(":")[0])
    return task.run(planned, ENVIRONMENT, RunSettings(str(folder), seconds, memory, pass_env=pass_env))


def server() -> forked.ForkServer:
    return task.SERVERS.get(sys.executable, "careless_targets.py")


def require_unharmed(folder: Path) -> None:
    row = run(folder, "sees_nothing_of_it")
    assert (row.status, row.failure) == ("whole", None), row.message


@pytest.mark.parametrize(
    ("target", "failure", "cause", "said"),
    [
        ("segfaults", "crash", "crashes during the eager run", "ended by SIGSEGV"),
        ("leaves", "exit", "ends its own process during the eager run", "with status 7"),
        ("exits", "exit", "ends its own process during the eager run", "sys.exit('enough')"),
        ("raises", "raised", "raises LookupError during the eager run", "no such thing at "),
        ("prints_much", "raised", "raises ValueError during the eager run", "ValueError: printed"),
        ("closes_all_files", "crash", "crashes during the eager run", "closed the files of its process"),
        ("raises_when_imported.py:f", "raised", "raises RuntimeError during import and construction", "a licence"),
        ("exits_when_imported.py:f", "exit", "ends its own process during import and construction", "status 3"),
        ("careless_targets.py:absent", "target", "is not a usable target", "has no attribute 'absent'"),
        ("nowhere.py:f", "target", "is not a usable target", "there is no file nowhere.py"),
        ("not a target", "target", "is not a usable target", "is not a target"),
    ],
)
def test_a_failure_is_a_row(folder: Path, target: str, failure: str, cause: str, said: str) -> None:
    before = server().process.pid
    row = run(folder, target)
    assert (row.status, row.failure, row.cause) == ("unusable", failure, cause)
    assert said in (row.message or "")
    assert "\n" not in (row.message or "")
    require_unharmed(folder)
    assert server().process.pid == before


@pytest.mark.parametrize("target", ["fine", "changes_its_process", "closes_files", "leaves_children"])
def test_what_harms_nobody_but_its_process_is_judged(folder: Path, target: str) -> None:
    row = run(folder, target)
    assert (row.status, row.failure) == ("whole", None), row.message
    assert row.peak_memory is not None
    assert row.peak_memory > 2**20
    require_unharmed(folder)


@pytest.mark.parametrize("target", ["hangs", "leaves_its_group_and_hangs"])
def test_what_hangs_is_ended(folder: Path, target: str) -> None:
    before = server().process.pid
    row = run(folder, target, seconds=2.0)
    assert (row.failure, row.cause) == ("timeout", "takes too long during the eager run")
    assert 2.0 <= row.seconds < 15.0
    require_unharmed(folder)
    assert server().process.pid == before


def test_what_eats_memory_is_ended(folder: Path) -> None:
    row = run(folder, "eats_memory", memory=2**30)
    assert (row.failure, row.cause) == ("memory", "needs too much memory during the eager run")
    require_unharmed(folder)


@pytest.mark.parametrize("target", ["leaves_children", "leaves_a_child_and_ends_its_server"])
def test_processes_left_behind_are_ended(folder: Path, target: str) -> None:
    run(folder, target)
    pids = [int(pid) for pid in (folder / "children").read_text().split()]
    assert len(pids) == 2
    deadline = time.monotonic() + 10.0
    while any(map(_runs, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [pid for pid in pids if _runs(pid)]


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_server_that_a_target_ends_is_started_again(folder: Path) -> None:
    before = server().process.pid
    row = run(folder, "ends_its_server")
    assert (row.status, row.failure) == ("unusable", "crash")
    require_unharmed(folder)
    assert server().process.pid != before


def test_a_server_that_a_target_stops_is_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked, "END_SECONDS", 1.0)
    start = time.monotonic()
    row = run(folder, "stops_its_server", seconds=2.0)
    assert (row.status, row.failure) == ("unusable", "timeout")
    assert time.monotonic() - start < 20.0
    require_unharmed(folder)


def test_variables_are_passed_on_by_name_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server()  # which was started before the variable was there
    monkeypatch.setenv("OF_THIS_TEST", "2.5")
    row = run(folder, "needs_a_variable")
    assert row.cause == "raises KeyError during the eager run"
    assert "--pass-env OF_THIS_TEST" in (row.message or "")
    assert run(folder, "needs_a_variable", pass_env=("OF_THIS_TEST",)).failure is None


def test_what_no_store_can_hold_is_a_row_that_says_so(folder: Path) -> None:
    row = run(folder, "fakes_events")
    assert row.graphs == 9999999999999
    about = About(datetime.datetime.now().astimezone(), "", "", {})
    with Store.create(folder / "a.duckdb", about) as store:
        assert session._stored(store, row).cause == "its result cannot be stored"
        assert store.rows("SELECT run, status, failure FROM runs") == [(row.run, "unusable", "internal")]
        fine = run(folder, "fine")
        assert session._stored(store, fine) is fine


def test_the_output_of_a_failure_is_its_end(folder: Path) -> None:
    row = run(folder, "prints_much")
    assert row.output is not None
    assert len(row.output) <= 4000
    assert row.output.rstrip().endswith("ValueError: printed")


def test_targets_of_no_library_share_a_server(folder: Path) -> None:
    first = task.SERVERS.get(sys.executable, "one.py")
    assert task.SERVERS.get(sys.executable, "other") is first
    assert task.SERVERS.get(sys.executable, "hf") is not first


def test_only_a_few_servers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[FakeServer] = []
    monkeypatch.setattr(task, "ForkServer", lambda packages, **_: started.append(FakeServer(packages)) or started[-1])
    servers = _Servers()
    for library in ("hf", "timm", "hf", "pyg"):
        servers.get("python", library)
    # timm was not asked for as lately as hf.
    assert [(one.packages, one.alive) for one in started] == [
        (["transformers"], True),
        (["timm"], False),
        (["torch_geometric"], True),
    ]


class FakeServer:
    def __init__(self, packages: list[str]) -> None:
        self.packages = packages
        self.alive = True

    def close(self) -> None:
        self.alive = False


def test_an_interpreter_that_cannot_run_fullgraph(tmp_path: Path) -> None:
    script = tmp_path / "python"
    script.write_text("#!/bin/sh\necho no such luck >&2\nexit 1\n")
    script.chmod(0o755)
    with pytest.raises(forked.ServerError, match=r"python cannot run fullgraph: no such luck$"):
        forked.ForkServer([], executable=str(script))
    with pytest.raises(forked.ServerError, match=r"absent cannot be run: No such file"):
        forked.ForkServer([], executable=str(tmp_path / "absent"))


def test_a_closed_server_leaves_nothing(folder: Path) -> None:
    with forked.ForkServer([]) as one:
        pid = one.process.pid
        assert one.alive
    assert not Path(f"/proc/{pid}").exists()


def test_what_a_target_changes_in_torch_when_imported_is_as_in_a_process_of_its_own(folder: Path) -> None:
    row = run(folder, "checks_when_imported.py:draws")
    assert (row.status, row.failure) == ("whole", None), row.message
