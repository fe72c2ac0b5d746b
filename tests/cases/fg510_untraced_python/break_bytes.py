"""Methods of bytes; those of texts are traced."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.name = "text"

    def forward(self, x):
        x = x + 1
        b"text".upper()  # break: FG510
        b"a,b".split(b",")  # break: FG510
        b"text".startswith(b"t")  # break: FG510
        b"text".replace(b"t", b"s")  # break: FG510
        b"text".capitalize()  # break: FG510
        b"text".center(8)  # break: FG510
        b"text".count(b"t")  # break: FG510
        b"text".endswith(b"t")  # break: FG510
        b"text".expandtabs()  # break: FG510
        b"text".find(b"x")  # break: FG510
        b"text".index(b"x")  # break: FG510
        b"text".isalnum()  # break: FG510
        b"text".isalpha()  # break: FG510
        b"text".isascii()  # break: FG510
        b"12".isdigit()  # break: FG510
        b"text".islower()  # break: FG510
        b" ".isspace()  # break: FG510
        b"Text".istitle()  # break: FG510
        b"TEXT".isupper()  # break: FG510
        b",".join([b"a", b"b"])  # break: FG510
        b"text".ljust(8)  # break: FG510
        b"TEXT".lower()  # break: FG510
        b" text".lstrip()  # break: FG510
        bytes.maketrans(b"a", b"b")  # break: FG510
        b"a.b".partition(b".")  # break: FG510
        b"text".removeprefix(b"te")  # break: FG510
        b"text".removesuffix(b"xt")  # break: FG510
        b"text".rfind(b"t")  # break: FG510
        b"text".rindex(b"t")  # break: FG510
        b"text".rjust(8)  # break: FG510
        b"a.b".rpartition(b".")  # break: FG510
        b"a b".rsplit()  # break: FG510
        b"text ".rstrip()  # break: FG510
        b"text".splitlines()  # break: FG510
        b" text ".strip()  # break: FG510
        b"Text".swapcase()  # break: FG510
        b"some text".title()  # break: FG510
        b"text".translate(None, b"t")  # break: FG510
        b"42".zfill(5)  # break: FG510
        self.name.encode().hex()  # break: FG510
        bytes.fromhex("00ff")  # break: FG510
        bytes(3)  # break: FG510 (before 2.15)
        self.name.upper().startswith("T")
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
