import torch
import torch._dynamo

torch._dynamo.config.suppress_errors = True  # misuse: FG805


def failing(graph, inputs):
    raise OSError("no compiler")


def configure():
    torch._dynamo.config.suppress_errors = True  # misuse: FG805


def scale(x):
    return x * 2


def proof():
    compiled = torch.compile(scale, backend=failing)
    assert torch.equal(compiled(torch.ones(2)), torch.full((2,), 2.0))
    torch.compiler.reset()
    torch._dynamo.config.suppress_errors = False
    try:
        compiled(torch.ones(2))
        raised = None
    except Exception as error:
        raised = type(error).__name__
    assert raised == "BackendCompilerFailed"
    configure()
    torch.compiler.reset()
    compiled(torch.ones(2))
    assert torch._dynamo.config.suppress_errors
