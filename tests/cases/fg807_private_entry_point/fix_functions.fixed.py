# fix: safe
import torch
import torch._dynamo


@torch.compiler.disable  # misuse: FG807
def apart(x):
    return x + 1


@torch.compiler.disable(recursive=False, reason="a reason")  # misuse: FG807
def frame_apart(x):
    return x + 2


@torch.compiler.assume_constant_result  # misuse: FG807
def number():
    return 3


@torch.compiler.allow_in_graph  # misuse: FG807
def opaque(x):
    return x * 2


def f(x):
    if torch._dynamo.is_compiling():
        x = x + 10
    return opaque(x) * number()


def g(x):
    return apart(x * 2) + frame_apart(x)  # break[fullgraph]: FG513


def reset():
    torch.compiler.reset()  # misuse: FG807


def stance():
    return torch.compiler.set_stance("force_eager")  # misuse: FG807


def backends():
    return torch.compiler.list_backends()  # misuse: FG807


def results():
    """What the functions above do, whichever way they are called."""
    graphs = []

    def backend(graph, inputs):
        graphs.append(sum(node.op == "call_function" for node in graph.graph.nodes))
        return graph.forward

    x = torch.ones(2)
    told = [torch.compile(f, backend=backend, fullgraph=True)(x).tolist(), torch.compile(g, backend=backend)(x).tolist()]
    seen = len(graphs)
    with stance():
        told.append(torch.compile(lambda x: x - 1, backend=backend)(x).tolist())
    assert len(graphs) == seen
    reset()
    torch.compile(f, backend=backend)(x)
    assert len(graphs) == seen + 1
    return told, graphs, backends()


EXPECTED = (
    [[66.0, 66.0], [6.0, 6.0], [0.0, 0.0]],
    [3, 1, 1, 3],
    ["cudagraphs", "inductor", "openxla", "tvm"],
)


def proof():
    assert results() == EXPECTED, results()


def fixed():
    assert results() == EXPECTED
