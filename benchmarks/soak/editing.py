"""A folder of real files, and what a person might do to them."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable
from pathlib import Path

BREAKS = (
    "        print('here')",
    "        if x.sum() > 0: x = x * 2",
    "        n = x.item()",
    "    assert x.max() < 3",
)
WRONG = ("def f(:", "    return (", '"""', "if True", "\tx = 1", "class", "lambda: (yield", "\x00", "é = '\ud7ff'")
CONFIGURATIONS = (
    "",
    'ignore = ["FG4"]\n',
    'select = ["FG1", "FG2"]\n',
    'confidence = "low"\n',
    'scope = "explicit"\n',
    'exclude = ["sub0"]\n',
    'mode = "fullgraph"\n',
    "ignore = [\n",  # no TOML
    "unknown = 1\n",
)


def make_project(folder: Path, sources: Iterable[Path]) -> list[Path]:
    """Copies of files, ten in each folder below ``folder``; two files that import each other among them."""
    files = []
    for number, source in enumerate(sources):
        target = folder / f"sub{number // 10}" / f"m{number}_{source.name}"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        files.append(target)
    steps = folder / "steps.py"
    steps.write_text("import torch\n\n\ndef step(x: torch.Tensor) -> torch.Tensor:\n    print(x)\n    return x\n")
    train = folder / "train.py"
    train.write_text("import torch\nfrom steps import step\n\nfast = torch.compile(step)\nfast(torch.ones(3))\n")
    return [*files, steps, train]


def changed(text: str, draw: random.Random) -> str:
    """The text after one edit: of a letter, of a line, or of many."""
    lines = text.split("\n")
    row = draw.randrange(len(lines))
    kind = draw.random()
    if kind < 0.35:
        column = draw.randrange(len(lines[row]) + 1)
        lines[row] = lines[row][:column] + draw.choice("abcxyz_(),.: =\n") + lines[row][column:]
    elif kind < 0.5:
        del lines[row]
    elif kind < 0.65:
        lines.insert(row, lines[draw.randrange(len(lines))])
    elif kind < 0.8:
        lines.insert(row, draw.choice(BREAKS))
    elif kind < 0.9:
        lines.insert(row, draw.choice(WRONG))
    elif kind < 0.95:
        lines[row : row + 20] = lines[row : row + 20][::-1]
    else:
        lines = lines[: max(row, 1)]
    return "\n".join(lines)
