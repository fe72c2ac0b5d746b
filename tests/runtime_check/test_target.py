"""What a target may be, where its inputs come from, and what is said when something is missing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
import torch
from fullgraph.runtime_check.target.inputs import InputSpecError, parse_argument
from fullgraph.runtime_check.target.target import Target, TargetError, load_target, parse_spec

SOURCE = """
    import functools
    import torch

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(4, 2)

        def forward(self, x):
            return self.linear(x)

        def other(self, x):
            return self.linear(x) + 1

    class WithOwnInputs(Net):
        def fullgraph_inputs(self=None):
            return {"x": torch.ones(5, 4)}

    class NeedsArguments(Net):
        def __init__(self, width):
            super().__init__()

    class NoModule:
        pass

    net = Net()
    net_inputs = (torch.ones(3, 4),)

    def double(x, scale=2):
        return x * scale

    def inputs():
        return [(torch.ones(2, 4),), {"x": torch.ones(1, 4)}]

    def build():
        return Net()

    def build_pair(small=True):
        return Net(), (torch.ones(7, 4),)

    def build_dict():
        return {"model": Net, "inputs": lambda: [(torch.ones(8, 4),)], "loss": torch.sum, "train": True}

    class Case:
        fn = staticmethod(double)
        inputs = ((torch.ones(9),), {"scale": 3})

    def build_object():
        return Case()

    def nothing():
        return torch.ones(2)

    compiled = torch.compile(Net())
    compiled_function = torch.compile(double)
    part = functools.partial(double, scale=5)
    number = 3
"""


@pytest.fixture
def target_file(tmp_path: Path) -> Iterator[str]:
    path, modules = list(sys.path), set(sys.modules)
    (tmp_path / "things.py").write_text(dedent(SOURCE))
    yield str(tmp_path / "things.py")
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if getattr(sys.modules[name], "__file__", None) and str(tmp_path) in str(sys.modules[name].__file__):
            del sys.modules[name]


def load(spec: str, *inputs: str, inputs_from: str | None = None) -> Target:
    arguments = [parse_argument(text) for text in inputs]
    return load_target(parse_spec(spec), arguments, parse_spec(inputs_from) if inputs_from else None)


@pytest.mark.parametrize(
    ("attribute", "label"),
    [
        ("net", "f32[3,4]"),
        ("WithOwnInputs", "x=f32[5,4]"),
        ("Net", "f32[2,4]"),
        ("double", "f32[2,4]"),
        ("net.other", "f32[2,4]"),
        ("part", "f32[2,4]"),
        ("build", "f32[2,4]"),
        ("build_pair", "f32[7,4]"),
        ("build_dict", "f32[8,4]"),
        ("build_object", "f32[9], scale=3"),
        ("compiled", "f32[2,4]"),
        ("nothing", "f32[2,4]"),
    ],
)
def test_target_and_its_inputs(target_file: str, attribute: str, label: str) -> None:
    if attribute == "nothing":
        with pytest.raises(TargetError, match="cannot be called with these inputs"):
            load(f"{target_file}:{attribute}")
        return
    target = load(f"{target_file}:{attribute}")
    assert target.calls[0].label == label
    target.fn(*target.calls[0].args, **target.calls[0].kwargs)


def test_input_options_come_before_everything(target_file: str) -> None:
    target = load(f"{target_file}:build_pair", "f32[6,4]")
    assert [call.label for call in target.calls] == ["f32[6,4]"]
    assert isinstance(target.fn, torch.nn.Module)


def test_inputs_from_another_function(target_file: str) -> None:
    target = load(f"{target_file}:net", inputs_from=f"{target_file}:inputs")
    assert [call.label for call in target.calls] == ["f32[2,4]", "x=f32[1,4]"]


def test_a_function_that_fails_or_builds_nothing_without_arguments_is_no_factory(tmp_path: Path) -> None:
    source = "def fails(x=None):\n    return x.sum()\ndef works(x=1):\n    return x\ninputs = (2,)\n"
    (tmp_path / "defaults.py").write_text(source)
    for name in ("fails", "works"):
        target = load(f"{tmp_path / 'defaults.py'}:{name}")
        assert (target.fn.__name__, target.calls[0].args) == (name, (2,))


def test_a_function_with_required_parameters_is_no_factory(target_file: str) -> None:
    target = load(f"{target_file}:double", "f32[4]", "scale=7")
    assert target.fn.__name__ == "double"


def test_loss_and_train_of_a_factory(target_file: str) -> None:
    target = load(f"{target_file}:build_dict")
    assert target.loss is torch.sum
    assert target.train is True


def test_compiled_targets_are_unwrapped(target_file: str) -> None:
    assert type(load(f"{target_file}:compiled").fn).__name__ == "Net"
    function = load(f"{target_file}:compiled_function")
    assert not hasattr(function.fn, "_torchdynamo_orig_callable")
    assert function.notes


@pytest.mark.parametrize(
    ("attribute", "said"),
    [
        ("Nett", "did you mean Net"),
        ("net.weight", "has no attribute 'weight'"),
        ("NeedsArguments", "factory"),
        ("NoModule", "not an nn.Module"),
        ("number", "cannot be called"),
    ],
)
def test_mistakes_are_named(target_file: str, attribute: str, said: str) -> None:
    with pytest.raises(TargetError, match=said):
        load(f"{target_file}:{attribute}")


def test_inputs_that_do_not_fit(target_file: str) -> None:
    with pytest.raises(TargetError, match=r"cannot be called with these inputs \(y=f32\[2\]\)"):
        load(f"{target_file}:net", "y=f32[2]")


def test_no_inputs(tmp_path: Path) -> None:
    (tmp_path / "bare.py").write_text("def f(x):\n    return x\n")
    with pytest.raises(TargetError, match="no inputs"):
        load(f"{tmp_path / 'bare.py'}:f")


def test_inputs_function_with_parameters(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text("def f(x):\n    return x\ndef f_inputs(size):\n    return (size,)\n")
    with pytest.raises(TargetError, match="without arguments"):
        load(f"{tmp_path / 'odd.py'}:f")


def test_inputs_of_a_wrong_kind(tmp_path: Path) -> None:
    (tmp_path / "kind.py").write_text("def f(x):\n    return x\nf_inputs = 'x'\n")
    with pytest.raises(InputSpecError, match="not str"):
        load(f"{tmp_path / 'kind.py'}:f")


@pytest.mark.parametrize("text", ["model", "model.py", ":x", "model.py:", "model.py:a-b", "a:1"])
def test_no_target(text: str) -> None:
    with pytest.raises(TargetError, match="is not a target"):
        parse_spec(text)


def test_missing_file_and_module() -> None:
    with pytest.raises(TargetError, match="there is no file"):
        load("nowhere/at_all.py:x")
    with pytest.raises(TargetError, match="there is no module 'nowhere_at_all'"):
        load("nowhere_at_all.sub:x")


def test_import_error_inside_the_target_is_the_targets(tmp_path: Path) -> None:
    (tmp_path / "imports.py").write_text("import nowhere_at_all\n")
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all"):
        load(f"{tmp_path / 'imports.py'}:x")


def test_file_in_a_package_is_imported_as_part_of_it(tmp_path: Path) -> None:
    package = tmp_path / "pack_under_test" / "inner"
    package.mkdir(parents=True)
    (tmp_path / "pack_under_test" / "__init__.py").touch()
    (package / "__init__.py").touch()
    (package / "helper.py").write_text("def half(x):\n    return x / 2\n")
    (package / "model.py").write_text("from .helper import half\nhalf_inputs = (1.0,)\n")
    target = load(f"{package / 'model.py'}:half")
    assert target.fn.__module__ == "pack_under_test.inner.helper"


def test_a_script_named_like_a_standard_module_does_not_replace_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import types

    monkeypatch.setattr(sys, "path", sys.path.copy())  # load puts the script's folder there

    (tmp_path / "types.py").write_text("def f(x):\n    return x\nf_inputs = (1,)\n")
    load(f"{tmp_path / 'types.py'}:f")
    assert sys.modules["types"] is types
