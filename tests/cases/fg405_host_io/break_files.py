import io
import os
import tempfile

import torch
from torch import nn

PATH = os.path.join(tempfile.mkdtemp(), "log.txt")


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        x = self.layer(x)
        file = open(PATH, "w")  # break: FG405
        x = x * 2
        file.write("doubled")  # break: FG405
        x = x + 1
        file.writelines(["added"])  # break: FG405
        x = x * 2
        file.flush()  # break: FG405
        x = x + 1
        file.seek(0)  # break: FG405
        x = x * 2
        file.tell()  # break: FG405
        x = x + 1
        file.close()  # break: FG405
        return self.again(x)

    def again(self, x):
        file = io.open(PATH)  # break: FG405
        x = x * len(file.read())  # break: FG405
        x = x + len(file.readline())  # break: FG405
        x = x + len(file.readlines())  # break: FG405
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
