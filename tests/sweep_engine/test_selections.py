"""What selections stand for, and what is said of those that stand for nothing."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fullgraph.runtime_check.target import models
from fullgraph.sweep.engine import listing, selection, session
from fullgraph.sweep.engine.environments import InterpreterError, describe, here, make, minor, parse
from fullgraph.sweep.engine.own_code import lay_out
from fullgraph.sweep.engine.selection import SelectionError
from fullgraph.sweep.engine.session import Wanted

ZOO = """
import torch
from torch import nn
import beside

def first(x): return x
class Net(nn.Module): pass

names = ["zoo.py:first", "hf:BertModel"]
objects = [first, Net, beside.other]
nested = [[first], ("zoo.py:names", Net), "zoo.py:first"]
pair = (nn.ReLU(), torch.ones(2))
two = (first, beside.other)
nothing = []
numbers = [1, 2]
modules = [nn.ReLU()]
local = [lambda x: x]
wrong = ["not a target"]
unprintable = ["hf:Bert\\x00"]
loop = ["zoo.py:loop"]

def annotated() -> list[str]: return names
def generated() -> "Iterator[str]":
    yield first
    yield "zoo.py:Net"
def made() -> tuple[nn.Module, torch.Tensor]: return pair
def split(x) -> list[torch.Tensor]: return [x]
def raises() -> list: raise ValueError("no models today")
def untyped(): return names
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "zoo.py").write_text(ZOO)
    (tmp_path / "beside.py").write_text("def other(x): return x\n")
    (tmp_path / "raising.py").write_text("raise RuntimeError('no licence')\n")
    (tmp_path / "leaving.py").write_text("import os\nos._exit(3)\n")
    (tmp_path / "exiting.py").write_text("raise SystemExit(0)\n")
    monkeypatch.chdir(tmp_path)
    path, modules = list(sys.path), set(sys.modules)
    yield tmp_path
    sys.path[:] = path
    for name in sys.modules.keys() - modules:
        if name in ("zoo", "beside", "raising") or name.startswith("_target_"):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("zoo.py:first", ["zoo.py:first"]),
        ("zoo.py:Net", ["zoo.py:Net"]),
        ("zoo:first", ["zoo:first"]),
        ("zoo.py:names", ["zoo.py:first", "hf:BertModel"]),
        ("zoo.py:objects", ["zoo.py:first", "zoo.py:Net", "beside.py:other"]),
        ("zoo:objects", ["zoo:first", "zoo:Net", "beside:other"]),
        ("zoo.py:nested", ["zoo.py:first", "hf:BertModel", "zoo.py:Net"]),
        ("zoo.py:two", ["zoo.py:first", "beside.py:other"]),
        ("zoo.py:annotated", ["zoo.py:first", "hf:BertModel"]),
        ("zoo.py:generated", ["zoo.py:first", "zoo.py:Net"]),
        # These are targets: they do not say that they give a list, take something, or are a model with its inputs.
        ("zoo.py:untyped", ["zoo.py:untyped"]),
        ("zoo.py:split", ["zoo.py:split"]),
        ("zoo.py:made", ["zoo.py:made"]),
        ("zoo.py:pair", ["zoo.py:pair"]),
        # The run says why.
        ("zoo.py:raises", ["zoo.py:raises"]),
        ("raising.py:Net", ["raising.py:Net"]),
        ("exiting.py:Net", ["exiting.py:Net"]),
    ],
)
def test_targets(text: str, targets: list[str]) -> None:
    assert listing.targets_of(text) == targets


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("zoo.py:absent", "zoo.py has no attribute 'absent'"),
        ("zoo.py:firs", "zoo.py has no attribute 'firs'; did you mean first?"),
        ("absent.py:first", "there is no file absent.py"),
        ("absent.inner:first", "there is no module 'absent' (looked in the current folder and in what is installed)"),
        ("zoo.py:nothing", "zoo.py:nothing gives no target"),
        (
            "zoo.py:numbers",
            "zoo.py:numbers gives an object of the type int: give targets, or functions and classes of a module",
        ),
        (
            "zoo.py:modules",
            "zoo.py:modules gives an object of the type ReLU: give targets, or functions and classes of a module",
        ),
        (
            "zoo.py:local",
            "zoo.py:local gives <lambda>, which no module has by that name: "
            "give targets, or functions and classes of a module",
        ),
        ("zoo.py:loop", "zoo.py:loop gives something that is not a target: zoo.py:loop lists itself as a target"),
    ],
)
def test_what_stands_for_nothing(text: str, said: str) -> None:
    with pytest.raises(listing.SelectionError) as caught:
        listing.targets_of(text)
    assert str(caught.value) == said


@pytest.mark.parametrize("text", ["zoo.py:wrong", "nolibrary:", "resnet18:*", "zoo.py:"])
def test_what_is_no_target(text: str) -> None:
    with pytest.raises(listing.SelectionError, match=r"is not a target: write package\.module:attribute") as caught:
        listing.targets_of(text)
    assert "\n" not in str(caught.value)


def test_items_of_a_package_are_found_by_their_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = folder / "code" / "pack"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "nets.py").write_text("def net(x): return x\n")
    (package / "all.py").write_text("from pack.nets import net\nimport torch\nnets = [net, torch.nn.ReLU]\n")
    found = listing.targets_of("code/pack/all.py:nets")
    assert found == ["code/pack/nets.py:net", "torch.nn.modules.activation:ReLU"]
    for name in ("pack", "pack.nets", "pack.all"):
        monkeypatch.delitem(sys.modules, name)


def test_libraries_and_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {False: ["resnet18"], True: ["resnet18", "resnet50", "vit_b_16"]}
    monkeypatch.setattr(listing, "names", lambda library, *, every: known[every])
    assert listing.targets_of("timm:") == ["timm:resnet18"]
    assert listing.targets_of("timm:*") == ["timm:resnet18", "timm:resnet50", "timm:vit_b_16"]
    assert listing.targets_of("timm:resnet*") == ["timm:resnet18", "timm:resnet50"]
    assert listing.targets_of("timm:any name") == ["timm:any name"]
    with pytest.raises(listing.SelectionError, match=r"^no model of timm is called bert\*$"):
        listing.targets_of("timm:bert*")


@pytest.mark.skipif(models.importlib.util.find_spec("timm") is not None, reason="timm is installed")
def test_a_library_that_is_not_installed() -> None:
    with pytest.raises(listing.SelectionError, match=r"^timm: needs timm, which is not installed: pip install timm$"):
        listing.targets_of("timm:")


def test_models_of_transformers() -> None:
    found = listing.targets_of("hf:BertFor*")
    assert "hf:BertForMaskedLM" in found
    assert all(one.startswith("hf:BertFor") for one in found)


def test_files_of_selections(folder: Path) -> None:
    inner = folder / "sub"
    inner.mkdir()
    (inner / "more.toml").write_text('targets = ["nets.py:Net", "pkg.mod:Net", "/abs/nets.py:Net"]\n')
    (folder / "all.toml").write_text('targets = ["sub/more.toml", "hf:Bert*", "nets.py:Net", "hf:Bert*"]\n')
    expected = ["sub/nets.py:Net", "pkg.mod:Net", "/abs/nets.py:Net", "hf:Bert*", "nets.py:Net"]
    assert selection.read(["all.toml"]) == expected
    assert selection.read(["sub/more.toml", "timm:"]) == [*expected[:3], "timm:"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot"),
        ("targets = [", "file.toml"),
        ("", 'file.toml has no list of targets: write targets = ["hf:Bert*", "models.py:Net"]'),
        ("targets = []", "file.toml has no list of targets"),
        ("targets = [1]", "file.toml has no list of targets"),
        ('targets = "hf:"', "file.toml has no list of targets"),
        ('targets = ["file.toml"]', "file.toml names itself among its targets"),
        ('targets = ["Bert"]', "'Bert' is not a selection: write a library (hf:, "),
        ('targets = ["a\\u0000:b"]', "'a\\x00:b' is not a selection: it has characters that cannot be printed"),
    ],
)
def test_files_that_are_none(folder: Path, content: str | None, said: str) -> None:
    if content is not None:
        (folder / "file.toml").write_text(content)
    with pytest.raises(SelectionError) as caught:
        selection.read(["file.toml"])
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_libraries_of_targets() -> None:
    assert selection.library_of("hf:BertModel") == "hf"
    assert selection.library_of("sub/nets.py:Net") == "sub/nets.py"
    assert selection.library_of("pack.nets:Net.step") == "pack"


def test_what_is_left_out() -> None:
    assert selection.without(["hf:BertModel", "hf:T5Model", "a.py:f"], ["hf:Bert*", "*:f"]) == ["hf:T5Model"]


@pytest.fixture
def own_code(tmp_path_factory: pytest.TempPathFactory) -> str:
    return lay_out(tmp_path_factory.mktemp("code"))


def test_code_that_ends_the_process_is_a_target_among_the_others(folder: Path, own_code: str) -> None:
    texts = ["zoo.py:first", "leaving.py:Net", "zoo.py:absent", "leaving:Net", "zoo.py:unprintable", "zoo.py:Net"]
    assert selection.asked(here(()), texts, own_code, folder) == [
        ["zoo.py:first"],
        ["leaving.py:Net"],
        "zoo.py has no attribute 'absent'",
        ["leaving:Net"],
        "'hf:Bert\\x00' is not a target: it has characters that cannot be printed",
        ["zoo.py:Net"],
    ]


def test_code_that_goes_on_is_not_waited_for(folder: Path, own_code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "noisy.py").write_text(
        "import os, subprocess, sys, threading, time\n"
        "print('{\"targets\": []}')\n"
        "os.write(1, b'{\"targets\": []}\\n')\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'], start_new_session=True)\n"
        "open('child', 'w').write(str(child.pid))\n"
        "threading.Thread(target=time.sleep, args=(300,)).start()\n"
        "os.fork()\n"
    )
    (folder / "hanging.py").write_text("import time\ntime.sleep(300)\n")
    assert selection.asked(here(()), ["noisy.py:Net"], own_code, folder) == ["noisy.py has no attribute 'Net'"]
    child = Path("/proc", (folder / "child").read_text(), "stat")
    deadline = time.monotonic() + 10.0
    while child.exists() and child.read_text().rpartition(")")[2].split()[0] != "Z" and time.monotonic() < deadline:
        time.sleep(0.05)
    assert time.monotonic() < deadline
    monkeypatch.setattr(selection, "LISTED_SECONDS", 6.0)
    assert selection.asked(here(()), ["hanging.py:Net"], own_code, folder) == [["hanging.py:Net"]]


def test_an_interpreter_without_what_listing_needs(folder: Path, own_code: str) -> None:
    broken = folder / "python"
    broken.write_text("#!/bin/sh\necho 'no module named torch' >&2\nexit 1\n")
    broken.chmod(0o755)
    environment = dataclasses.replace(here(()), executable=str(broken))
    with pytest.raises(SelectionError, match=r"/python cannot list targets: no module named torch$"):
        selection.asked(environment, ["zoo.py:first"], own_code, folder)


def test_plans(folder: Path) -> None:
    wanted = Wanted(
        ("zoo.py:objects", "zoo.py:names"),
        excluded=("hf:*",),
        limit=2,
        modes=("eval", "train"),
        dtypes=("float32", "bfloat16"),
        verify=("*:Net",),
    )
    plan = session.plan(wanted, folder)
    assert [(one.pass_, one.target, one.mode, one.dtype) for one in plan.runs][:3] == [
        ("identify", "zoo.py:first", "eval", "float32"),
        ("identify", "zoo.py:first", "train", "float32"),
        ("identify", "zoo.py:first", "eval", "bfloat16"),
    ]
    assert len(plan.runs) == 4 + 8
    assert {one.target for one in plan.runs if one.pass_ == "verify"} == {"zoo.py:Net"}
    assert len({one.run for one in plan.runs}) == len(plan.runs)
    assert {one.environment for one in plan.runs} == {plan.environments[0].environment}


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (Wanted(("zoo.py:first", "zoo.py:absent")), "zoo.py has no attribute 'absent'"),
        (Wanted(("zoo.py:first",), excluded=("*",)), "--exclude leaves no target"),
    ],
)
def test_plans_of_nothing(folder: Path, wanted: Wanted, said: str) -> None:
    with pytest.raises(SelectionError) as caught:
        session.plan(wanted, folder)
    assert str(caught.value) == said


def test_a_selection_may_stand_for_nothing_in_some_environments(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (dataclasses.replace(here(()), environment=name) for name in ("one", "other"))
    monkeypatch.setattr(session, "_environments", lambda *_: [one, other])
    answers = {"one": [["a:f"], "b is not here"], "other": [["a:f"], ["b:f"]]}
    monkeypatch.setattr(selection, "asked", lambda environment, *_: answers[environment.environment])
    plan = session.plan(Wanted(("a:f", "b:f")), folder)
    assert plan.problems == ["one: b is not here"]
    assert [(run.environment, run.target) for run in plan.runs] == [("one", "a:f"), ("other", "a:f"), ("other", "b:f")]
    answers["other"] = [["a:f"], "b is not here either"]
    with pytest.raises(SelectionError, match=r"^b is not here$"):
        session.plan(Wanted(("a:f", "b:f")), folder)


def test_environments(folder: Path) -> None:
    environment = folder / "env"
    (environment / "bin").mkdir(parents=True)
    (environment / "bin" / "python").symlink_to(sys.executable)
    assert parse(f"mine={environment}") == ("mine", str(environment / "bin" / "python"))
    assert parse(f"mine={sys.executable}") == ("mine", sys.executable)
    for text, said in (
        ("mine", "--environment mine: write NAME=PATH, such as torch-2.13=/envs/a"),
        ("my env=/x", "--environment my env=/x: write NAME=PATH, such as torch-2.13=/envs/a"),
        ("mine=/nowhere", "--environment mine=/nowhere: there is no interpreter /nowhere"),
    ):
        with pytest.raises(InterpreterError) as caught:
            parse(text)
        assert str(caught.value) == said


def test_this_environment(folder: Path) -> None:
    # Nothing of the current folder is taken for torch.
    (folder / "torch.py").write_text("raise RuntimeError('shadowed')\n")
    found = here(["hf", "zoo.py"])
    torch = subprocess.run(
        [sys.executable, "-P", "-c", "import torch; print(torch.__version__)"], capture_output=True, text=True
    ).stdout.strip()
    assert (found.torch, found.executable) == (torch, sys.executable)
    assert found.environment == f"torch-{minor(torch)}"
    assert list(found.packages) == ["transformers"]
    assert minor("2.13.0+cpu") == "2.13"


def test_interpreters_that_cannot_be_used(folder: Path) -> None:
    broken = folder / "python"
    broken.write_text(
        "#!/bin/sh\necho 'Traceback' >&2\necho \"ModuleNotFoundError: No module named 'torch'\" >&2\nexit 1\n"
    )
    broken.chmod(0o755)
    with pytest.raises(InterpreterError, match=r"has no usable torch: ModuleNotFoundError: No module named 'torch'$"):
        describe("broken", str(broken), ())
    with pytest.raises(InterpreterError, match=r"--torch newest: write versions such as 2\.13 or 2\.13\.0"):
        make("newest", (), {}, folder)


def test_two_environments_of_one_name() -> None:
    twice = (f"mine={sys.executable}", f"mine={sys.executable}")
    with pytest.raises(InterpreterError, match=r"^two environments are called mine: give each its own name$"):
        session._environments(Wanted((), environments=twice), ())
