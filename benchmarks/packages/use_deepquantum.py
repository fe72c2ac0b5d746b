import deepquantum as dq
import torch
from seeded import factories


class _Classifier(torch.nn.Module):
    """A hybrid network: a circuit that encodes the features, and a linear layer on its expectations."""

    def __init__(self, nqubit=4, classes=3):
        super().__init__()
        self.reduce = torch.nn.Linear(10, nqubit)
        self.circuit = dq.QubitCircuit(nqubit)
        self.circuit.rylayer(encode=True)
        self.circuit.cnot_ring()
        self.circuit.rxlayer()
        self.circuit.rzlayer()
        for i in range(nqubit):
            self.circuit.observable(i)
        self.out = torch.nn.Linear(nqubit, classes)

    def forward(self, x):
        self.circuit(data=torch.tanh(self.reduce(x)) * torch.pi)
        return self.out(self.circuit.expectation())


class _Expectation(torch.nn.Module):
    """A circuit and its expectation, the energy of a variational algorithm."""

    def __init__(self, circuit):
        super().__init__()
        self.circuit = circuit

    def forward(self, *inputs):
        state = self.circuit(*inputs)
        return state, self.circuit.expectation()


class _Photonic(torch.nn.Module):
    """A photonic circuit's state and mean photon numbers."""

    def __init__(self, circuit):
        super().__init__()
        self.circuit = circuit

    def forward(self, *inputs):
        return self.circuit(*inputs), self.circuit.photon_number_mean_var()


def _circuit(nqubit=3, **kwargs):
    cir = dq.QubitCircuit(nqubit, **kwargs)
    cir.hlayer()
    cir.rx(0, 0.3)
    cir.cnot(0, 1)
    cir.u3layer()
    cir.rzz([1, 2], 0.5)
    cir.toffoli(0, 1, 2)
    return cir


def _vqe():
    cir = dq.QubitCircuit(3)
    for _ in range(2):
        cir.rylayer()
        cir.cnot_ring()
    cir.observable([0, 1], "zz")
    cir.observable([1, 2], "xx")
    return cir


def _qaoa(edges=((0, 1), (1, 2), (2, 0))):
    cir = dq.QubitCircuit(3)
    cir.hlayer()
    for i, j in edges:
        cir.rzz([i, j], encode=True)
    cir.rxlayer(encode=True)
    for i, j in edges:
        cir.observable([i, j], "zz")
    return cir


def _noisy():
    cir = dq.QubitCircuit(2, den_mat=True)
    cir.rylayer()
    cir.cnot(0, 1)
    cir.bit_flip(0, 0.1)
    cir.amp_damp(1, 0.2)
    cir.observable(0)
    return cir


def _reupload():
    cir = dq.QubitCircuit(2, reupload=True)
    for _ in range(3):
        cir.rxlayer(encode=True)
        cir.cnot(0, 1)
        cir.rylayer()
    cir.observable(0)
    return cir


def _hom():
    cir = dq.QumodeCircuit(nmode=2, init_state=[1, 1], cutoff=3)
    cir.ps(0, torch.pi / 3)
    cir.bs([0, 1], [torch.pi / 4, torch.pi / 4])
    return cir


def _squeezed(**kwargs):
    cir = dq.QumodeCircuit(nmode=2, init_state="vac", cutoff=5, backend="gaussian", **kwargs)
    cir.s(0, 0.5)
    cir.d(1, 0.3)
    cir.bs([0, 1], [0.4, 0.2])
    return cir


def _unitary(n):
    return torch.linalg.qr(torch.randn(n, n, dtype=torch.complex64))[0]


MODELS = {
    "Circuit": lambda: (_circuit(), ()),
    "CircuitMPS": lambda: (_circuit(mps=True, chi=4), ()),
    "QAOA": lambda: (_Expectation(_qaoa()), (torch.rand(6),)),
    "NoisyCircuit": lambda: (_Expectation(_noisy()), ()),
    "DataReuploading": lambda: (_Expectation(_reupload()), (torch.rand(4, 2),)),
    "QuantumFourier": lambda: (dq.QuantumFourierTransform(3), ()),
    "PhaseEstimation": lambda: (dq.QuantumPhaseEstimationSingleQubit(3, 0.3), ()),
    "QCNN": lambda: (dq.QuantumConvolutionalNeuralNetwork(4, 2), ()),
    "RyRotations": lambda: (dq.RyLayer(nqubit=3), (torch.eye(8, dtype=torch.complex64)[:, :1],)),
    "U3Rotation": lambda: (dq.U3Gate(nqubit=2, wires=[1]), (torch.eye(4, dtype=torch.complex64)[:, :1],)),
    "HongOuMandel": lambda: (_hom(), ()),
    "HongOuMandelProb": lambda: (_hom(), (), {"is_prob": True}),
    "GaussianSqueezing": lambda: (_Photonic(_squeezed()), ()),
    "BosonSampling": lambda: (
        dq.photonic.GaussianBosonSampling(3, torch.full((3,), 0.4), _unitary(3), cutoff=3, detector="pnrd"),
        (),
    ),
    "ClementsMesh": lambda: (dq.Clements(nmode=3, init_state=[1, 1, 0], cutoff=3), (torch.rand(9),)),
}

__getattr__ = factories(MODELS)
