import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, y):
        if x is y or id(x) == id(y):
            return x * 2
        address = x.data_ptr()
        x = x + x.element_size() + x.nbytes + x.stride(0) + x.is_contiguous() + x.untyped_storage().size()
        return x + len({id(y), 3}) + x.is_floating_point() + x.is_complex() + y._version, (address, x.shape)[1]


def make():
    return Model()


def inputs():
    return [(torch.ones(4), torch.zeros(4)),]
