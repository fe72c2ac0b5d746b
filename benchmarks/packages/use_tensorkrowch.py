import tensorkrowch as tk
import torch
from seeded import factories
from torch import nn


class _Embedded(nn.Module):
    """A tensor network over features that are embedded in vectors, as in the package's tutorials."""

    def __init__(self, network, embedding, sites, **settings):
        super().__init__()
        self.network = network
        self.embedding = embedding
        for name, value in settings.items():
            setattr(self.network, name, value)
        self.network.trace(self.embedding(torch.zeros(1, sites)))

    def forward(self, x):
        return self.network(self.embedding(x))


class _Hybrid(nn.Module):
    """Convolutional tensor networks of pixels, in both orders, with a layer over what they find."""

    def __init__(self, channels=3, classes=4):
        super().__init__()
        self.layers = nn.ModuleList(
            tk.models.ConvMPSLayer(
                in_channels=2, out_channels=channels, bond_dim=4, kernel_size=3, init_method="randn_eye", std=1e-2
            )
            for _ in range(2)
        )
        self.linear = nn.Linear(2 * channels * 16, classes)

    def forward(self, image):
        x = tk.embeddings.add_ones(image, axis=1)
        flat = self.layers[0](x, mode="flat")
        snake = self.layers[1](x, mode="snake")
        return self.linear(torch.cat([flat, snake], 1).flatten(1).relu())


class _Tensorized(nn.Module):
    """A net whose hidden layer is a matrix product operator: the matrix of a linear layer, tensorized."""

    def __init__(self, sites=4, size=2, classes=5):
        super().__init__()
        tensors = tk.decompositions.mat_to_mpo(torch.randn(*[size] * (2 * sites)) / 4, rank=4)
        self.first = nn.Linear(10, size**sites)
        self.mpo = tk.models.MPO(tensors=tensors)
        self.bias = nn.Parameter(torch.zeros(size**sites))
        self.last = nn.Linear(size**sites, classes)
        self.shape = (sites, size)

    def forward(self, x):
        x = self.first(x).relu()
        state = tk.models.MPSData(n_features=self.shape[0], phys_dim=self.shape[1], bond_dim=self.shape[1] ** 2)
        state.add_data(self._tensors(x))
        out = self.mpo(mps=state)
        return self.last((out.reshape(len(x), -1) + self.bias).relu())

    def _tensors(self, x):
        vectors = x.view(len(x), *[self.shape[1]] * self.shape[0])
        return tk.decompositions.vec_to_mps(vectors, n_batches=1, rank=self.shape[1] ** 2)


class _Born(nn.Module):
    """A Born machine: the log likelihood of strings of bits, by the norm of a matrix product state."""

    def __init__(self, sites=6):
        super().__init__()
        self.mps = tk.models.MPS(n_features=sites, phys_dim=2, bond_dim=4, init_method="randn_eye", std=1e-1)
        self.mps.auto_stack = True

    def forward(self, bits):
        amplitude = self.mps(tk.embeddings.basis(bits, dim=2).float())
        self.mps.reset()
        norm = self.mps.norm(log_scale=True)
        self.mps.reset()
        return 2 * (amplitude.abs().log() - norm)


class _Contraction(nn.Module):
    """A network of nodes that are built and contracted by hand."""

    def __init__(self, size=3):
        super().__init__()
        net = tk.TensorNetwork(name="triangle")
        names = (("input", "right", "left"), ("left", "right", "output"), ("left", "right"))
        shapes = ((4, size, size), (size, size, 5), (size, size))
        nodes = [
            tk.ParamNode(shape=shape, axes_names=axes, name=f"node_{i}", network=net, init_method="randn")
            for i, (shape, axes) in enumerate(zip(shapes, names, strict=True))
        ]
        nodes[0]["right"] ^ nodes[1]["left"]
        nodes[1]["right"] ^ nodes[2]["left"]
        nodes[2]["right"] ^ nodes[0]["left"]
        net.set_data_nodes([nodes[0]["input"]], num_batch_edges=1)
        net.contract = self._contract
        self.net = net

    def _contract(self):
        first, second, third = (self.net[f"node_{i}"] for i in range(3))
        (data,) = self.net.data_nodes.values()
        return (data @ first) @ (second @ third)

    def forward(self, x):
        return self.net(x.unsqueeze(1))


def _poly(x):
    return tk.embeddings.poly(x, degree=2)


def _unit(x):
    return tk.embeddings.unit(x, dim=2)


def _fourier(x):
    return tk.embeddings.fourier(x, dim=3)


MODELS = {
    "Classifier": lambda: (
        _Embedded(
            tk.models.MPSLayer(n_features=9, in_dim=3, out_dim=4, bond_dim=5, init_method="randn_eye", std=1e-3),
            _poly,
            8,
            auto_stack=True,
            auto_unbind=False,
        ),
        (torch.rand(4, 8),),
    ),
    "Hybrid": lambda: (_Hybrid(), (torch.rand(3, 6, 6),)),
    "Tree": lambda: (
        _Embedded(tk.models.Tree(sites_per_layer=[4, 2, 1], bond_dim=[[3, 3, 4], [4, 4, 4], [4, 4, 5]]), _fourier, 8),
        (torch.rand(4, 8),),
    ),
    "Lattice": lambda: (
        tk.models.PEPS(n_rows=3, n_cols=3, in_dim=2, bond_dim=[2, 2]),
        (torch.rand(4, 9, 2),),
    ),
    "Uniform": lambda: (
        _Embedded(
            tk.models.UMPSLayer(n_features=7, in_dim=2, out_dim=3, bond_dim=4, init_method="randn_eye", std=1e-2),
            _unit,
            6,
            auto_stack=True,
            auto_unbind=True,
        ),
        (torch.rand(4, 6),),
    ),
    "Born": lambda: (_Born(), (torch.randint(0, 2, (4, 6)),)),
    "Contraction": lambda: (_Contraction(), (torch.randn(4, 4),)),
    "Patches": lambda: (
        tk.models.ConvUMPS(in_channels=2, bond_dim=4, kernel_size=2, stride=2, init_method="randn_eye", std=1e-2),
        (torch.rand(3, 2, 6, 6),),
    ),
    "Tensorized": lambda: (_Tensorized(), (torch.randn(4, 10),)),
    "Conditional": lambda: (
        _Embedded(
            tk.models.MPS(n_features=8, phys_dim=3, bond_dim=4, in_features=[0, 1, 2, 4, 6, 7], init_method="randn"),
            _poly,
            6,
            inline_input=True,
        ),
        (torch.rand(4, 6),),
    ),
    "PixelTree": lambda: (
        tk.models.ConvUTree(sites_per_layer=[2, 1], bond_dim=[2, 2, 2], kernel_size=2),
        (torch.rand(3, 2, 4, 4),),
    ),
}

__getattr__ = factories(MODELS)
