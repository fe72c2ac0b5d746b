import io
import sys

import torch

sys.stdin = io.StringIO("yes\n" * 1000)


@torch.compile
def ask(x):
    x = x + 1
    answer = input()  # break: FG404
    x = x * len(answer)
    again = input("again? ")  # break: FG404
    x = x * len(again)
    line = sys.stdin.readline()  # break: FG404
    x = x * len(line)
    more = sys.stdin.read(4)  # break: FG404
    return x * len(more)


def make():
    return ask


def inputs():
    return [(torch.ones(3),)]
