"""Modules of nequip: equivariant interatomic potentials."""

import torch
from ase import Atoms
from nequip.data import AtomicDataDict, from_ase
from nequip.data.transforms import (
    ChemicalSpeciesToAtomTypeMapper,
    NeighborListPruneTransform,
    NeighborListTransform,
    SortedNeighborListTransform,
)
from nequip.model import NequIPGNNModel
from nequip.nn import PartialForceOutput
from nequip.nn.compile import ListInputOutputWrapper
from nequip.nn.embedding import BesselEdgeLengthEncoding, EdgeLengthNormalizer, PolynomialCutoff
from nequip.nn.pair_potential import ZBL, LennardJones
from nequip.train import EnergyForceLoss
from nequip.utils.global_state import set_global_state
from seeded import factories
from torch import nn

set_global_state()

TYPES = ["H", "C", "O"]
SMALL = {"r_max": 3.0, "type_names": TYPES, "num_layers": 1, "l_max": 1, "num_features": 4}
SMALL.update(radial_mlp_width=8, avg_num_neighbors=6.0)


class _Copied(nn.Module):
    """Modules one after another, that write to a copy of the data."""

    def __init__(self, *modules):
        super().__init__()
        self.parts = nn.ModuleList(modules)

    def forward(self, data):
        data = data.copy()
        with torch.enable_grad():
            for module in self.parts:
                data = module(data)
        return data


class _Recorded(nn.Module):
    """A module that gets and gives lists, where the caller records no gradients."""

    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, *inputs):
        with torch.enable_grad():
            return self.module(*inputs)


class _Frames(nn.Module):
    """A batch of structures, and what a model says of each."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, frames):
        with torch.enable_grad():
            data = self.model(AtomicDataDict.batched_from_list(frames))
        frames = [AtomicDataDict.frame_from_batched(data, index) for index in range(AtomicDataDict.num_frames(data))]
        return [frame[AtomicDataDict.TOTAL_ENERGY_KEY] for frame in frames]


class _Loss(nn.Module):
    """A model and the loss of its energies and forces."""

    def __init__(self, model, loss):
        super().__init__()
        self.model = model
        self.loss = loss

    def forward(self, data, target):
        with torch.enable_grad():
            return self.loss(self.model(data.copy()), target)


def _structure(size=5, neighbors=True, types=True, periodic=True, sort=True):
    atoms = Atoms(
        numbers=torch.tensor([1, 6, 8])[torch.randint(0, 3, (size,))].numpy(),
        positions=torch.rand(size, 3).numpy() * 4,
        cell=[4.0, 4.5, 5.0] if periodic else None,
        pbc=periodic,
    )
    data = from_ase(atoms)
    if types:
        data = ChemicalSpeciesToAtomTypeMapper(model_type_names=TYPES)(data)
    neighbor_list = SortedNeighborListTransform if sort else NeighborListTransform
    return neighbor_list(3.0)(data) if neighbors else data


def _model(derivatives=True, **options):
    options["per_type_energy_scales"] = {"H": 1.0, "C": 1.5, "O": 2.0}
    options["per_type_energy_shifts"] = {"H": 0.1, "C": 0.2, "O": 0.3}
    return NequIPGNNModel(**SMALL, do_derivatives=derivatives, seed=0, model_dtype="float32", **options)


def _potential(potential, *modules, **options):
    normalizer = EdgeLengthNormalizer(3.0, TYPES)
    potential = potential(TYPES, irreps_in=normalizer.irreps_out, **options)
    return _Copied(normalizer, potential, *modules), (_structure(),)


def _edges():
    cutoffs = {"H": 2.0, "C": {"H": 2.5, "C": 3.0, "O": 2.0}}
    normalizer = EdgeLengthNormalizer(3.0, TYPES, cutoffs)
    bessel = BesselEdgeLengthEncoding(PolynomialCutoff(6), 4, True, irreps_in=normalizer.irreps_out)
    prune = NeighborListPruneTransform(3.0, cutoffs, TYPES)
    return _Copied(prune, normalizer, bessel), (_structure(),)


def _zbl():
    return {"_target_": "nequip.nn.pair_potential.ZBL", "units": "metal", "chemical_species": TYPES}


def _lists():
    data = _structure()
    names = ["pos", "cell", "atom_types", "edge_index", "edge_cell_shift"]
    wrapper = ListInputOutputWrapper(_model(), names, ["total_energy", "forces", "stress"])
    return _Recorded(wrapper), tuple(data[name] for name in names)


def _loss():
    data = AtomicDataDict.batched_from_list([_structure(sort=False)])
    target = {"total_energy": torch.randn(1, 1), "forces": torch.randn(5, 3), **data}
    coefficients = {"H": 1.0, "C": 0.5, "O": 2.0}
    loss = EnergyForceLoss(per_type_forces_coeffs=coefficients, type_names=TYPES)
    return _Loss(_model(), loss), (data, target)


MODELS = {
    "Forces": lambda: (_Copied(_model()), (_structure(),)),
    "Repulsive": lambda: (_Copied(_model(False, pair_potential=_zbl())), (_structure(),)),
    "Neighbors": lambda: (_Copied(SortedNeighborListTransform(3.0)), (_structure(neighbors=False),)),
    "Loss": _loss,
    "Frames": lambda: (_Frames(_model()), ([_structure(sort=False), _structure(3, sort=False)],)),
    "Edges": _edges,
    "Types": lambda: (
        _Copied(ChemicalSpeciesToAtomTypeMapper(TYPES)),
        (_structure(types=False, neighbors=False),),
    ),
    "PartialForces": lambda: (_Copied(PartialForceOutput(_model(False).model.func)), (_structure(periodic=False),)),
    "Pairs": lambda: _potential(LennardJones, lj_sigma=1.2, lj_epsilon=0.1, lj_style="lj_repulsive_only"),
    "Nuclei": lambda: _potential(ZBL, chemical_species=TYPES, units="metal"),
    "Lists": _lists,
}
__getattr__ = factories(MODELS)
