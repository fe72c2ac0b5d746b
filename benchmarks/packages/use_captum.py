import torch
from captum import attr
from seeded import factories
from torch import nn


class _Attributed(nn.Module):
    """What a method attributes to the inputs of a net."""

    def __init__(self, method, net, target=1, **kwargs):
        super().__init__()
        self.net = net
        self.method = method(net)
        self.target = target
        self.kwargs = kwargs

    def forward(self, x):
        with torch.enable_grad():
            return self.method.attribute(x, target=self.target, **self.kwargs)


class _Layer(nn.Module):
    """What a method attributes to a layer of a net."""

    def __init__(self, method, net, layer, target=1, **kwargs):
        super().__init__()
        self.net = net
        self.method = method(net, layer)
        self.target = target
        self.kwargs = kwargs

    def forward(self, x):
        with torch.enable_grad():
            return self.method.attribute(x, target=self.target, **self.kwargs)


class _Activation(nn.Module):
    def __init__(self, net, layer):
        super().__init__()
        self.net = net
        self.method = attr.LayerActivation(net, layer)

    def forward(self, x):
        return self.method.attribute(x)


class _Tunnel(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.method = attr.NoiseTunnel(attr.Saliency(net))

    def forward(self, x):
        with torch.enable_grad():
            return self.method.attribute(x, nt_type="smoothgrad_sq", nt_samples=3, target=1)


class _Text(nn.Module):
    """Attributions to the words of a text."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(20, 8)
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(48, 8), nn.ReLU(), nn.Linear(8, 3))
        self.method = attr.LayerIntegratedGradients(self.logits, self.embedding)

    def logits(self, ids):
        return self.net(self.embedding(ids))

    def forward(self, ids):
        with torch.enable_grad():
            return self.method.attribute(ids, baselines=torch.zeros_like(ids), target=0, n_steps=6).sum(-1)


def _mlp():
    return nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 8), nn.ReLU(), nn.Linear(8, 3))


def _conv():
    return nn.Sequential(
        nn.Conv2d(1, 4, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(4, 4, 3, padding=1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(64, 3),
    )


def _on(method, **kwargs):
    return _Attributed(method, _mlp(), **kwargs), (torch.randn(4, 6),)


def _convolved(method, layer, **kwargs):
    net = _conv()
    return _Layer(method, net, net[layer], **kwargs), (torch.randn(2, 1, 8, 8),)


def _activation():
    net = _conv()
    return _Activation(net, net[3]), (torch.randn(2, 1, 8, 8),)


MODELS = {
    "IntegratedGradients": lambda: _on(attr.IntegratedGradients, n_steps=8, return_convergence_delta=True),
    "Saliency": lambda: _on(attr.Saliency, abs=True),
    "InputXGradient": lambda: _on(attr.InputXGradient),
    "GradientShap": lambda: _on(attr.GradientShap, baselines=torch.zeros(2, 6), n_samples=3, stdevs=0.1),
    "GuidedBackprop": lambda: _on(attr.GuidedBackprop),
    "DeepLift": lambda: _on(attr.DeepLift),
    "Relevance": lambda: _on(attr.LRP),
    "FeatureAblation": lambda: _on(attr.FeatureAblation, perturbations_per_eval=2),
    "FeaturePermutation": lambda: _on(attr.FeaturePermutation),
    "ShapleySampling": lambda: _on(attr.ShapleyValueSampling, n_samples=3),
    "Occlusion": lambda: (
        _Attributed(attr.Occlusion, _conv(), sliding_window_shapes=(1, 4, 4), strides=(1, 2, 2)),
        (torch.randn(2, 1, 8, 8),),
    ),
    "SmoothGrad": lambda: (_Tunnel(_mlp()), (torch.randn(4, 6),)),
    "LayerActivation": _activation,
    "LayerGradCam": lambda: _convolved(attr.LayerGradCam, 3, relu_attributions=True),
    "LayerConductance": lambda: _convolved(attr.LayerConductance, 3, n_steps=6),
    "TextIntegratedGradients": lambda: (_Text(), (torch.randint(1, 20, (2, 6)),)),
}

__getattr__ = factories(MODELS)
