"""A small project whose files have to do with each other in all the ways that count."""

from __future__ import annotations

import textwrap
from pathlib import Path

FILES = {
    "models/__init__.py": "from .blocks import Block\n",
    "models/blocks.py": """
        import torch
        from .helpers import shrink

        class Block(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.linear = torch.nn.Linear(4, 4)

            def forward(self, x: torch.Tensor):
                if shrink(x).sum() > 0:
                    x = self.linear(x)
                return self.head(x) if hasattr(self, "head") else x
        """,
    "models/helpers.py": """
        import torch

        def shrink(x: torch.Tensor):
            print("shrinking")
            return x * x.max().item()
        """,
    "train.py": """
        import torch
        from models import Block

        def main(x: torch.Tensor):
            model = Block()
            model.head = torch.nn.Linear(4, 2)
            step = torch.compile(model, fullgraph=True)
            for _ in range(10):
                step(x)
        """,
    "one/same.py": "def helper(x):\n    return x\n",
    "one/run.py": """
        import torch
        import same

        @torch.compile
        def f(x: torch.Tensor):
            return same.helper(x)
        """,
    "two/same.py": "def helper(x):\n    print(x)\n    return x\n",
    "two/run.py": """
        import torch
        import same

        @torch.compile
        def f(x: torch.Tensor):
            return same.helper(x)
        """,
    "silenced.py": """
        import torch

        @torch.compile
        def f(x: torch.Tensor):
            print(x)  # fullgraph: ignore[FG401]
            return x + 1  # fullgraph: ignore[FG101]
        """,
    "broken.py": "def f(:\n",
}


def write_project(folder: Path) -> list[Path]:
    """Write it below the current folder; its files as they are given."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"))
    return sorted(map(Path, FILES), key=str)
