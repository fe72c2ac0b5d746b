import pyqtorch as pyq
import torch
from pyqtorch.noise import DigitalNoiseProtocol, DigitalNoiseType
from pyqtorch.utils import SolverType
from seeded import factories
from torch import nn

QUBITS = 3


def _ansatz(layers=2, cls=pyq.QuantumCircuit):
    operations = []
    for layer in range(layers):
        for qubit in range(QUBITS):
            operations += [pyq.RX(qubit, f"x_{layer}_{qubit}"), pyq.RZ(qubit, f"z_{layer}_{qubit}")]
        operations += [pyq.CNOT(qubit, qubit + 1) for qubit in range(QUBITS - 1)]
    return cls(QUBITS, operations)


def _angles(layers=2):
    names = [f"{axis}_{layer}_{qubit}" for layer in range(layers) for qubit in range(QUBITS) for axis in "xz"]
    return {name: torch.rand(1) for name in names}


class _Expectation(nn.Module):
    """A quantum neural network: a feature map, an ansatz and the expectation of an observable."""

    def __init__(self, mode):
        super().__init__()
        features = pyq.QuantumCircuit(QUBITS, [pyq.RY(qubit, "phi") for qubit in range(QUBITS)])
        operations = [*features.operations, *_ansatz().operations]
        self.circuit = pyq.QuantumCircuit(QUBITS, operations)
        self.observable = pyq.Observable([pyq.Z(qubit) for qubit in range(QUBITS)])
        self.weights = nn.ParameterDict({name: nn.Parameter(value) for name, value in _angles().items()})
        self.mode = mode

    def forward(self, phi):
        values = {**self.weights, "phi": phi}
        state = self.circuit.init_state()
        return pyq.expectation(self.circuit, state, values, self.observable, self.mode)


class _Kernel(nn.Module):
    """A quantum kernel: the overlap of the states of two batches of features."""

    def __init__(self):
        super().__init__()
        self.circuit = pyq.QuantumCircuit(2, [pyq.H(0), pyq.H(1), pyq.RZ(0, "a"), pyq.CPHASE(0, 1, "a")])

    def forward(self, x, y):
        return pyq.overlap(pyq.run(self.circuit, values={"a": x}), pyq.run(self.circuit, values={"a": y}))


class _Dynamics(nn.Module):
    """The evolution of a state under a Hamiltonian, with the solver of Schrodinger's equation."""

    def __init__(self):
        super().__init__()
        ising = pyq.Add([pyq.Scale(pyq.X(0), 0.7), pyq.Scale(pyq.X(1), 0.4)])
        self.register_buffer("hamiltonian", ising.tensor(full_support=(0, 1)).squeeze(-1))

    def forward(self, times):
        state = pyq.zero_state(2).reshape(-1, 1)
        return pyq.sesolve(lambda t: (1 + t) * self.hamiltonian, state, times, SolverType.KRYLOV_SE).states


def _noisy():
    protocol = DigitalNoiseProtocol(DigitalNoiseType.DEPOLARIZING, error_probability=0.1)
    return pyq.QuantumCircuit(2, [pyq.H(0, noise=protocol), pyq.CNOT(0, 1), pyq.RX(1, "theta")])


def _evolution():
    generator = pyq.Add([pyq.Scale(pyq.Z(0), "omega"), pyq.X(1)])
    return pyq.HamiltonianEvolution(generator, "t")


MODELS = {
    "Rotation": lambda: (pyq.RX(0, "theta"), (pyq.random_state(2), {"theta": torch.rand(1)})),
    "Circuit": lambda: (_ansatz(), (pyq.zero_state(QUBITS), _angles())),
    "Expectation": lambda: (_Expectation(pyq.DiffMode.AD), (torch.rand(4),)),
    "Evolution": lambda: (_evolution(), (pyq.uniform_state(2), {"omega": torch.rand(1), "t": torch.rand(1)})),
    "Adjoint": lambda: (_Expectation(pyq.DiffMode.ADJOINT), (torch.rand(4),)),
    "Noisy": lambda: (_noisy(), (pyq.zero_state(2), {"theta": torch.rand(1)})),
    "Kernel": lambda: (_Kernel(), (torch.rand(5), torch.rand(5))),
    "Dynamics": lambda: (_Dynamics(), (torch.linspace(0, 1, 5),)),
    "Observable": lambda: (
        pyq.Observable([pyq.Scale(pyq.Z(0), "w"), pyq.Sequence([pyq.X(0), pyq.X(1)])]),
        (pyq.random_state(2), {"w": torch.rand(1)}),
    ),
    "Dropout": lambda: (_ansatz(1, pyq.DropoutQuantumCircuit), (pyq.zero_state(QUBITS), _angles(1))),
    "ParameterShift": lambda: (_Expectation(pyq.DiffMode.GPSR), (torch.rand(4),)),
}

__getattr__ = factories(MODELS)
