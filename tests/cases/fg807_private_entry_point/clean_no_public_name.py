import torch
import torch._dynamo


@torch.compiler.disable
def apart(x):
    return x + 1


@torch._dynamo.disable(wrapping=False)
def unwrapped(x):
    return x + 2


def reset():
    if hasattr(torch.compiler, "reset"):
        torch.compiler.reset()
    else:
        torch._dynamo.reset()


try:
    list_backends = torch.compiler.list_backends
except AttributeError:
    list_backends = torch._dynamo.list_backends


class Dynamo:
    def reset(self):
        return 1


class Other:
    _dynamo = Dynamo()


def f(x):
    torch._dynamo.mark_static(x)
    return x


def proof():
    """None of the names that are used here is in torch.compiler, or takes the arguments that it is given."""
    import inspect

    torch._dynamo.config.cache_size_limit = 16
    torch._dynamo.mark_dynamic(torch.ones(3), 0)
    assert Other._dynamo.reset() == 1
    assert torch._dynamo.explain(apart)(torch.ones(2)).graph_count >= 0
    for name in ("mark_dynamic", "mark_static", "explain", "export", "graph_break", "run"):
        assert hasattr(torch._dynamo, name) and not hasattr(torch.compiler, name)
    assert "wrapping" not in inspect.signature(torch.compiler.disable).parameters
