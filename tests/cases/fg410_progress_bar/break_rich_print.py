# only: rich
import rich
import torch


@torch.compile
def say(x):
    x = x + 1
    rich.print("[bold]size[/bold]", x.shape[0])  # report: FG410 (rich/)
    return x * 2


def make():
    return say


def inputs():
    return [(torch.ones(3),)]
