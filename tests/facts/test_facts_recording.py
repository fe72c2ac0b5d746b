"""What a recording sees, and that the program does not notice."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
import torch
from fullgraph.lint.facts import files
from fullgraph.lint.facts.schema import FunctionFact, Recorded, TensorFact, ValueFact
from fullgraph.runtime_check.facts.recorder import BUSY, Recorder
from recording import NET
from torch.overrides import TorchFunctionMode

Load = Callable[[str], ModuleType]
Record = Callable[..., Recorded]
Fact = Callable[[Recorded, str], FunctionFact]


def test_types_shapes_and_relations(load: Load, record: Record, fact: Fact) -> None:
    net = load(NET).Net()
    found = fact(record(*[lambda n=n: net(torch.randn(n, 8)) for n in (2, 3)]), "Net.forward")
    assert (found.runs, found.calls, [*found.training], [*found.grad_modes]) == (2, 2, [True], [True])
    x = found.scene.values["x"].only_tensors
    assert x is not None
    assert x == TensorFact(
        True,
        frozenset(["float32"]),
        frozenset([2]),
        (None, 8),
        frozenset(["cpu"]),
        frozenset(["contiguous"]),
        frozenset([False]),
    )
    assert found.scene.values["flag"] == ValueFact(frozenset(["bool"]))
    assert found.scene.values["mask"] == ValueFact(frozenset(["None"]))
    assert found.scene.values["self.scale"].tensor is not None
    assert any({"x", "y", "return[0]"} <= group for group in found.scene.same_shape)
    assert any({"x.0", "return[0].0"} <= group for group in found.scene.same_size)
    assert ("return[0]", "return[1]") in found.scene.shared
    assert ("return[0]", "x") not in found.scene.shared


def test_branches_and_what_their_arms_gave(load: Load, record: Record, fact: Fact) -> None:
    net = load(NET).Net()
    runs = [lambda shift=shift: net(torch.randn(2, 8) + shift) for shift in (9, 9, -9)]
    found = fact(record(*runs), "Net.forward")
    counts = {number: (one.taken, one.not_taken) for number, one in found.branches.items()}
    assert counts == {0: (2, 1), 1: (0, 3)}
    for scene in found.branches[0].arms.values():
        assert any({"y", "z'"} <= group for group in scene.same_shape)


CONTROL = """
def f(items, stop):
    total = 0
    for item in items:
        if item > stop:
            break
        elif item < 0:
            continue
        while item:
            item -= 1
            total += 1
    else:
        total = -1
    try:
        if total < 0:
            raise ValueError
    except ValueError:
        total = 0
    if total:
        return total
"""


def test_loops_and_exceptions(load: Load, record: Record, fact: Fact) -> None:
    module = load(CONTROL)
    tensor = torch.zeros(1)
    run = fact(record(lambda: (module.f([2, -1, 9], 5), module.f([], tensor))), "f")
    counts = {number: (one.taken, one.not_taken) for number, one in run.branches.items()}
    # for; if item > stop; elif; while; if total < 0; if total
    assert counts == {0: (3, 1), 1: (1, 2), 2: (1, 1), 3: (2, 1), 4: (1, 1), 5: (1, 1)}
    assert run.raised == 0


def test_no_value_is_written_down(load: Load, record: Record, folder: Path) -> None:
    net = load(NET).Net()
    record(lambda: net(torch.full((2, 8), 4242.5), token="s3cr3t", number=987654321))
    text = (folder / "facts.json").read_text()
    for secret in ("s3cr3t", "pa55word", "t0ken", "987654321", "31337", "4242"):
        assert secret not in text


def test_the_program_computes_the_same(load: Load, record: Record) -> None:
    net = load(NET).Net()
    x = torch.randn(4, 8)

    def step() -> list[torch.Tensor]:
        torch.manual_seed(3)
        net.zero_grad()
        z, _ = net(x + torch.randn(4, 8), mask=torch.rand(4, 8) > 0.5)
        z.sum().backward()
        return [z.detach(), *(p.grad.clone() for p in net.parameters() if p.grad is not None), torch.rand(3)]

    plain = step()
    seen: list[list[torch.Tensor]] = []
    record(lambda: seen.append(step()))
    assert all(torch.equal(a, b) for a, b in zip(plain, seen[0], strict=True))


def test_nothing_is_held_and_nothing_is_left(load: Load, record: Record) -> None:
    net = load(NET).Net()
    held: list[weakref.ref[torch.Tensor]] = []

    def run() -> None:
        x = torch.randn(2, 8)
        held.append(weakref.ref(x))
        held.append(weakref.ref(net(x)[0]))

    record(run)
    gc.collect()
    assert [one() for one in held] == [None, None]
    assert sys.gettrace() is None and threading.gettrace() is None


def test_modes_and_subclasses_of_the_program_are_not_asked(load: Load, record: Record, fact: Fact) -> None:
    module = load(NET)
    seen: list[object] = []

    class Mode(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):  # type: ignore[no-untyped-def]
            seen.append(func)
            return func(*args, **(kwargs or {}))

    class Sub(torch.Tensor):
        pass

    net = module.Net()

    def run(x: torch.Tensor) -> list[object]:
        seen.clear()
        with Mode():
            net(x)
        return [*seen]

    plain = run(torch.ones(2, 8))
    again: list[list[object]] = []
    found = record(lambda: again.append(run(torch.ones(2, 8))), lambda: net(torch.ones(2, 8).as_subclass(Sub)))
    assert again[0] == plain
    tensor = fact(found, "Net.forward").scene.values["x"].tensor
    assert tensor is not None and not tensor.plain


def test_what_else_traces_is_left_alone(folder: Path) -> None:
    def tracer(*_: object) -> None:
        return None

    before = sys.gettrace()
    recorder = Recorder([folder])
    sys.settrace(tracer)
    try:
        with recorder.recording():
            assert sys.gettrace() is tracer
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)
    assert recorder.problem == BUSY
    assert recorder.recorded() == Recorded()


def test_a_debugger_that_begins_keeps_its_place(load: Load, folder: Path) -> None:
    module = load("import sys\ndef f(tracer):\n    sys.settrace(tracer)\n")

    def tracer(*_: object) -> None:
        return None

    before = sys.gettrace()
    if before is not None:
        pytest.skip("something traces the tests")
    recorder = Recorder([folder])
    try:
        with recorder.recording():
            module.f(tracer)
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)
    assert recorder.problem is not None and "debugger" in recorder.problem


def test_a_library_is_recorded_where_a_module_comes_from_it(folder: Path, record: Record) -> None:
    library = folder / "site-packages" / "lib"
    library.mkdir(parents=True)
    (library / "__init__.py").touch()
    (library / "layers.py").write_text(
        "import torch\ndef helper(x):\n    return x\n"
        "class Layer(torch.nn.Module):\n    def forward(self, x):\n        return helper(x)\n"
    )
    sys.path.insert(0, str(library.parent))
    try:
        from lib import layers  # type: ignore[import-not-found]

        found = record(lambda: layers.helper(torch.ones(1)))
        assert not found.functions
        found = record(lambda: layers.Layer()(torch.ones(1)))
    finally:
        sys.path.pop(0)
        for name in ("lib", "lib.layers"):
            sys.modules.pop(name, None)
    assert {(one.file, one.name) for one in found.functions.values()} == {
        ("lib/layers.py", "Layer.forward"),
        ("lib/layers.py", "helper"),
    }


@pytest.mark.slow
def test_a_model_of_transformers() -> None:
    transformers = pytest.importorskip("transformers")
    if sys.gettrace() is not None:
        pytest.skip("something traces the tests")
    config = transformers.BertConfig(
        hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32, vocab_size=64
    )
    model = transformers.BertModel(config).eval()
    recorder = Recorder([Path(transformers.__file__).parent], ["transformers"])
    ids = torch.ones(2, 7, dtype=torch.int64)
    with torch.no_grad():
        plain = model(ids)
        with recorder.recording():
            seen = model(ids)
    assert torch.equal(plain.last_hidden_state, seen.last_hidden_state)
    recorded = recorder.recorded()
    names = {one.name for one in recorded.functions.values()}
    assert {"BertModel.forward", "BertLayer.forward", "BertSelfOutput.forward"} <= names
    assert all(one.file.startswith("transformers/") for one in recorded.functions.values())
    assert len(files.encode(recorded)) < 200_000
