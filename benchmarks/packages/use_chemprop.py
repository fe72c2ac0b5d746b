import torch
from chemprop import nn as cnn
from chemprop.data import BatchMolAtomBondGraph, BatchMolGraph
from chemprop.featurizers import (
    CondensedGraphOfReactionFeaturizer,
    SimpleMoleculeMolGraphFeaturizer,
)
from chemprop.models import MPNN, MolAtomBondMPNN, MulticomponentMPNN
from rdkit import Chem
from seeded import factories
from torch import nn

SMILES = ["CCO", "c1ccccc1O", "CC(=O)Nc1ccc(O)cc1"]
SOLVENTS = ["O", "CC#N", "CS(C)=O"]


def _graphs(smiles):
    featurizer = SimpleMoleculeMolGraphFeaturizer()
    return [featurizer(Chem.MolFromSmiles(s)) for s in smiles]


def _batch(smiles=SMILES):
    return BatchMolGraph(_graphs(smiles))


def _molecules():
    return BatchMolAtomBondGraph(_graphs(SMILES))


def _reaction():
    featurizer = CondensedGraphOfReactionFeaturizer()
    before, after = "[CH3:1][CH2:2][OH:3]", "[CH3:1][CH:2]=[O:3]"
    graph = featurizer((Chem.MolFromSmiles(before), Chem.MolFromSmiles(after)))
    d_v, d_e = featurizer.shape
    return d_v, d_e, BatchMolGraph([graph, graph])


def _reaction_model():
    d_v, d_e, batch = _reaction()
    model = MPNN(
        cnn.AtomMessagePassing(d_v=d_v, d_e=d_e, d_h=16, depth=2),
        cnn.SumAggregation(),
        cnn.RegressionFFN(input_dim=16, hidden_dim=16),
    )
    return model, (batch,)


class _Fingerprint(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch, descriptors):
        return self.model.fingerprint(batch, None, descriptors), self.model.encoding(batch, None, descriptors, 1)


class _Loss(nn.Module):
    """A training loss on a masked batch of targets."""

    def __init__(self, predictor):
        super().__init__()
        self.predictor = predictor

    def forward(self, hidden, targets):
        mask = targets.isfinite()
        targets = targets.nan_to_num(nan=0.0)
        weights = torch.ones(len(targets), 1)
        bounds = torch.zeros_like(mask)
        return self.predictor.criterion(self.predictor.train_step(hidden), targets, mask, weights, bounds, bounds)


def _targets(tasks=2):
    targets = torch.randn(6, tasks)
    targets[2, 0] = torch.nan
    return targets


MODELS = {
    "Bonds": lambda: (
        MPNN(
            cnn.BondMessagePassing(d_h=16, depth=3),
            cnn.MeanAggregation(),
            cnn.RegressionFFN(n_tasks=2, input_dim=16, hidden_dim=16),
            batch_norm=True,
        ),
        (_batch(),),
    ),
    "Reaction": _reaction_model,
    "SoluteSolvent": lambda: (
        MulticomponentMPNN(
            cnn.MulticomponentMessagePassing(
                [cnn.BondMessagePassing(d_h=16), cnn.BondMessagePassing(d_h=12)], n_components=2
            ),
            cnn.NormAggregation(),
            cnn.MveFFN(input_dim=28, hidden_dim=16),
        ),
        ([_batch(), _batch(SOLVENTS)], [None, None]),
    ),
    "EvidentialLoss": lambda: (
        _Loss(cnn.EvidentialFFN(n_tasks=2, input_dim=16, hidden_dim=16)),
        (torch.randn(6, 16), _targets()),
    ),
    "AtomsDescriptors": lambda: (
        MPNN(
            cnn.AtomMessagePassing(d_h=16, depth=2, undirected=True, activation="elu", d_vd=3),
            cnn.AttentiveAggregation(output_size=19),
            cnn.BinaryClassificationFFN(n_tasks=2, input_dim=24, hidden_dim=16, n_layers=2),
            X_d_transform=cnn.ScaleTransform(mean=[0.1] * 5, scale=[2.0] * 5),
        ),
        ((b := _batch()), torch.randn(len(b.V), 3), torch.randn(3, 5)),
    ),
    "MolAtomBond": lambda: (
        MolAtomBondMPNN(
            cnn.MABBondMessagePassing(d_h=16),
            cnn.MeanAggregation(),
            mol_predictor=cnn.RegressionFFN(input_dim=16, hidden_dim=16),
            atom_predictor=cnn.RegressionFFN(input_dim=16, hidden_dim=16),
            bond_predictor=cnn.BinaryClassificationFFN(input_dim=32, hidden_dim=16),
        ),
        (_molecules(),),
    ),
    "Fingerprint": lambda: (
        _Fingerprint(
            MPNN(
                cnn.BondMessagePassing(d_h=16),
                cnn.NormAggregation(norm=10.0),
                cnn.MulticlassClassificationFFN(4, input_dim=19, hidden_dim=16, n_layers=2),
            )
        ),
        (_batch(), torch.randn(3, 3)),
    ),
    "Constrainer": lambda: (
        cnn.ConstrainerFFN(n_constraints=2, fp_dim=16, hidden_dim=8),
        (torch.randn(9, 16), torch.randn(9, 2), torch.tensor([0, 0, 1, 1, 1, 1, 2, 2, 2]), torch.randn(3, 2)),
    ),
    "QuantileLoss": lambda: (
        _Loss(cnn.QuantileFFN(n_tasks=2, input_dim=16, hidden_dim=16)),
        (torch.randn(6, 16), _targets()),
    ),
    "Spectrum": lambda: (
        cnn.predictors.SpectralFFN(n_tasks=20, input_dim=16, hidden_dim=16, spectral_activation="softplus"),
        (torch.randn(6, 16),),
    ),
    "DirichletLoss": lambda: (
        _Loss(cnn.BinaryDirichletFFN(n_tasks=2, input_dim=16, hidden_dim=16)),
        (torch.randn(6, 16), torch.randint(0, 2, (6, 2)).float()),
    ),
    "Pooling": lambda: (
        cnn.AttentiveAggregation(output_size=16),
        (torch.randn(9, 16), torch.tensor([0, 0, 1, 1, 1, 1, 2, 2, 2])),
    ),
}

__getattr__ = factories(MODELS)
