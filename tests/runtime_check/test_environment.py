"""What a target's process has of ours: few environment variables, its own group, and no way to mislead the parent."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from fullgraph.runtime_check import Settings, verify
from fullgraph.runtime_check.process import memory, supervise
from fullgraph.runtime_check.process.environment import inherited, withheld
from fullgraph.runtime_check.process.protocol import RunSoFar, read_events
from fullgraph.runtime_check.process.supervise import Limits
from fullgraph.runtime_check.process.worker import _private_cache
from fullgraph.runtime_check.results import Run
from fullgraph.runtime_check.source_lines import LONGEST, is_source, lines_of

QUICKLY = Settings(backend="eager", bench_seconds=0, device="cpu")
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="by /proc and prctl of Linux")

TELLS = """\
import json
import os
from pathlib import Path

import torch


def inputs():
    return torch.ones(2)


def target(x):
    if not torch.compiler.is_compiling():
        Path(__file__).with_name("told.json").write_text(json.dumps(dict(os.environ)))
    return x * 2


def needs(x):
    return x * len(os.environ["DATA_ROOT"])
"""

FORGES = """\
import json
from pathlib import Path

import torch

LINES = [
    {"event": "run"},
    {"event": "run", "run": []},
    {"event": "run", "run": {"breaks": [{"place": {"filename": 3, "line": "x"}}]}},
    {"event": "run", "run": {"verdicts": [{"check": "eager", "status": "fine", "summary": ""}]}},
    {"event": "run", "run": {"verdicts": 7}},
    {"event": "reached", "lines": [], "files": {}},
    {"event": "reached", "lines": {"a": "b"}, "files": ["x"]},
    {"event": "reached", "lines": {}, "files": [], "training": "no"},
    {"event": "reached"},
    {"event": "agreement"},
    {"event": "begin", "what": ["load"]},
    {"event": "ddp", "ddp": 3},
    {"event": "compiled"},
    {"event": ["done"]},
    ["event"],
    None,
]


def inputs():
    return torch.ones(2)


def events():
    return Path(Path("/proc/self/cmdline").read_bytes().split(b"\\0")[-2].decode())


def forges(x):
    if not torch.compiler.is_compiling():
        with events().open("a") as stream:
            for line in LINES:
                stream.write(json.dumps(line) + "\\n")
            stream.write("[" * 100000 + "\\n")
    return x * 2


def names_devices(x):
    files = ["/dev/zero", "/proc/self/mem", "\\0", str(Path(__file__).with_name("pipe"))]
    with events().open("a") as stream:
        stream.write(json.dumps({"event": "reached", "lines": {name: [1] for name in files}, "files": files}) + "\\n")
    raise SystemExit(3)


def floods(x):
    with events().open("a") as stream:
        while True:
            stream.write("x" * 65536)
"""


def run(folder: Path, text: str, name: str, **settings: Any) -> Any:
    path = folder / "target.py"
    path.write_text(text)
    return verify(f"{path}:{name}", Settings(**{**QUICKLY.__dict__, **settings})).targets[0].before


def test_what_python_and_torch_go_by_is_passed_on_and_secrets_are_not() -> None:
    passed = ("PATH", "HOME", "LC_ALL", "PYTHONPATH", "CUDA_VISIBLE_DEVICES", "TORCH_LOGS", "NCCL_DEBUG", "HF_HOME")
    left = ("HF_TOKEN", "AWS_PROFILE", "https_proxy", "GITHUB_ACTIONS", "PYTHON_KEYRING_BACKEND", "TORCH_API_KEY")
    known = dict.fromkeys((*passed, *left, "WANDB_MODE", "WANDB_API_KEY"), "x")
    assert set(inherited(known)) == set(passed)
    assert set(inherited(known, ["WANDB_*"])) == {*passed, "WANDB_MODE"}
    assert set(inherited(known, ["WANDB_API_KEY"])) == {*passed, "WANDB_API_KEY"}
    assert "HF_TOKEN" not in inherited(known, ["*"])
    assert withheld("KeyError: 'WANDB_MODE'", known) == "WANDB_MODE"
    assert withheld("KeyError: 'WANDB_MODE'", known, ["WANDB_*"]) is None
    assert withheld("KeyError: 'PATH'", known) is None


DEEP = """\
import torch


def inputs():
    return torch.ones(2)


def innermost(x):
    print(end="")
    return x + 1


def middle(x):
    return innermost(x * 2) * 3


def target(x):
    return middle(x - 1) - 1
"""


def test_under_nested_graph_breaks_one_break_leaves_two_graphs(tmp_path: Path) -> None:
    plain, nested = (run(tmp_path, DEEP, "target", nested_graph_breaks=nested) for nested in (False, True))
    assert [one.place.line for one in plain.breaks] == [one.place.line for one in nested.breaks] == [9]
    assert plain.graphs is not None and plain.graphs > 2
    assert nested.graphs == 2
    assert (plain.environment.compiler_settings, nested.environment.compiler_settings) == ([], ["nested graph breaks"])


def test_a_target_has_no_secrets_of_its_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "DATA_ROOT", "OTHER"):
        monkeypatch.setenv(name, "precious")
    monkeypatch.setenv("TORCHDYNAMO_SUPPRESS_NOTHING", "precious")
    found = run(tmp_path, TELLS, "target", pass_env=("DATA_*",))
    assert found.failure is None
    told = json.loads((tmp_path / "told.json").read_text())
    mine = {name for name, value in told.items() if value == "precious"}
    assert mine == {"DATA_ROOT", "TORCHDYNAMO_SUPPRESS_NOTHING"}

    failed = run(tmp_path, TELLS, "needs").failure
    assert "(DATA_ROOT is set, but not passed on to targets: verify --pass-env DATA_ROOT, or " in failed.message
    assert run(tmp_path, TELLS, "needs", pass_env=("DATA_ROOT",)).failure is None


@LINUX
def test_what_a_target_writes_into_our_files_is_passed_over(tmp_path: Path) -> None:
    found = run(tmp_path, FORGES, "forges")
    assert found.failure is None
    assert {one.status for one in found.verdicts} <= {"pass", "skipped"}


@LINUX
def test_devices_and_pipes_that_a_target_names_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    found = run(tmp_path, FORGES, "names_devices")
    assert found.failure.kind == "exit"
    assert not any(is_source(Path(name)) for name in ("/dev/zero", "\0", str(tmp_path / "pipe"), str(tmp_path)))
    long = tmp_path / "long.py"
    with long.open("wb") as stream:
        stream.truncate(LONGEST + 1)
    assert lines_of(str(long)) == []


@LINUX
def test_a_target_that_floods_our_files_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "EVENTS_LIMIT", 2**22)
    found = run(tmp_path, FORGES, "floods", limits=Limits(seconds=120))
    assert (found.failure.kind, found.failure.message) == (
        "crash",
        "the target wrote into fullgraph's own files during the eager run",
    )


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the system does not tell")
def test_memory_of_those_that_have_left_the_group_counts() -> None:
    child = "import sys; held = bytearray(200 * 2**20); print('held', flush=True); sys.stdin.read()"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}], start_new_session=True)"
    with subprocess.Popen(
        [sys.executable, "-c", parent], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as leader:
        assert leader.stdout is not None
        assert leader.stdout.readline() == b"held\n"
        assert memory.resident_memory(leader.pid) < 100 * 2**20
        assert memory.group_memory(leader.pid) > 200 * 2**20
        leader.communicate(b"")


def test_events_of_the_wrong_kind_are_none() -> None:
    good = {"event": "run", "run": {"graphs": 2}}
    bad: list[Any] = [{"event": "run", "run": {"graphs": "2"}}, {"event": "done"}, {"event": "agreement", "version": 1}]
    text = "\n".join(map(json.dumps, [*bad, good]))
    assert list(read_events(text.encode())) == [RunSoFar(Run(graphs=2))]


@LINUX
@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_target_ends_with_its_caller(tmp_path: Path, how: signal.Signals) -> None:
    (tmp_path / "target.py").write_text(
        "import os, time\nfrom pathlib import Path\n"
        "Path('pid').write_text(str(os.getpid()))\ntime.sleep(600)\ndef target(): ...\n"
    )
    caller = subprocess.Popen(
        [sys.executable, "-m", "fullgraph", "verify", "target.py:target"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        _until(lambda: (tmp_path / "pid").is_file() and (tmp_path / "pid").read_text() != "")
        pid = int((tmp_path / "pid").read_text())
        caller.send_signal(how)
        caller.communicate(timeout=60)
        assert caller.returncode == (-how if how is signal.SIGKILL else 128 + how)
        _until(lambda: not _runs(pid))
    finally:
        caller.kill()
        caller.communicate()


def _runs(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def _until(done: Any) -> None:
    deadline = time.monotonic() + 60
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.skipif(os.name != "posix", reason="about owners and modes of POSIX")
def test_compiled_code_is_not_taken_from_a_folder_that_others_can_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, instead = tmp_path / "torchinductor", tmp_path / "own"
    monkeypatch.setattr("torch._inductor.runtime.cache_dir_utils.default_cache_dir", lambda: str(folder))
    monkeypatch.delenv("TORCHINDUCTOR_CACHE_DIR", raising=False)
    _private_cache(instead)
    assert "TORCHINDUCTOR_CACHE_DIR" not in os.environ
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    _private_cache(instead)
    assert os.environ.pop("TORCHINDUCTOR_CACHE_DIR") == str(instead)
    folder.rmdir()
    (tmp_path / "elsewhere").mkdir()
    folder.symlink_to(tmp_path / "elsewhere")
    _private_cache(instead)
    assert os.environ.pop("TORCHINDUCTOR_CACHE_DIR") == str(instead)
