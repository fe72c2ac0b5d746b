import pennylane as qml
import torch
from seeded import factories
from torch import nn


def _device(wires, **options):
    return qml.device("default.qubit", wires=wires, **options)


def _entangling(wires=3, layers=2, measure=None, embed=qml.AngleEmbedding, template=qml.BasicEntanglerLayers):
    @qml.qnode(_device(wires), interface="torch", diff_method="backprop")
    def circuit(inputs, weights):
        embed(inputs, wires=range(wires))
        template(weights, wires=range(wires))
        return measure() if measure else [qml.expval(qml.PauliZ(i)) for i in range(wires)]

    return qml.qnn.TorchLayer(circuit, {"weights": template.shape(n_layers=layers, n_wires=wires)})


def _reuploading():
    """A classifier that writes its data in before each layer."""

    @qml.qnode(_device(2), interface="torch", diff_method="backprop")
    def circuit(inputs, weights, scale):
        for layer in weights:
            qml.Rot(inputs[..., 0] * scale[0], inputs[..., 1] * scale[1], inputs[..., 2], wires=0)
            qml.Rot(*layer[0], wires=0)
            qml.RY(inputs[..., 0], wires=1)
            qml.Rot(*layer[1], wires=1)
            qml.CNOT(wires=[0, 1])
        return qml.probs(wires=[0])

    return qml.qnn.TorchLayer(circuit, {"weights": (3, 2, 3), "scale": 2})


def _noisy():
    @qml.qnode(qml.device("default.mixed", wires=2), interface="torch", diff_method="backprop")
    def circuit(inputs, weights):
        qml.AngleEmbedding(inputs, wires=range(2), rotation="Y")
        for i in range(2):
            qml.RX(weights[i], wires=i)
            qml.DepolarizingChannel(0.1, wires=i)
        qml.CZ(wires=[0, 1])
        return qml.expval(qml.PauliZ(0) @ qml.PauliX(1))

    return qml.qnn.TorchLayer(circuit, {"weights": 2})


def _shift():
    """A layer differentiated by the parameter-shift rule, as on hardware."""

    @qml.qnode(_device(2), interface="torch", diff_method="parameter-shift")
    def circuit(inputs, weights):
        qml.IQPEmbedding(inputs, wires=range(2), n_repeats=2)
        qml.StronglyEntanglingLayers(weights, wires=range(2))
        return qml.expval(qml.PauliZ(0)), qml.var(qml.PauliZ(1))

    return qml.qnn.TorchLayer(circuit, {"weights": (1, 2, 3)})


class _Hybrid(nn.Module):
    """Two quantum layers side by side between classical ones, as in the package's demo."""

    def __init__(self):
        super().__init__()
        self.before = nn.Linear(2, 4)
        self.first = _entangling(2)
        self.second = _entangling(2)
        self.after = nn.Linear(4, 2)

    def forward(self, x):
        left, right = self.before(x).split(2, dim=1)
        return self.after(torch.cat([self.first(left), self.second(right)], 1)).softmax(-1)


class _Energy(nn.Module):
    """The energy of a transverse-field chain under a variational ansatz."""

    def __init__(self, wires=4, layers=2):
        super().__init__()
        self.angles = nn.Parameter(torch.rand(layers, 2))
        terms = [qml.PauliZ(i) @ qml.PauliZ((i + 1) % wires) for i in range(wires)]
        fields = [qml.PauliX(i) for i in range(wires)]
        cost, mixer = qml.Hamiltonian([1.0] * wires, terms), qml.Hamiltonian([1.0] * wires, fields)

        @qml.qnode(_device(wires), interface="torch", diff_method="backprop")
        def circuit(angles, strength):
            for i in range(wires):
                qml.Hadamard(i)
            for gamma, alpha in angles:
                qml.qaoa.cost_layer(gamma * strength, cost)
                qml.qaoa.mixer_layer(alpha, mixer)
            return qml.expval(cost)

        self.circuit = circuit

    def forward(self, strength):
        return self.circuit(self.angles, strength)


class _Kernel(nn.Module):
    """The kernel of two batches by the overlap of their embeddings."""

    def __init__(self):
        super().__init__()

        @qml.qnode(_device(2), interface="torch", diff_method="backprop")
        def overlap(left, right):
            qml.AngleEmbedding(left, wires=range(2))
            qml.adjoint(qml.AngleEmbedding)(right, wires=range(2))
            return qml.probs(wires=range(2))

        self.overlap = overlap

    def forward(self, left, right):
        pairs = torch.cartesian_prod(torch.arange(len(left)), torch.arange(len(right)))
        return self.overlap(left[pairs[:, 0]], right[pairs[:, 1]])[:, 0].reshape(len(left), len(right))


class _Fidelity(nn.Module):
    def forward(self, left, right):
        return (
            qml.math.fidelity(left, right),
            qml.math.trace_distance(left, right),
            qml.math.purity(left, [0]),
            qml.math.vn_entropy(right, [0]),
        )


def _states(batch=3, dim=4):
    root = torch.randn(batch, dim, dim, dtype=torch.complex128)
    state = root @ root.mH
    return state / state.diagonal(dim1=-2, dim2=-1).sum(-1)[:, None, None]


def _quanvolution():
    """A 2x2 quantum convolution over images, then a linear head."""
    layer = _entangling(4, 1)

    class Quanvolution(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = layer
            self.head = nn.Linear(4 * 9, 3)

        def forward(self, image):
            patches = nn.functional.unfold(image, 2, stride=2).transpose(1, 2)
            return self.head(self.layer(patches).flatten(1))

    return Quanvolution()


MODELS = {
    "Entangler": lambda: (_entangling(), (torch.rand(4, 3),)),
    "HybridClassifier": lambda: (_Hybrid(), (torch.rand(4, 2),)),
    "ChainEnergy": lambda: (_Energy(), (torch.tensor(0.7),)),
    "Reuploading": lambda: (_reuploading(), (torch.rand(4, 3),)),
    "AmplitudeStrong": lambda: (
        _entangling(
            embed=lambda x, wires: qml.AmplitudeEmbedding(x, wires=wires, normalize=True, pad_with=0.0),
            template=qml.StronglyEntanglingLayers,
            measure=lambda: qml.probs(wires=[0, 1]),
        ),
        (torch.rand(4, 6),),
    ),
    "Noisy": lambda: (_noisy(), (torch.rand(2),)),
    "Kernel": lambda: (_Kernel(), (torch.rand(3, 2), torch.rand(4, 2))),
    "ParameterShift": lambda: (_shift(), (torch.rand(3, 2),)),
    "Fidelity": lambda: (_Fidelity(), (_states(), _states())),
    "Quanvolution": lambda: (_quanvolution(), (torch.rand(2, 1, 6, 6),)),
    "StateVector": lambda: (_entangling(measure=lambda: qml.state()), (torch.rand(3),)),
}

__getattr__ = factories(MODELS)
