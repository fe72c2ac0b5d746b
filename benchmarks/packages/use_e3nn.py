import torch
from e3nn import nn as equivariant
from e3nn import o3
from e3nn.nn.models.v2106 import gate_points_networks, points_convolution
from seeded import factories

IRREPS = "4x0e + 2x1o"


def _features(irreps=IRREPS, count=5):
    return torch.randn(count, o3.Irreps(irreps).dim)


def _graph():
    return torch.randint(0, 5, (8,)), torch.randint(0, 5, (8,))


MODELS = {
    "Linear": lambda: (o3.Linear(IRREPS, "3x0e + 3x1o", biases=True), (_features(),)),
    "TensorProduct": lambda: (
        o3.TensorProduct(
            "2x0e + 2x1o",
            "1x0e + 1x1o",
            "2x0e + 2x1o",
            [(0, 0, 0, "uvu", True), (1, 0, 1, "uvu", True), (0, 1, 1, "uvu", True)],
        ),
        (_features("2x0e + 2x1o"), _features("1x0e + 1x1o")),
    ),
    "FullyConnectedTensorProduct": lambda: (
        o3.FullyConnectedTensorProduct(IRREPS, IRREPS, "2x0e + 1x1o"),
        (_features(), _features()),
    ),
    "FullTensorProduct": lambda: (o3.FullTensorProduct("2x1o", "1x1o"), (_features("2x1o"), _features("1x1o"))),
    "ElementwiseTensorProduct": lambda: (o3.ElementwiseTensorProduct(IRREPS, IRREPS), (_features(), _features())),
    "TensorSquare": lambda: (o3.TensorSquare("2x0e + 1x1o"), (_features("2x0e + 1x1o"),)),
    "SphericalHarmonics": lambda: (o3.SphericalHarmonics([0, 1, 2], True), (torch.randn(5, 3),)),
    "SphericalHarmonicsAngles": lambda: (o3.SphericalHarmonicsAlphaBeta([0, 1, 2]), (torch.rand(5), torch.rand(5))),
    "Norm": lambda: (o3.Norm(IRREPS), (_features(),)),
    "ToS2Grid": lambda: (o3.ToS2Grid(2, 10), (torch.randn(2, 9),)),
    "FromS2Grid": lambda: (o3.FromS2Grid((10, 9), 2), (torch.randn(2, 10, 9),)),
    "ReducedTensorProducts": lambda: (
        o3.ReducedTensorProducts("ij=-ji", i="1o"),
        (torch.randn(4, 3), torch.randn(4, 3)),
    ),
    "Gate": lambda: (
        equivariant.Gate("4x0e", [torch.relu], "2x0e", [torch.sigmoid], "2x1o"),
        (_features("4x0e + 2x0e + 2x1o"),),
    ),
    "Activation": lambda: (
        equivariant.Activation("4x0e + 2x0o", [torch.relu, torch.tanh]),
        (_features("4x0e + 2x0o"),),
    ),
    "NormActivation": lambda: (equivariant.NormActivation(o3.Irreps(IRREPS), torch.sigmoid, bias=True), (_features(),)),
    "BatchNorm": lambda: (equivariant.BatchNorm(IRREPS), (_features(),)),
    "InstanceNorm": lambda: (equivariant.BatchNorm(IRREPS, instance=True), (torch.randn(2, 4, 10),)),
    "Dropout": lambda: (equivariant.Dropout(IRREPS, 0.5), (_features(),)),
    "S2Activation": lambda: (equivariant.S2Activation("0e + 1o + 2e", torch.tanh, 10), (_features("0e + 1o + 2e"),)),
    "SO3Activation": lambda: (equivariant.SO3Activation(1, 1, torch.tanh, 4), (torch.randn(2, 10),)),
    "FullyConnectedNet": lambda: (equivariant.FullyConnectedNet([4, 8, 2], torch.relu), (torch.randn(5, 4),)),
    "Extract": lambda: (
        equivariant.Extract("2x0e + 1x1o", ["1x1o", "2x0e"], [(1,), (0,)]),
        (_features("2x0e + 1x1o"),),
    ),
    "PointsConvolution": lambda: (
        points_convolution.Convolution(IRREPS, "1x0e", "0e + 1o", IRREPS, [4, 8], 3.0),
        (_features(), torch.ones(5, 1), *_graph(), torch.randn(8, 4), torch.randn(8, 4)),
    ),
    "SimpleNetwork": lambda: (
        gate_points_networks.SimpleNetwork("2x0e", "1x0e", 2.0, 3.0, 5.0, mul=4, layers=1, lmax=1),
        ({"pos": torch.rand(5, 3), "x": torch.randn(5, 2), "batch": torch.zeros(5, dtype=torch.long)},),
    ),
}

__getattr__ = factories(MODELS)
