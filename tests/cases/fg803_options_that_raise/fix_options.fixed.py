# fix: unsafe
import torch

OPTIONS = {"triton.cudagraphs": False}


def scale(x):
    return x * 2


def both():
    return torch.compile(  # misuse: FG803
        scale, options={
            "triton.cudagraphs": True,
            "coordinate_descent_tuning": True,
            "max_autotune": False,
            "epilogue_fusion": True,
        }
    )


def both_by_name():
    return torch.compile(scale, options={"triton.cudagraphs": True, **OPTIONS})  # misuse: FG803


def both_with_the_default():
    return torch.compile(scale, options=OPTIONS)  # misuse: FG803


def unknown_mode():
    return torch.compile(scale, mode="max-autotune")  # misuse: FG803


def unknown_mode_of_inductor():
    @torch.compile(backend="inductor", mode="reduce-overhead")  # misuse: FG803
    def inner(x):
        return x + 1

    return inner


def dynamic_by_name():
    return torch.compile(scale, dynamic=None)  # misuse: FG803


def dynamic_by_number():
    return torch.compile(scale, dynamic=True)  # misuse: FG803


CALLS = (both, both_by_name, both_with_the_default, unknown_mode, unknown_mode_of_inductor)


def proof():
    for call in (*CALLS, dynamic_by_name, dynamic_by_number):
        try:
            call()(torch.ones(2))
            raised = False
        except (RuntimeError, AssertionError):
            raised = True
        assert raised, call


def fixed():
    """What is given to inductor is what the modes stand for; dynamic is no longer refused."""
    import torch._inductor

    given = []

    class Stop(Exception):
        pass

    def compile_fx(model, inputs, config_patches=None, **rest):
        given.append(config_patches)
        raise Stop

    torch._inductor.compile_fx.compile_fx = compile_fx
    for call in (*CALLS, dynamic_by_name, dynamic_by_number):
        try:
            call()(torch.ones(2))
        except Exception as error:
            assert "Stop" in repr(error), (call, error)
    modes = torch._inductor.list_mode_options()
    assert given[0] == {**modes["max-autotune"], "max_autotune": False, "epilogue_fusion": True}, given[0]
    assert given[1] == OPTIONS == given[2], given[1:3]
    assert given[3] == modes["max-autotune"] and given[4] == modes["reduce-overhead"], given[3:5]
    assert len(given) == 7
