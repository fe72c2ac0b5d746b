import torch
import torchani
from seeded import factories
from torchani import arch, cutoffs, electro, neighbors, nn, potentials
from torchani.aev import AEVComputer

SYMBOLS = ["H", "C", "N", "O"]


def _molecule():
    species = torch.tensor([[6, 1, 1, 1, 1], [7, 1, 1, 1, -1]])
    coordinates = torch.randn(2, 5, 3) * 1.2
    return species, coordinates


def _elements():
    return torch.tensor([[1, 0, 0, 0, 0], [2, 0, 0, 0, -1]])


def _small(**kwargs):
    return {
        "radial_shifts": 4,
        "angular_shifts": 2,
        "sections": 2,
        "dispersion": False,
        "repulsion": True,
        **kwargs,
    }


def _networks(make=nn.ANINetworks, size=8):
    return make({s: nn.AtomicNetwork((size, 8, 1), activation="gelu") for s in SYMBOLS})


def _cell():
    return torch.eye(3) * 8.0, torch.tensor([True, True, True])


MODELS = {
    "SimpleANI": lambda: (arch.simple_ani(SYMBOLS, "wb97x-631gd", **_small()), (_molecule(),)),
    "ANIEnsemble": lambda: (arch.simple_ani(SYMBOLS, "wb97x-631gd", ensemble_size=2, **_small()), (_molecule(),)),
    "ANIPeriodic": lambda: (
        arch.simple_ani(SYMBOLS, "wb97x-631gd", neighborlist="cell_list", **_small()),
        ((torch.tensor([[6, 1, 1, 1, 1]]), torch.rand(1, 5, 3) * 8), *_cell()),
    ),
    "SimpleANIq": lambda: (arch.simple_aniq(SYMBOLS, "wb97x-631gd", **_small()), (_molecule(),)),
    "AEV1x": lambda: (AEVComputer.like_1x(), (_elements(), _molecule()[1])),
    "AEV2x": lambda: (AEVComputer.like_2x(), (_elements(), _molecule()[1])),
    "Networks": lambda: (_networks(), (_elements(), torch.randn(2, 5, 8))),
    "NetworksAtomic": lambda: (_networks(), (_elements(), torch.randn(2, 5, 8)), {"atomic": True}),
    "Ensemble": lambda: (nn.Ensemble([_networks(), _networks()]), (_elements(), torch.randn(2, 5, 8))),
    "SpeciesConverter": lambda: (nn.SpeciesConverter(SYMBOLS), (_molecule()[0],)),
    "SelfEnergy": lambda: (torchani.sae.SelfEnergy(SYMBOLS, [0.1, 0.2, 0.3, 0.4]), (_elements(),)),
    "AllPairs": lambda: (neighbors.AllPairs(), (5.0, *(_elements(), _molecule()[1]))),
    "AllPairsPeriodic": lambda: (neighbors.AllPairs(), (3.0, _elements()[:1], torch.rand(1, 5, 3) * 8, *_cell())),
    "CellList": lambda: (neighbors.CellList(), (3.0, _elements()[:1], torch.rand(1, 5, 3) * 8, *_cell())),
    "Adaptive": lambda: (neighbors.AdaptiveList(), (5.0, _elements()[:1], _molecule()[1][:1])),
    "CutoffSmooth": lambda: (cutoffs.CutoffSmooth(), (torch.rand(10) * 5, 5.2)),
    "ChargeNormalizer": lambda: (electro.ChargeNormalizer(SYMBOLS), (_elements(), torch.randn(2, 5))),
    "Dipole": lambda: (electro.DipoleComputer(), (_molecule()[0], _molecule()[1], torch.randn(2, 5))),
    "Repulsion": lambda: (potentials.RepulsionXTB(SYMBOLS), (_elements(), _molecule()[1])),
    "Coulomb": lambda: (potentials.FixedCoulomb(SYMBOLS, charges=[0.1, 0.2, 0.3, 0.4]), (_elements(), _molecule()[1])),
}

__getattr__ = factories(MODELS)
