# only: rich
import io

import torch
from rich.console import Console
from rich.live import Live
from rich.progress import Progress

CONSOLE = Console(file=io.StringIO())
MADE = {}


@torch.compile
def make_all(x):
    x = x + 1
    MADE["console"] = Console()  # break: FG410
    x = x * 2
    MADE["progress"] = Progress()  # report: FG410 (rich/)
    x = x + 1
    MADE["live"] = Live()  # report: FG410 (rich/)
    x = x * 2
    MADE["status"] = CONSOLE.status("busy")  # report: FG410 (rich/)
    return x


def make():
    return make_all


def inputs():
    return [(torch.ones(3),)]
