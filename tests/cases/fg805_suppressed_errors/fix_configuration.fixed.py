# fix: unsafe
import torch
import torch._dynamo as dynamo
from torch._dynamo import config

config.suppress_errors = False  # misuse: FG805


def suppress():
    dynamo.config.suppress_errors = False  # misuse: FG805


def prepare():
    torch.set_num_threads(1)
    torch._dynamo.config.suppress_errors = False  # misuse: FG805


def failing(graph, inputs):
    raise OSError("no compiler")


def raises():
    suppress()
    prepare()
    try:
        torch.compile(lambda x: x * 2, backend=failing)(torch.ones(2))
    except Exception as error:
        return "no compiler" in str(error)
    return False


def proof():
    assert not raises()


def fixed():
    assert raises()
