"""Regional compilation: of a stack of equal blocks one is compiled, and the others use its code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

_CONTAINERS = (torch.nn.ModuleList, torch.nn.Sequential)


def repeated_blocks(root: torch.nn.Module) -> list[torch.nn.Module]:
    """The outermost modules that a ``ModuleList`` or ``Sequential`` holds several of.

    PyTorch's own layers do not count unless they are made of others, as a ``TransformerEncoderLayer`` is.
    """
    found: dict[int, torch.nn.Module] = {}
    waiting = [root]
    while waiting:
        module = waiting.pop(0)
        members = list(module.children())
        if isinstance(module, _CONTAINERS):
            kinds = Counter(type(member) for member in members)
            blocks = [member for member in members if kinds[type(member)] > 1 and not _is_layer(member)]
            found |= {id(block): block for block in blocks}
        waiting += [member for member in members if id(member) not in found]
    return list(found.values())


def _is_layer(module: torch.nn.Module) -> bool:
    if type(module).__module__.partition(".")[0] != "torch":
        return False
    return isinstance(module, _CONTAINERS) or not any(True for _ in module.children())


class Regions:
    """Blocks that are compiled in place (``nn.Module.compile``) while `active`, and eager outside of it.

    The blocks belong to one model, of which the eager and the compiled version are timed in turns.
    """

    def __init__(self, blocks: list[torch.nn.Module], options: dict[str, Any]) -> None:
        self.blocks = blocks
        self.compiled = []
        for block in blocks:
            block.compile(**options)
            self.compiled.append(block._compiled_call_impl)
            block._compiled_call_impl = None

    @property
    def kinds(self) -> str:
        """Such as ``12 ViTLayer, 12 GPT2Block``."""
        return ", ".join(f"{number} {name}" for name, number in Counter(type(b).__name__ for b in self.blocks).items())

    @contextmanager
    def active(self) -> Iterator[None]:
        for block, compiled in zip(self.blocks, self.compiled, strict=True):
            block._compiled_call_impl = compiled
        try:
            yield
        finally:
            for block in self.blocks:
                block._compiled_call_impl = None
