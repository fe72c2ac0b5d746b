import torch
import torch._dynamo

torch._dynamo.config.suppress_errors = False
torch._dynamo.config.verbose = True


class Config:
    suppress_errors = False


config = Config()
config.suppress_errors = True


def failing(graph, inputs):
    raise OSError("no compiler")


def proof():
    compiled, raised = torch.compile(lambda x: x * 2, backend=failing), None
    try:
        compiled(torch.ones(2))
    except Exception as error:
        raised = type(error).__name__
    assert raised == "BackendCompilerFailed"
