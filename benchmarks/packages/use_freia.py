import torch
from FrEIA import framework
from FrEIA import modules as inn
from seeded import factories
from torch import nn


def _subnet(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 16), nn.ReLU(), nn.Linear(16, outputs))


def _conv_subnet(inputs, outputs):
    return nn.Sequential(nn.Conv2d(inputs, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, outputs, 3, padding=1))


class Flow(nn.Module):
    """Negative log-likelihood under a flow."""

    def __init__(self, flow):
        super().__init__()
        self.flow = flow

    def forward(self, x):
        z, log_det = self.flow(x)
        return (0.5 * z.flatten(1).square().sum(1) - log_det).mean()


class Backwards(nn.Module):
    def __init__(self, flow):
        super().__init__()
        self.flow = flow

    def forward(self, z):
        x, _ = self.flow(z, rev=True)
        return x


def _sequence(block, count=2, **kwargs):
    flow = framework.SequenceINN(6)
    for _ in range(count):
        flow.append(block, **kwargs)
    return flow


def _vector(block, **kwargs):
    return lambda: (Flow(_sequence(block, **kwargs)), (torch.randn(4, 6),))


def _image_graph():
    nodes = [framework.InputNode(2, 8, 8, name="input")]
    nodes.append(framework.Node(nodes[-1], inn.HaarDownsampling, {}))
    nodes.append(framework.Node(nodes[-1], inn.GLOWCouplingBlock, {"subnet_constructor": _conv_subnet}))
    nodes.append(framework.Node(nodes[-1], inn.PermuteRandom, {"seed": 0}))
    nodes.append(framework.Node(nodes[-1], inn.Flatten, {}))
    nodes.append(framework.OutputNode(nodes[-1], name="output"))
    return framework.GraphINN(nodes)


def _conditional_graph():
    condition = framework.ConditionNode(3, name="condition")
    nodes = [framework.InputNode(6, name="input")]
    for seed in range(2):
        nodes.append(
            framework.Node(nodes[-1], inn.RNVPCouplingBlock, {"subnet_constructor": _subnet}, conditions=condition)
        )
        nodes.append(framework.Node(nodes[-1], inn.PermuteRandom, {"seed": seed}))
    nodes.append(framework.OutputNode(nodes[-1], name="output"))
    return framework.GraphINN([*nodes, condition])


def _block(block, *shape, **kwargs):
    return lambda: (block([shape], **kwargs), ((torch.randn(2, *shape),),))


MODELS = {
    "AllInOne": _vector(inn.AllInOneBlock, subnet_constructor=_subnet),
    "AllInOneSoft": _vector(inn.AllInOneBlock, subnet_constructor=_subnet, permute_soft=True, gin_block=True),
    "AllInOneHouseholder": _vector(
        inn.AllInOneBlock, subnet_constructor=_subnet, learned_householder_permutation=2, reverse_permutation=True
    ),
    "Glow": _vector(inn.GLOWCouplingBlock, subnet_constructor=_subnet, clamp_activation="TANH"),
    "RealNVP": _vector(inn.RNVPCouplingBlock, subnet_constructor=_subnet),
    "NICE": _vector(inn.NICECouplingBlock, subnet_constructor=_subnet),
    "GIN": _vector(inn.GINCouplingBlock, subnet_constructor=_subnet),
    "OneSided": _vector(inn.AffineCouplingOneSided, subnet_constructor=_subnet),
    "ActNorm": _vector(inn.ActNorm),
    "Householder": _vector(inn.HouseholderPerm, n_reflections=2),
    "Orthogonal": _vector(inn.OrthogonalTransform),
    "Sigmoid": _vector(inn.InvertibleSigmoid),
    "AutoFC": _vector(inn.InvAutoFC),
    "IResNet": _vector(inn.IResNetLayer, internal_size=16, jacobian_iterations=3),
    "Inverse": lambda: (
        Backwards(_sequence(inn.AllInOneBlock, subnet_constructor=_subnet)),
        (torch.randn(4, 6),),
    ),
    "ImageGraph": lambda: (_image_graph(), (torch.randn(2, 2, 8, 8),)),
    "ConditionalGraph": lambda: (_conditional_graph(), (torch.randn(4, 6), [torch.randn(4, 3)])),
    "IRevNetDownsampling": _block(inn.IRevNetDownsampling, 2, 8, 8),
    "HaarUpsampling": _block(inn.HaarUpsampling, 8, 4, 4),
    "Split": _block(inn.Split, 6, section_sizes=[2, 4]),
    "LearnedScaling": _block(inn.LearnedElementwiseScaling, 6),
    "AutoConv": _block(inn.InvAutoConv2D, 2, 6, 6),
}

__getattr__ = factories(MODELS)
