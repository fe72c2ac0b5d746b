# only: click
import click
import torch

MADE = {}


@torch.compile
def say(x):
    x = x + 1
    click.echo("size")  # report: FG410 (click/)
    x = x * 2
    click.secho("bold", bold=True)  # report: FG410 (click/)
    x = x + 1
    MADE["bar"] = click.progressbar([1, 2])  # report: FG410 (click/)
    return x * 2


def make():
    return say


def inputs():
    return [(torch.ones(3),)]
