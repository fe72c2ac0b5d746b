import torch


def scale(x):
    return torch.relu(x * 2 + 1)


def counting(graph, inputs):
    COUNTED.append(graph)
    return graph.forward


COUNTED = []
fast = torch.compile(scale)
named = torch.compile(scale, backend="inductor")
own = torch.compile(scale, backend=counting)


def chosen(backend="inductor"):
    return torch.compile(scale, backend=backend)


def run(backend, function):
    return function(torch.ones(4))


def proof():
    import torch._inductor.compile_fx as inductor

    asked = []

    def note(graph, inputs, **kwargs):
        asked.append(graph)
        return graph.forward

    inductor.compile_fx = note
    for number, function in enumerate((fast, named, chosen()), 1):
        torch.compiler.reset()
        assert torch.equal(run(backend="eager", function=function), scale(torch.ones(4)))
        assert len(asked) == number
    torch.compiler.reset()
    own(torch.ones(4))
    assert len(COUNTED) == 1
