import torch


class Model(torch.nn.Module):
    def forward(self, x):
        y = torch.zeros_like(x)
        for place in torch.cartesian_prod(torch.arange(2), torch.arange(2)):
            y[:, place[0], :] = x[:, place[1], :] * 2  # break: FG206
        return y


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 3, 4),)]
