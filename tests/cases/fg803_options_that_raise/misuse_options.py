import torch

OPTIONS = {"triton.cudagraphs": True}


def scale(x):
    return x * 2


def both():
    return torch.compile(scale, mode="max-autotune", options={"max_autotune": True})  # misuse: FG803


def both_with_the_default():
    return torch.compile(scale, mode="default", options=OPTIONS)  # misuse: FG803


def unknown_mode():
    return torch.compile(scale, mode="max_autotune")  # misuse: FG803


def unknown_mode_of_inductor():
    @torch.compile(backend="inductor", mode="reduce_overhead")  # misuse: FG803
    def inner(x):
        return x + 1

    return inner


def dynamic_by_name():
    return torch.compile(scale, dynamic="auto")(torch.ones(2))  # misuse: FG803


def dynamic_by_number():
    return torch.compile(scale, dynamic=1)(torch.ones(2))  # misuse: FG803


def proof():
    for call in (both, both_with_the_default, unknown_mode, unknown_mode_of_inductor):
        try:
            call()
            raised = None
        except RuntimeError as error:
            raised = str(error)
        assert raised is not None and ("mode" in raised), (call, raised)
    for call in (dynamic_by_name, dynamic_by_number):
        try:
            call()
            refused = False
        except AssertionError:
            refused = True
        assert refused, call
