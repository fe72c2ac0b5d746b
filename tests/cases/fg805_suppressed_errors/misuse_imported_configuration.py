import torch
import torch._dynamo as dynamo
from torch._dynamo import config

config.suppress_errors = True  # misuse: FG805
dynamo.config.suppress_errors = True  # misuse: FG805


def failing(graph, inputs):
    raise OSError("no compiler")


def proof():
    compiled = torch.compile(lambda x: x * 2, backend=failing)
    assert torch.equal(compiled(torch.ones(2)), torch.full((2,), 2.0))
