"""What rules are told of code that compiles: each way to do it, its options, and calls around it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.domain.events import Compile, HostCall
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.domain.listening import Listener, Listeners
from fullgraph.lint.domain.values import Const
from fullgraph.lint.engine.api import read
from fullgraph.lint.interpreter.interpreter import Interpreter
from fullgraph.lint.roots.roots import Roots
from fullgraph.lint.torch_data import load

HEAD = """
import functools
import torch
from torch import nn

class Net(nn.Module):
    def forward(self, x):
        return x

def f(x):
    return x

net = Net()
"""


def told(tmp_path: Path, text: str, kind: type[Event]) -> list[Event]:
    """The events of a file that compiles, by place, each once."""
    path = tmp_path / "host.py"
    path.write_text(HEAD + textwrap.dedent(text))
    project, modules = read([path], Options(), [])
    events: dict[tuple[int, int], Event] = {}

    def note(event: Event) -> None:
        events.setdefault((event.node.lineno, event.node.col_offset), event)

    Roots(Interpreter(project, load(None), Listeners([Listener("X", kind, note)])), "all").run(modules)
    return [events[place] for place in sorted(events)]


@pytest.mark.parametrize(
    ("text", "how", "given", "used"),
    [
        ("torch.compile(net)", "function", {}, False),
        ("fast = torch.compile(net, fullgraph=True)", "function", {"fullgraph": True}, True),
        ("torch.compile(net)(torch.ones(2))", "function", {}, True),
        ("def g(m):\n    torch.compile(m, mode='default')", "function", {"mode": "default"}, False),
        ("def g(m):\n    return torch.compile(m)", "function", {}, True),
        ("layer = nn.Linear(2, 2)\nlayer.compile(dynamic=True)", "method", {"dynamic": True}, True),
        ("net.compile(dynamic=True)", "method", {"dynamic": True}, True),
        ("@torch.compile\ndef g(x):\n    return x", "decorator", {}, True),
        ("@torch.compile(fullgraph=True)\ndef g(x):\n    return x", "decorator", {"fullgraph": True}, True),
        (
            "@functools.partial(torch.compile, dynamic=False)\ndef g(x):\n    return x",
            "decorator",
            {"dynamic": False},
            True,
        ),
        (
            "class A(nn.Module):\n    @torch.compile(dynamic=True)\n    def forward(self, x):\n        return x",
            "decorator",
            {"dynamic": True},
            True,
        ),
        ("@torch.compile(mode='max-autotune')\nclass A(Net):\n    pass", "decorator", {"mode": "max-autotune"}, True),
    ],
)
def test_each_way_to_compile(tmp_path: Path, text: str, how: str, given: dict[str, object], used: bool) -> None:
    (event,) = told(tmp_path, text, Compile)
    assert isinstance(event, Compile)
    assert (event.how, event.used) == (how, used)
    assert event.given == {name: Const(value) for name, value in given.items()}
    assert not event.frame.tracing


def said(tmp_path: Path, text: str, kind: type[Event], say: Callable[[Event], str]) -> list[tuple[int, str]]:
    """The rows and words of what a rule says that speaks of each event."""
    path = tmp_path / "host.py"
    path.write_text(textwrap.dedent(text))
    project, modules = read([path], Options(), [])
    listeners = Listeners([Listener("X", kind, lambda event: Finding(event, say(event)))])
    found = Roots(Interpreter(project, load(None), listeners), "all").run(modules)
    return sorted({(finding.event.node.lineno, finding.message) for finding in found})


def test_compiling_inside_of_compiled_code(tmp_path: Path) -> None:
    text = """\
    import torch
    @torch.compile
    def g(x):
        return torch.compile(f)(x)
    """
    found = said(tmp_path, text, Compile, lambda event: "traced" if event.frame.tracing else "host")
    assert found == [(2, "host"), (4, "host"), (4, "traced")]


def test_compiling_in_a_loop(tmp_path: Path) -> None:
    text = """\
    import torch
    f = torch.compile(len)
    for _ in range(9):
        g = torch.compile(f)
    """
    assert said(tmp_path, text, Compile, lambda event: str(event.frame.in_loop())) == [(2, "False"), (4, "True")]


def test_calls_around_compiled_code(tmp_path: Path) -> None:
    text = "def main():\n    fast = torch.compile(net)\n    torch.save(net, 'a')\n    return fast(torch.ones(2))\n"
    calls = [event for event in told(tmp_path, text, HostCall) if isinstance(event, HostCall)]
    assert "torch.save" in [call.name for call in calls]
    assert not any(call.frame.tracing for call in calls)


def test_what_a_package_compiles_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("import torch\n\ndef make(m):\n    torch.compile(m)\n")
    assert told(tmp_path, "import other\nother.make(net)  # compile", Compile) == []


def test_a_finding_counts_in_the_mode_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "host.py"
    path.write_text(HEAD + "torch.compile(net, fullgraph=True)\ntorch.compile(net)\n")
    project, modules = read([path], Options(), [])
    listeners = Listeners([Listener("X", Compile, lambda event: Finding(event, "said"))])
    found = Roots(Interpreter(project, load(None), listeners), "all").run(modules)
    assert [(finding.code, finding.root.mode) for finding in found] == [("X", "fullgraph"), ("X", "default")]
