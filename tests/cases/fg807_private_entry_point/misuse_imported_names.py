# Reported, and not rewritten: the import would have to change too, or the call has no public form.
import torch
import torch._dynamo as dynamo
from torch._dynamo import disable
from torch._dynamo import reset as forget
from torch._dynamo.external_utils import is_compiling


@disable  # misuse: FG807
def apart(x):
    return x + 1


@dynamo.disable()  # misuse: FG807
def also_apart(x):
    return x + 2


def f(x):
    if is_compiling():
        x = x + 10
    return also_apart(apart(x))  # break[fullgraph]: FG513


def with_a_hook(hook):
    return torch._dynamo.optimize("eager", guard_fail_fn=hook)(f)  # misuse: FG807


def start_anew():
    forget()  # misuse: FG807


def proof():
    x, graphs = torch.ones(2), []

    def backend(graph, inputs):
        graphs.append(graph)
        return graph.forward

    private = torch.compile(f, backend=backend)(x)
    start_anew()
    assert len(graphs) == 1
    assert torch.equal(with_a_hook(print)(x), private)

    @torch.compiler.disable
    def apart(x):
        return x + 3

    def public(x):
        if torch.compiler.is_compiling():
            x = x + 10
        return apart(x)

    torch.compiler.reset()
    assert torch.equal(torch.compile(public, backend=backend)(x), private)
    assert len(graphs) == 2
