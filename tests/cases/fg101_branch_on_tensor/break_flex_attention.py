import torch
from torch.nn.attention.flex_attention import flex_attention


class Model(torch.nn.Module):
    def forward(self, x):
        y = flex_attention(x, x, x, score_mod=lambda score, batch, head, query, key: score * 2)
        if y.sum() > 9999:  # break: FG101
            return x
        return y


def make():
    model = Model()
    model(torch.ones(1, 2, 16, 16))  # the first call in eager warns
    return torch.compile(model)


def inputs():
    return [(torch.ones(1, 2, 16, 16),), (torch.zeros(1, 2, 16, 16),)]
