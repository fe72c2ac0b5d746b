import io

import torch
from torch import nn
from tqdm import tqdm


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.bar = tqdm(total=1000, file=io.StringIO())

    def forward(self, x):
        x = self.layer(x)
        self.bar.update(1)  # break: FG410
        x = x * 2
        self.bar.set_postfix(size=x.shape[0])  # break: FG410
        x = x + 1
        self.bar.set_postfix_str("sizes")  # break: FG410
        x = x * 2
        self.bar.set_description("model")  # break: FG410
        x = x + 1
        self.bar.set_description_str("model")  # break: FG410
        x = x * 2
        self.bar.refresh()  # break: FG410
        x = x + 1
        self.bar.clear()  # break: FG410
        x = x * 2
        self.bar.display()  # break: FG410
        x = x + 1
        self.bar.reset()  # break: FG410
        x = x * 2
        self.bar.close()  # break: FG410
        return x


class Talking(nn.Module):
    def __init__(self):
        super().__init__()
        self.bar = tqdm(total=1000, file=io.StringIO())

    def forward(self, x):
        x = x * 2
        self.bar.write("line")  # break: FG410
        return x


def make():
    return nn.Sequential(Model(), Talking())


def inputs():
    return [(torch.ones(3, 2),)]
