"""The code that inductor generates is kept where it was asked for, and taken apart."""

from __future__ import annotations

import pytest
import torch
from fullgraph.runtime_check.observe.capture import OutputCode, capture
from fullgraph.runtime_check.observe.generated_code import label, library_calls, split
from fullgraph.runtime_check.process.worker import choose_backend

TRITON = """# AOT ID: ['3_backward']
from torch._inductor.async_compile import AsyncCompile
async_compile = AsyncCompile()

# kernel path: /cache/x.py
triton_poi_fused_sin_0 = async_compile.triton('triton_poi_fused_sin_0', \'\'\'
import triton
@triton.jit
def triton_poi_fused_sin_0(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0, tl.load(in_ptr0))
\'\'\', device_str='cuda')

multi_kernel_0 = async_compile.multi_kernel('multi_kernel_0', [triton_poi_fused_sin_0])
async_compile.wait(globals())

def call(args):
    extern_kernels.mm(arg0_1, arg1_1, out=buf0)
    buf1 = torch.ops.aten.sort.default(buf0)
    extern_kernels.mm(buf0, arg1_1, out=buf0)
    triton_poi_fused_sin_0.run(buf0, buf1, 64, stream=stream0)
    return (buf1, )
"""


def test_kernels_are_parted_from_what_launches_them() -> None:
    kernels, rest = split(TRITON)
    assert [(k.name, k.language) for k in kernels] == [("triton_poi_fused_sin_0", "triton")]
    assert kernels[0].source.startswith("import triton\n@triton.jit\ndef triton_poi_fused_sin_0(")
    assert "tl.load" not in rest
    assert "triton_poi_fused_sin_0.run(buf0" in rest
    assert "triton_poi_fused_sin_0 = ..." in rest
    assert library_calls(rest) == ["extern_kernels.mm", "torch.ops.aten.sort.default"]


def test_code_that_is_no_python_stays_whole() -> None:
    assert split("#include <torch/csrc.h>\nint x;") == ([], "#include <torch/csrc.h>\nint x;")
    assert split("a = '\0'") == ([], "a = '\0'")


def test_graphs_are_numbered_and_directions_named() -> None:
    forward = TRITON.replace("3_backward", "3_forward")
    inference = TRITON.replace("3_backward", "4_inference")
    codes = [OutputCode((0, 0), forward), OutputCode((1, 0), inference), OutputCode((0, 0), TRITON)]
    assert [(c.graph, c.kernels) for c in label(codes)] == [
        ("graph 0, forward", ["triton_poi_fused_sin_0"]),
        ("graph 1, forward", ["triton_poi_fused_sin_0"]),
        ("graph 0, backward", ["triton_poi_fused_sin_0"]),
    ]


@pytest.mark.slow
@pytest.mark.skipif(choose_backend("auto", torch.device("cpu"))[0] != "inductor", reason="no C++ compiler")
def test_both_directions_are_captured_also_from_the_cache() -> None:
    def f(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        return (x @ w).sin().sum()

    x, w = torch.randn(4, 4), torch.randn(4, 4, requires_grad=True)
    for _ in range(2):  # the second time out of inductor's cache
        torch._dynamo.reset()
        with capture(code=True) as seen:
            torch.compile(f)(x, w).backward()
        forward, backward = label(seen.code)
        assert (forward.graph, backward.graph) == ("graph 0, forward", "graph 0, backward")
        kernels, rest = split(forward.code)
        assert [kernel.name for kernel in kernels] == forward.kernels
        assert kernels and kernels[0].language == "cpp" and "for(" in kernels[0].source
        assert "extern_kernels.mm" in library_calls(rest)
    torch._dynamo.reset()
    with capture() as seen:
        torch.compile(f)(x, w).backward()
    assert seen.code == []
