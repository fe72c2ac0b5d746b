"""Inductor's word on a graph's speed: its performance hints, and why it left CUDA graphs out."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

_SPEAKERS = (
    "torch._inductor.compile_fx",
    "torch._inductor.graph",
    "torch._inductor.codegen.simd",
    "torch._inductor.codegen.triton",
    "torch._inductor.cudagraph_trees",
    "torch._inductor.cudagraph_utils",
)
"""Modules with such a logger, which exists once its module is imported."""
_ARTIFACTS = ("perf_hints", "cudagraphs")
_SKIP = "skipping cudagraph"
_LONGEST = 400
"""Characters of one hint: some quote a whole table."""


@dataclass
class InductorHints:
    """Each text once, in the order in which it was first said."""

    hints: list[str] = field(default_factory=list)
    cudagraph_skips: list[str] = field(default_factory=list)


@contextmanager
def listening() -> Iterator[InductorHints]:
    """Collect what inductor says while the block runs, as ``TORCH_LOGS=perf_hints`` would print it.

    Nothing more is printed than without: the level of a logger is lowered, and its records go to this listener alone.
    The reasons of CUDA graphs come from the log, as those that show only when the code runs are in no metric.
    """
    found = InductorHints()
    handler = _Listener(found)
    before: list[tuple[logging.Logger, int, bool]] = []
    for logger in _loggers():
        before.append((logger, logger.level, logger.propagate))
        if logger.name.endswith("perf_hints") and not logger.isEnabledFor(logging.INFO):
            logger.setLevel(logging.INFO)
            logger.propagate = False
        logger.addHandler(handler)
    try:
        yield found
    finally:
        for logger, level, propagate in before:
            logger.removeHandler(handler)
            logger.setLevel(level)
            logger.propagate = propagate


def _loggers() -> list[logging.Logger]:
    for name in _SPEAKERS:
        with suppress(ImportError):  # codegen.triton needs Triton, which a CPU build does not have
            importlib.import_module(name)
    names = [name for name in list(logging.root.manager.loggerDict) if name.startswith("torch.")]
    return [logging.getLogger(name) for name in names if name.rpartition(".__")[2] in _ARTIFACTS]


class _Listener(logging.Handler):
    def __init__(self, found: InductorHints) -> None:
        super().__init__(logging.DEBUG)
        self.found = found

    def emit(self, record: logging.LogRecord) -> None:
        try:
            text = " ".join(record.getMessage().split())
        except Exception:
            self.handleError(record)
            return
        if _SKIP in text.lower():
            into = self.found.cudagraph_skips
        elif record.name.endswith("perf_hints"):
            into = self.found.hints
        else:
            return
        text = text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
        if text not in into:
            into.append(text)
