import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.activation = torch.nn.ReLU()
        self.pool = torch.nn.MaxPool1d(1)

    def forward(self, x):
        for parameter in self.activation.parameters():
            if parameter.sum() > 9:
                x = x + 1
        for buffer in self.pool.buffers():
            if buffer.sum() > 9:
                x = x + 1
        return self.activation(x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),)]
