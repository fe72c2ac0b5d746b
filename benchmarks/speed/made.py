"""Files that are made to grow in one way alone."""

from __future__ import annotations

from pathlib import Path

_HEAD = "import torch\n\n\nclass Model(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"


def with_findings(folder: Path, count: int, methods: int = 640) -> Path:
    """A module of as many methods whatever ``count`` is, that many of which break the graph."""
    lasts = [f"print({number})" if number < count else f"x = x + {number}" for number in range(methods)]
    parts = [_HEAD, "        self.linear = torch.nn.Linear(4, 4)\n"]
    parts += [
        f"\n    def part{number}(self, x: torch.Tensor):\n        {last}\n        return self.linear(x)\n"
        for number, last in enumerate(lasts)
    ]
    parts.append("\n    def forward(self, x: torch.Tensor):\n")
    parts += [f"        x = self.part{number}(x)\n" for number in range(methods)]
    return _write(folder / f"findings{count}.py", "".join([*parts, "        return x\n"]))


def with_lines(folder: Path, blocks: int) -> Path:
    """A module of so many classes, each a dozen lines."""
    return _write(folder / f"lines{blocks}.py", "import torch\n" + "".join(map(_block, range(blocks))))


def _block(number: int) -> str:
    return (
        f"\n\nclass Block{number}(torch.nn.Module):\n    def __init__(self, size: int = {number + 4}):\n"
        "        super().__init__()\n        self.one = torch.nn.Linear(size, size)\n"
        "        self.two = torch.nn.LayerNorm(size)\n\n    def forward(self, x: torch.Tensor, mask=None):\n"
        "        y = self.one(x).relu()\n        if mask is not None:\n            y = y * mask\n"
        "        if x.shape[0] > 1:\n            y = y + x\n        return self.two(y)\n"
    )


def with_imports(folder: Path, depth: int) -> Path:
    """A model whose forward goes through a chain of so many modules, each of which imports the next."""
    package = folder / f"depth{depth}"
    package.mkdir(parents=True, exist_ok=True)
    _write(package / "__init__.py", "")
    for number in range(depth):
        last = number == depth - 1
        head = "import torch\n" if last else f"import torch\nfrom .step{number + 1} import step as following\n"
        result = "x.relu()" if last else "following(x + 1)"
        filler = "".join(f"\n\ndef helper{one}(x: torch.Tensor):\n    return x * {one}\n" for one in range(100))
        _write(package / f"step{number}.py", f"{head}\n\ndef step(x: torch.Tensor):\n    return {result}\n{filler}")
    text = "from .step0 import step\n" + _HEAD + "\n    def forward(self, x: torch.Tensor):\n        return step(x)\n"
    return _write(package / "model.py", text)


def _write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path
