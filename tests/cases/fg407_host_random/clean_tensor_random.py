import torch


@torch.compile
def noisy(x):
    noise = torch.empty_like(x).uniform_(0, to=1.0) + torch.empty_like(x).uniform_(-1, 1)
    noise = noise + torch.empty_like(x).normal_(mean=0.0, std=0.1) + torch.empty_like(x).exponential_()
    noise = noise + torch.empty_like(x).bernoulli_(0.5) + torch.empty_like(x).geometric_(0.5)
    return x + noise + torch.randint(0, 10, x.shape)


def make():
    return noisy


def inputs():
    return [(torch.ones(3),)]
