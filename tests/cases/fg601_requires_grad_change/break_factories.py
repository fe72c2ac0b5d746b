import torch
from torch.autograd import Variable


@torch.compile
def forward(x):
    x = x * 2
    a = torch.zeros(4, requires_grad=True)  # break: FG601
    b = torch.randn_like(x, requires_grad=True)  # break: FG601
    c = Variable(torch.ones(4))  # break: FG601
    return x + a + b * 0 + c


def make():
    return forward


def inputs():
    return [(torch.ones(4),)]
