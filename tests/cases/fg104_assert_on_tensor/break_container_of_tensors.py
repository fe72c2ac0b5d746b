import torch


def last(*states):
    assert states, "no states"  # break: FG104
    return states[-1]


def named(**outputs):
    assert outputs  # break: FG104
    return outputs["hidden"]


def run(x):
    hidden = named(hidden=last(x * 2, x + 1))
    states = [hidden]
    for _ in range(2):
        states.append(states[-1] * 2)
    assert states  # break: FG104
    print("not traced")
    return states[-1]


def make():
    return torch.compile(run)


def inputs():
    return [(torch.ones(3),)]
