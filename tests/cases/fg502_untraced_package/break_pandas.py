# only: pandas, torch>=2.12
import pandas as pd
import torch
from torch import nn

FRAME = pd.DataFrame({"a": [1.0, 2.0]})


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        FRAME.mean()  # break: FG502
        pd.concat([FRAME, FRAME])  # break: FG502
        pd.Timestamp("2020-01-01")  # break: FG502
        frame = pd.DataFrame({"a": [1.0]})  # break: FG502
        frame.sum()  # break: FG502
        if pd.isna(1.0):  # break: FG502
            x = x + 2
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
