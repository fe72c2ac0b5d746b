# only: rich
import io

import rich
import torch
from rich.console import Console
from rich.progress import Progress
from torch import nn

CONSOLE = Console(file=io.StringIO())
PROGRESS = Progress(console=CONSOLE)
TASK = PROGRESS.add_task("steps", total=1000)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        x = self.layer(x)
        CONSOLE.print("size", x.shape[0])  # report: FG410 (rich/console.py)
        x = x + 1
        PROGRESS.update(TASK, advance=1)  # report: FG410 (rich/progress.py)
        x = x * 2
        PROGRESS.advance(TASK)  # report: FG410 (rich/progress.py)
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
