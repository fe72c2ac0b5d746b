# only: click
import click
import torch


@torch.compile
def say(x):
    x = x + 1
    click.echo("size")  # report: FG410 (click/_compat.py)
    return x * 2


def make():
    return say


def inputs():
    return [(torch.ones(3),)]
