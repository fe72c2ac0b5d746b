import torch
from schnetpack import atomistic, nn, properties, representation
from schnetpack.model import NeuralNetworkPotential as Potential
from seeded import factories


def _molecules():
    """Two molecules, of four and three atoms, with all pairs as neighbours."""
    atoms = [4, 3]
    center, neighbor, molecule, start = [], [], [], 0
    for number, count in enumerate(atoms):
        for i in range(count):
            for j in range(count):
                if i != j:
                    center.append(start + i)
                    neighbor.append(start + j)
        molecule += [number] * count
        start += count
    i, j = torch.tensor(center), torch.tensor(neighbor)
    return {
        properties.Z: torch.tensor([6, 1, 1, 8, 8, 1, 1]),
        properties.R: torch.randn(7, 3) * 1.5,
        properties.cell: torch.zeros(2, 3, 3),
        properties.pbc: torch.zeros(6, dtype=torch.bool),
        properties.idx_i: i,
        properties.idx_j: j,
        properties.idx_m: torch.tensor(molecule),
        properties.n_atoms: torch.tensor(atoms),
        properties.offsets: torch.zeros(len(i), 3),
    }


def _distances():
    inputs = _molecules()
    inputs[properties.Rij] = (
        inputs[properties.R][inputs[properties.idx_j]] - inputs[properties.R][inputs[properties.idx_i]]
    )
    return inputs


def _features():
    return {
        **_distances(),
        "scalar_representation": torch.randn(7, 16),
        "vector_representation": torch.randn(7, 3, 16),
        "partial_charges": torch.randn(7),
    }


def _radial(kind=nn.GaussianRBF):
    return kind(n_rbf=8, cutoff=5.0)


def _options():
    return {"n_atom_basis": 16, "n_interactions": 2, "radial_basis": _radial(), "cutoff_fn": nn.CosineCutoff(5.0)}


def _potential(model, *outputs, **kwargs):
    return Potential(
        representation=model, input_modules=[atomistic.PairwiseDistances()], output_modules=outputs, **kwargs
    )


def _energy():
    return atomistic.Atomwise(16, output_key="energy")


MODELS = {
    "SchNet": lambda: (representation.SchNet(**_options()), (_distances(),)),
    "PaiNN": lambda: (representation.PaiNN(**_options(), shared_filters=True), (_distances(),)),
    "PotentialEnergy": lambda: (_potential(representation.SchNet(**_options()), _energy()), (_molecules(),)),
    "PotentialDipole": lambda: (
        _potential(representation.PaiNN(**_options()), _energy(), atomistic.DipoleMoment(16)),
        (_molecules(),),
    ),
    "SO3net": lambda: (representation.SO3net(lmax=1, **_options()), (_distances(),)),
    "FieldSchNet": lambda: (
        representation.FieldSchNet(**_options()),
        (_distances(),),
    ),
    "Dipole": lambda: (
        atomistic.DipoleMoment(16, predict_magnitude=True, use_vector_representation=True),
        (_features(),),
    ),
    "Polarizability": lambda: (atomistic.Polarizability(16), (_features(),)),
    "Atomwise": lambda: (atomistic.Atomwise(16, aggregation_mode="avg", per_atom_output_key="each"), (_features(),)),
    "Coulomb": lambda: (
        atomistic.EnergyCoulomb("Ha", "Ang", atomistic.CoulombPotential(), "coulomb", use_neighbors_lr=False),
        (_features(),),
    ),
    "ZBL": lambda: (
        atomistic.ZBLRepulsionEnergy("eV", "Ang", "zbl", cutoff_fn=nn.CosineCutoff(5.0)),
        (_features(),),
    ),
    "PairwiseDistances": lambda: (atomistic.PairwiseDistances(), (_molecules(),)),
    "ShortRange": lambda: (atomistic.FilterShortRange(3.0), (_distances(),)),
    "SphericalHarmonics": lambda: (nn.RealSphericalHarmonics(2), (torch.nn.functional.normalize(torch.randn(6, 3)),)),
    "TensorProduct": lambda: (nn.SO3TensorProduct(1), (torch.randn(5, 4, 8), torch.randn(5, 4, 8))),
    "GatedEquivariant": lambda: (
        nn.GatedEquivariantBlock(16, 8, 4, 4, 16),
        ((torch.randn(7, 16), torch.randn(7, 3, 8)),),
    ),
    "Bessel": lambda: (_radial(nn.BesselRBF), (torch.rand(10) * 4 + 0.1,)),
    "Switch": lambda: (nn.SwitchFunction(1.0, 4.0), (torch.rand(10) * 5,)),
}

__getattr__ = factories(MODELS)
