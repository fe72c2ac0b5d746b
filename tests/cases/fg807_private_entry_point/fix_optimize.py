# fix: unsafe
import torch
import torch._dynamo

GRAPHS = []


def backend(graph, inputs):
    GRAPHS.append(graph)
    return graph.forward


def broken(x):
    x = x + 1
    torch._dynamo.graph_break()  # fullgraph: ignore[FG404]
    return x * 2


@torch._dynamo.optimize(backend)  # misuse: FG807
def decorated(x):
    return x + 1


def whole():
    return torch._dynamo.optimize(backend, nopython=True)(broken)  # misuse: FG807


def by_name():
    return torch._dynamo.optimize(backend=backend, nopython=False, dynamic=True)(broken)  # misuse: FG807


def module():
    return torch._dynamo.optimize("eager")(torch.nn.Linear(2, 2))  # misuse: FG807


def results():
    x = torch.ones(2)
    told = [decorated(x).tolist(), by_name()(x).tolist(), len(GRAPHS), type(module()).__name__]
    torch.compiler.reset()
    try:
        whole()(x)
    except torch._dynamo.exc.Unsupported:
        told.append("raises")
    return told


def proof():
    assert results() == [[2.0, 2.0], [4.0, 4.0], 3, "OptimizedModule", "raises"], results()


def fixed():
    assert results() == [[2.0, 2.0], [4.0, 4.0], 3, "OptimizedModule", "raises"]
