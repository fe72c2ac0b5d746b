"""What functions and modules of torchvision.ops and einops give, and the files of torch itself."""

from __future__ import annotations

import pytest
from checking import Check, places

FORWARD = """
from collections import OrderedDict

import einops
import torch
import torchvision
from einops import pack, rearrange, unpack
from einops.layers.torch import Rearrange
from torch import Tensor, nn
from torchvision.ops import FeaturePyramidNetwork, boxes as box_ops
from torchvision.ops.misc import FrozenBatchNorm2d


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = FrozenBatchNorm2d(4)
        self.pyramid = FeaturePyramidNetwork([4], 4)
        self.flat = Rearrange("b c h w -> b (c h w)")

    def forward(self, x: Tensor, boxes: Tensor, scores: Tensor):
        {setup}
        if {test}:
            x = x + 1
        return x
"""

TENSORS = [
    "y = rearrange(x, 'b (c d) -> b c d', c=2)",
    "y = einops.reduce(x, 'b c -> b', 'mean')",
    "y = einops.einsum(x, x, 'b c, b d -> c d')",
    "y, shapes = pack([x, x], 'b *')",
    "y = unpack(x, [[2], [3]], 'b *')[0]",
    "y = self.flat(x)",
    "y = self.norm(x)",
    "y = self.norm.forward(x)",
    "y = self.pyramid(OrderedDict(a=x))['a']",
    "y = box_ops.box_iou(boxes, boxes)",
    "y = torchvision.ops.nms(boxes, scores, 0.5)",
    "y = torchvision.ops.roi_align(x, boxes, 2)",
]


@pytest.mark.parametrize("setup", TENSORS)
def test_tensors(setup: str, found: Check) -> None:
    diagnostics = found(FORWARD.format(setup=setup, test="y.sum() > 0"), select=("FG101",))
    assert [diagnostic.code for diagnostic in diagnostics] == ["FG101"]


def test_sizes_are_no_tensor_data(found: Check) -> None:
    setup = "y = einops.parse_shape(x, 'b c')"
    assert found(FORWARD.format(setup=setup, test="y['b'] > 1"), select=("FG1",)) == []


@pytest.mark.parametrize("version", ["2.10", "2.13", "2.15"])
def test_what_breaks_by_itself(version: str, found: Check) -> None:
    kept = "kept = torchvision.ops.batched_nms(boxes, scores, scores.long(), 0.5)"
    overlap = "overlap = torchvision.ops.box_iou(boxes, boxes)"
    source = FORWARD.format(setup=f"{overlap}\n        {kept}", test="self.training")
    (diagnostic,) = found(source, select=("FG3",), torch_version=version)
    assert source.splitlines()[diagnostic.location.row - 1].strip() == kept


def test_torch_itself_is_known_by_its_data(found: Check) -> None:
    files = {
        "torch/__init__.py": "class Tensor: ...",
        "torch/nn/__init__.py": "from .modules import *",
        "torch/nn/modules/__init__.py": "from .module import Module",
        "torch/nn/modules/module.py": """
            import torch

            class Module:
                def _call_impl(self, x):
                    print(x)

                def compile(self, *args, **kwargs):
                    self._compiled_call_impl = torch.compile(self._call_impl, *args, **kwargs)
        """,
        "torch/nn/modules/layer.py": """
            from torch import Tensor
            from .module import Module

            class Layer(Module):
                def forward(self, x: Tensor) -> Tensor:
                    if x.sum() > 0:
                        x = x + 1
                    return x
        """,
    }
    assert places(found(files)) == [("torch/nn/modules/layer.py", 7, "FG101")]


CALLING = {
    "lambda": "transforms.Lambda(lambda y: torch.stack([mixed(row) for row in y]))(x)",
    "function": "transforms.Lambda(mixed)(x)",
    "composed": "transforms.Compose([torch.relu, mixed])(x)",
    "attribute": "self.transform(x)",
}


@pytest.mark.parametrize("way", [*CALLING, ""])
def test_a_transform_calls_what_it_is_given(found: Check, way: str) -> None:
    source = f"""
    import torch
    from torch import nn
    from torchvision import transforms


    def mixed(x):
        print("mixed")
        return x


    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.transform = transforms.Compose([nn.Identity(), transforms.Lambda(mixed)])

        def forward(self, x):
            return {CALLING.get(way, "x")}
    """
    assert places(found(source)) == ([("module.py", 8, "FG401")] if way else [])


def test_a_branch_that_ends_in_an_exception_that_a_caller_handles(found: Check) -> None:
    source = """
    from torch import nn


    class Tail(Exception): ...


    class M(nn.Module):
        def inner(self, x):
            if x.shape[0] == 2:
                print("before")
                raise Tail
            return 3

        def forward(self, x):
            {head}
                return x + self.inner(x)
            {tail}
                return x
    """
    handled = source.replace("{head}", "try:").replace("{tail}", "except Tail:")
    alone = source.replace("{head}", "if True:").replace("{tail}", "else:")
    assert places(found(handled)) == [("module.py", 11, "FG401")]
    assert places(found(alone)) == []
