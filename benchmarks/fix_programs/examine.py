"""Run both versions of one program; each is run in a process of its own."""

from __future__ import annotations

import contextlib
import io
import logging
import warnings
from collections.abc import Callable
from pathlib import Path

import torch
import torch._dynamo
from fullgraph.lint.diagnostics.obligation import Kind

from benchmarks.fix_fuzz.explain import unexplained
from benchmarks.fix_fuzz.observe import compiled, differences, in_one_graph, load, observe

from .outcome import Fixed, Level, Outcome, Part


def examine(part: Part, original: Path, versions: dict[Level, tuple[Path, Fixed]]) -> list[Outcome]:
    """Return what came of a program, for each level."""
    torch.set_num_threads(1)
    before = observe(original)
    invalid = ""
    if part is Part.KNOWN and not breaks(original) and compiled(original, before) is not None:
        invalid = "does not break as it is"
    elif all(any(what == "exception" for _, what, _ in seen) for seen in before):
        invalid = "raises on all of its inputs"
    found: list[Outcome] = []
    texts: dict[bytes, Outcome] = {}
    for level, (path, fixed) in versions.items():
        outcome = Outcome(original.stem, part, level, fixed, invalid=invalid)
        found.append(outcome)
        text = path.read_bytes()
        if text == original.read_bytes():
            continue
        outcome.changed = True
        after = observe(path)
        differ = differences(before, after)
        outcome.differs = tuple(map(str, differ))
        outcome.unnamed = tuple(map(str, unexplained(differ, {Kind(kind) for kind in fixed.kinds})))
        if part is not Part.KNOWN:
            continue
        if text in texts:
            outcome.whole, outcome.graph_differs = texts[text].whole, texts[text].graph_differs
            continue
        texts[text] = outcome
        seen = compiled(path, after)
        outcome.whole = seen is not None and not breaks(path)
        outcome.graph_differs = () if seen is None else tuple(map(str, in_one_graph(after, seen)))
    return found


def breaks(path: Path) -> bool:
    """Whether TorchDynamo's default mode ends a graph anywhere in the program."""
    torch._logging._internal.set_logs(all=logging.CRITICAL)
    for number in range(len(load(path).inputs())):
        torch._dynamo.reset()
        torch._dynamo.utils.counters.clear()
        graphs: list[torch.fx.GraphModule] = []

        def backend(
            graph: torch.fx.GraphModule, example: object, graphs: list[torch.fx.GraphModule] = graphs
        ) -> object:
            graphs.append(graph)
            return graph.forward

        module = load(path)
        run: Callable[..., object] = torch.compile(module.make(), backend=backend)
        given = module.inputs()[number]
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(), contextlib.suppress(Exception):
            warnings.simplefilter("ignore")
            run(*given)
        # Not every break is counted: that at .item() only shows as a second graph, or none.
        if torch._dynamo.utils.counters["graph_break"] or len(graphs) != 1:
            return True
    return False
