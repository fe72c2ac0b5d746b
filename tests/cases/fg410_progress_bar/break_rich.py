# only: rich
import io

import torch
from rich.console import Console
from rich.progress import Progress
from torch import nn

CONSOLE = Console(file=io.StringIO())
PROGRESS = Progress(console=CONSOLE)
TASK = PROGRESS.add_task("steps", total=1000)
SEEN = {}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        x = self.layer(x)
        CONSOLE.print("size", x.shape[0])  # report: FG410 (rich/)
        x = x + 1
        CONSOLE.log("logged")  # report: FG410 (rich/)
        x = x * 2
        PROGRESS.update(TASK, advance=1)  # report: FG410 (rich/)
        x = x + 1
        PROGRESS.advance(TASK)  # report: FG410 (rich/)
        x = x * 2
        SEEN["task"] = PROGRESS.add_task("more", total=3)  # report: FG410 (rich/)
        x = x + 1
        PROGRESS.start()  # report: FG410 (rich/)
        x = x * 2
        PROGRESS.stop()  # report: FG410 (rich/)
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
