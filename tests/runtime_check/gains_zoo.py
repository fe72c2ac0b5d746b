"""Small targets for the tests of gains."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO, Any

import torch
from torch import nn

WORDS = 7
SIZE = 8
HELD: list[IO[str]] = []


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(SIZE)
        self.linear = nn.Linear(SIZE, SIZE)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.linear(self.norm(x)).relu()


class Numbered(Block):
    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return super().forward(x) + self.number


class Model(nn.Module):
    """A stack of blocks between an embedding and a loss that skips the label -100."""

    def __init__(self, blocks: list[nn.Module]) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, SIZE)
        self.blocks = nn.ModuleList(blocks)
        self.head = nn.Linear(SIZE, WORDS)

    def forward(self, ids: torch.Tensor, labels: torch.Tensor) -> dict[str, torch.Tensor]:
        x = self.words(ids)
        for block in self.blocks:
            x = block(x)
        logits = self.head(x)
        return {"loss": nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten()), "logits": logits}


def _sentences(*lengths: int) -> list[dict[str, torch.Tensor]]:
    generator = torch.Generator().manual_seed(0)
    drawn = [torch.randint(0, WORDS, (4, length), generator=generator) for length in lengths]
    return [{"ids": ids, "labels": (ids + 1) % WORDS} for ids in drawn]


def adamw(parameters: Any) -> torch.optim.Optimizer:
    return torch.optim.AdamW(parameters, lr=0.01, weight_decay=0.1)


def pad(inputs: dict[str, torch.Tensor], size: int) -> dict[str, torch.Tensor]:
    missing = size - inputs["ids"].shape[1]
    return {
        "ids": nn.functional.pad(inputs["ids"], (0, missing)),
        "labels": nn.functional.pad(inputs["labels"], (0, missing), value=-100),
    }


def stack() -> dict[str, Any]:
    """Three lengths, an optimizer, and padding that changes nothing."""
    torch.manual_seed(0)
    model = Model([Block() for _ in range(6)]).train()
    return {"model": model, "inputs": _sentences(5, 9, 20), "optimizer": adamw, "pad": pad}


def at_home() -> dict[str, Any]:
    """Puts a tensor on the current device."""
    return {"fn": lambda x: x + torch.arange(SIZE, device="cuda"), "inputs": (torch.ones(4, SIZE),)}


def one_length() -> dict[str, Any]:
    torch.manual_seed(0)
    return {"model": Model([Block() for _ in range(2)]).train(), "inputs": _sentences(5)}


def numbered() -> dict[str, Any]:
    torch.manual_seed(0)
    return {"model": Model([Numbered(n) for n in range(12)]).train(), "inputs": _sentences(5)}


def careless_padding() -> dict[str, Any]:
    """Its padding takes part in the loss."""

    def wrong(inputs: dict[str, torch.Tensor], size: int) -> dict[str, torch.Tensor]:
        missing = size - inputs["ids"].shape[1]
        return {name: nn.functional.pad(value, (0, missing)) for name, value in inputs.items()}

    return stack() | {"pad": wrong}


def shrug(x: torch.Tensor) -> torch.Tensor:
    return x.sin() + 1


def shrug_inputs() -> list[tuple[torch.Tensor]]:
    return [(torch.ones(4),), (torch.ones(6),)]


def brittle(x: torch.Tensor) -> torch.Tensor:
    return x.sin() + 2


def brittle_inputs() -> list[tuple[torch.Tensor]]:
    return shrug_inputs()


def _abort(_inputs: Any, _size: int) -> None:
    os.abort()


brittle.fullgraph_pad = _abort  # type: ignore[attr-defined]


def halves(x: torch.Tensor) -> torch.Tensor:
    return x.sin() * 2 + x.cos()


def halves_inputs() -> torch.Tensor:
    return torch.arange(64.0).reshape(16, 4)


def mutating(x: torch.Tensor) -> torch.Tensor:
    """Writes into its argument, which CUDA graphs do not allow."""
    x.mul_(0.5)
    return x.sin()


def mutating_inputs() -> torch.Tensor:
    return torch.arange(64.0).reshape(16, 4)


def crowded() -> dict[str, Any]:
    """A memory that holds one process of these at a time: the others are out of it."""
    folder = Path(os.environ["FULLGRAPH_TEST_FOLDER"])
    taken = (folder / "taken").open("w")
    try:
        fcntl.flock(taken, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 90.00 MiB.") from None
    HELD.append(taken)
    return {"model": nn.Linear(SIZE, SIZE), "inputs": (torch.ones(2, SIZE),)}
