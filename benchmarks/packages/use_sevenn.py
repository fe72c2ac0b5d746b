"""Modules of sevenn: equivariant potentials of atoms."""

import numpy
import sevenn._const
import sevenn._keys as KEY
import torch
from ase.build import bulk, molecule
from e3nn.o3 import Irreps
from seeded import factories
from sevenn.atom_graph_data import AtomGraphData
from sevenn.error_recorder import ComponentRMSError, MAError, RMSError
from sevenn.model_build import build_E3_equivariant_model
from sevenn.nn.convolution import IrrepsConvolution
from sevenn.nn.edge_embedding import BesselBasis, EdgeEmbedding, PolynomialCutoff, SphericalEncoding, XPLORCutoff
from sevenn.nn.scale import ModalWiseRescale, SpeciesWiseRescale
from sevenn.train.dataload import atoms_to_graph
from sevenn.train.loss import get_loss_functions_from_config
from sevenn.util import to_atom_graph_list
from torch import nn
from torch_geometric.data import Batch

CUTOFF = 4.0
SPECIES = {1: 0, 6: 1, 8: 2, 14: 3}


class _Potential(nn.Module):
    """Energies, forces and stresses of a batch of structures."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch):
        with torch.enable_grad():
            found = self.model(batch.clone())
        return found[KEY.PRED_TOTAL_ENERGY], found[KEY.PRED_FORCE], found[KEY.PRED_STRESS]


class _Single(nn.Module):
    """The energies of the atoms of one structure, from its tensors."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.model.set_is_batch_data(False)

    def forward(self, numbers, edges, vectors, volume):
        data = {
            KEY.NODE_FEATURE: numbers,
            KEY.ATOMIC_NUMBERS: numbers,
            KEY.POS: torch.zeros(len(numbers), 3),
            KEY.EDGE_IDX: edges,
            KEY.EDGE_VEC: vectors,
            KEY.CELL_VOLUME: volume,
            KEY.NUM_ATOMS: torch.tensor(len(numbers)),
        }
        with torch.enable_grad():
            found = self.model(data)
        return found[KEY.ATOMIC_ENERGY], found[KEY.PRED_FORCE]


class _Trained(nn.Module):
    """The loss of energies, forces and stresses."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        config = {KEY.LOSS: "huber", KEY.LOSS_PARAM: {"delta": 0.01}, KEY.IS_TRAIN_STRESS: True}
        self.losses = get_loss_functions_from_config({**config, KEY.FORCE_WEIGHT: 0.1, KEY.STRESS_WEIGHT: 1e-3})

    def forward(self, batch):
        with torch.enable_grad():
            found = self.model(batch.clone())
        return sum(weight * loss.get_loss(found, self.model) for loss, weight in self.losses)


class _Listed(nn.Module):
    """What is found for each of the structures of a batch."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch):
        with torch.enable_grad():
            found = self.model(batch.clone())
        return [(graph[KEY.PRED_TOTAL_ENERGY], graph[KEY.PRED_FORCE]) for graph in to_atom_graph_list(found)]


class _Errors(nn.Module):
    """How far off energies and forces are."""

    def __init__(self):
        super().__init__()
        energy = {"ref_key": KEY.ENERGY, "pred_key": KEY.PRED_TOTAL_ENERGY, "per_atom": True}
        force = {"ref_key": KEY.FORCE, "pred_key": KEY.PRED_FORCE}
        self.metrics = [
            MAError(name="energy", **energy),
            RMSError(name="force", vdim=3, **force),
            ComponentRMSError(name="component", **force),
        ]

    def forward(self, output):
        for metric in self.metrics:
            metric.reset()
            metric.update(output)
        return torch.tensor([metric.get() for metric in self.metrics])


class _Edges(nn.Module):
    """The lengths and directions of edges."""

    def __init__(self, cutoff):
        super().__init__()
        self.embedding = EdgeEmbedding(BesselBasis(CUTOFF, 6), cutoff, SphericalEncoding(2, -1))

    def forward(self, vectors):
        data = self.embedding({KEY.EDGE_VEC: vectors})
        return data[KEY.EDGE_LENGTH], data[KEY.EDGE_EMBEDDING], data[KEY.EDGE_ATTR]


class _Convolved(nn.Module):
    """Messages along edges."""

    def __init__(self):
        super().__init__()
        self.convolution = IrrepsConvolution(
            Irreps("8x0e+4x1o"), Irreps("1x0e+1x1o"), Irreps("8x0e+4x1o"), [6, 16], denominator=3.0
        )
        self.convolution.instantiate()

    def forward(self, x, attributes, embedding, edges):
        data = {KEY.NODE_FEATURE: x, KEY.EDGE_ATTR: attributes, KEY.EDGE_EMBEDDING: embedding, KEY.EDGE_IDX: edges}
        return self.convolution(data)[KEY.NODE_FEATURE]


class _Scaled(nn.Module):
    """Energies in units, by the species or the source of the data."""

    def __init__(self, rescale):
        super().__init__()
        self.rescale = rescale

    def forward(self, energy, species, source, batch):
        data = {KEY.SCALED_ATOMIC_ENERGY: energy, KEY.ATOM_TYPE: species, KEY.MODAL_TYPE: source, KEY.BATCH: batch}
        return self.rescale(data)[KEY.ATOMIC_ENERGY]


def _config(**options):
    return {
        **sevenn._const.DEFAULT_E3_EQUIVARIANT_MODEL_CONFIG,
        KEY.CUTOFF: CUTOFF,
        KEY.NODE_FEATURE_MULTIPLICITY: 4,
        KEY.NUM_CONVOLUTION: 2,
        KEY.CONVOLUTION_WEIGHT_NN_HIDDEN_NEURONS: [8],
        KEY.RADIAL_BASIS: {KEY.RADIAL_BASIS_NAME: "bessel", KEY.BESSEL_BASIS_NUM: 6},
        KEY.CUTOFF_FUNCTION: {KEY.CUTOFF_FUNCTION_NAME: "poly_cut", KEY.POLY_CUT_P: 6},
        KEY.TYPE_MAP: SPECIES,
        KEY.NUM_SPECIES: len(SPECIES),
        KEY.CHEMICAL_SPECIES: ["H", "C", "O", "Si"],
        KEY.SHIFT: -1.5,
        KEY.SCALE: 1.2,
        KEY.CONV_DENOMINATOR: 6.0,
        **options,
    }


def _model(**options):
    return build_E3_equivariant_model(_config(**options))


def _labelled(atoms):
    atoms.rattle(0.05, seed=1)
    atoms.info["y_energy"] = numpy.array(-3.5)
    atoms.arrays["y_force"] = numpy.random.default_rng(0).normal(size=(len(atoms), 3))
    atoms.info["y_stress"] = numpy.full((6,), 0.1 if atoms.pbc.all() else numpy.nan)
    return AtomGraphData.from_numpy_dict(atoms_to_graph(atoms, CUTOFF))


def _batch():
    water = molecule("H2O", vacuum=5.0)
    return Batch.from_data_list([_labelled(bulk("Si", cubic=False)), _labelled(water), _labelled(molecule("CH3OH"))])


def _tensors():
    graph = _labelled(bulk("Si", cubic=True))
    return graph[KEY.ATOMIC_NUMBERS], graph[KEY.EDGE_IDX], graph[KEY.EDGE_VEC], graph[KEY.CELL_VOLUME]


def _output():
    return {
        KEY.ENERGY: torch.tensor([-3.0, -9.0]),
        KEY.PRED_TOTAL_ENERGY: torch.tensor([-3.2, -8.5]),
        KEY.FORCE: torch.randn(7, 3),
        KEY.PRED_FORCE: torch.randn(7, 3),
        KEY.NUM_ATOMS: torch.tensor([3, 4]),
    }


def _messages():
    return torch.randn(6, 20), torch.randn(30, 4), torch.randn(30, 6), torch.randint(0, 6, (2, 30))


def _energies():
    batch = torch.tensor([0, 0, 0, 1, 1, 1])
    return torch.randn(6, 1), torch.tensor([0, 1, 2, 3, 0, 0]), torch.tensor([1, 0]), batch


def _by_source():
    shift = [[-1.0, -2.0, -3.0, -4.0], [-1.5, -2.5, -3.5, -4.5]]
    return ModalWiseRescale(shift, [1.0, 2.0, 1.5, 0.5], use_modal_wise_shift=True)


SECOND = {KEY.SELF_CONNECTION_TYPE: "linear", KEY.LMAX: 2, KEY.IS_PARITY: False}
THIRD = {KEY.CUTOFF_FUNCTION: {KEY.CUTOFF_FUNCTION_NAME: "XPLOR", "cutoff_on": 3.0}, KEY.TRAIN_SHIFT_SCALE: True}

MODELS = {
    "Potential": lambda: (_Potential(_model()), (_batch(),)),
    "Single": lambda: (_Single(_model()), _tensors()),
    "Trained": lambda: (_Trained(_model(**SECOND)), (_batch(),)),
    "Edges": lambda: (_Edges(PolynomialCutoff(CUTOFF, 6)), (torch.randn(20, 3),)),
    "Listed": lambda: (_Listed(_model(**THIRD)), (_batch(),)),
    "Errors": lambda: (_Errors(), (_output(),)),
    "Convolved": lambda: (_Convolved(), _messages()),
    "Scaled": lambda: (_Scaled(SpeciesWiseRescale([-1.0, -2.0, -3.0, -4.0], 1.5)), _energies()),
    "Sources": lambda: (_Scaled(_by_source()), _energies()),
    "Smooth": lambda: (_Edges(XPLORCutoff(CUTOFF, 3.0)), (torch.randn(20, 3) * 2,)),
    "Readout": lambda: (
        _Potential(_model(**{KEY.READOUT_AS_FCN: True, KEY.READOUT_FCN_HIDDEN_NEURONS: [8]})),
        (_batch(),),
    ),
}
__getattr__ = factories(MODELS)
