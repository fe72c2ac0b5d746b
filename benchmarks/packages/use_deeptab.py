import numpy as np
import torch
from deeptab.architectures import (
    ENODE,
    MLP,
    NDTF,
    NODE,
    SAINT,
    AutoInt,
    FTTransformer,
    MambaTab,
    Mambular,
    ResNet,
    TabM,
    TabTransformer,
    TabulaRNN,
)
from deeptab.configs import (
    AutoIntConfig,
    ENODEConfig,
    FTTransformerConfig,
    MambaTabConfig,
    MambularConfig,
    MLPConfig,
    NDTFConfig,
    NODEConfig,
    ResNetConfig,
    SAINTConfig,
    TabMConfig,
    TabTransformerConfig,
    TabulaRNNConfig,
)
from seeded import factories
from torch import nn

NUMERICAL = {"age": 1, "income": 1, "spline": 5}
CATEGORICAL = {"city": 6, "job": 4, "sex": 2}


def _features():
    numerical = {
        name: {"preprocessing": "standard", "dimension": size, "categories": None} for name, size in NUMERICAL.items()
    }
    categorical = {
        name: {"preprocessing": "int", "dimension": 1, "categories": count} for name, count in CATEGORICAL.items()
    }
    return numerical, categorical, {}


def _rows(batch=6):
    return (
        [torch.randn(batch, size) for size in NUMERICAL.values()],
        [torch.randint(0, count, (batch, 1)) for count in CATEGORICAL.values()],
        [],
    )


def _model(architecture, config, classes=1, **options):
    return architecture(_features(), num_classes=classes, config=config, **options)


def _initialised(model):
    """Sets the thresholds of a model's trees by a first batch in train mode, as training does."""
    np.random.seed(0)
    model.train()(*_rows(32))
    return model


class _Penalised(nn.Module):
    """The predictions of a forest with the penalty of its routing, as it is trained."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, numerical, categorical, embedded, targets):
        predictions, penalty = self.model.penalty_forward(numerical, categorical, embedded)
        return predictions, nn.functional.mse_loss(predictions, targets) + penalty


MODELS = {
    "Mamba": lambda: (
        _model(Mambular, MambularConfig(d_model=16, n_layers=2, expand_factor=2, d_state=8, dt_rank="auto")),
        _rows(),
    ),
    "FeatureTransformer": lambda: (
        _model(FTTransformer, FTTransformerConfig(d_model=16, n_layers=2, n_heads=4, transformer_dim_feedforward=32)),
        _rows(),
    ),
    "ObliviousTrees": lambda: (
        _initialised(_model(NODE, NODEConfig(num_layers=2, layer_dim=8, tree_dim=2, depth=3), classes=3)),
        _rows(),
    ),
    "Saint": lambda: (_model(SAINT, SAINTConfig(d_model=16, n_layers=1, n_heads=2)), _rows()),
    "BatchEnsemble": lambda: (
        _model(TabM, TabMConfig(layer_sizes=[24, 16], ensemble_size=4, average_ensembles=False)),
        _rows(),
    ),
    "DecisionForest": lambda: (_Penalised(_model(NDTF, NDTFConfig(n_ensembles=3))), (*_rows(), torch.randn(6, 1))),
    "Interactions": lambda: (_model(AutoInt, AutoIntConfig(d_model=16, n_layers=2, n_heads=2)), _rows()),
    "Recurrent": lambda: (
        _model(TabulaRNN, TabulaRNNConfig(d_model=16, n_layers=2, model_type="GRU", dim_feedforward=32)),
        _rows(),
    ),
    "CategoricalTransformer": lambda: (
        _model(TabTransformer, TabTransformerConfig(d_model=16, n_layers=2, n_heads=2), classes=3),
        _rows(),
    ),
    "EmbeddedTrees": lambda: (
        _initialised(_model(ENODE, ENODEConfig(d_model=8, num_layers=2, layer_dim=8, tree_dim=1, depth=3))),
        _rows(),
    ),
    "MambaTable": lambda: (_model(MambaTab, MambaTabConfig(d_model=16, n_layers=1)), _rows()),
    "Residual": lambda: (
        _model(ResNet, ResNetConfig(layer_sizes=[24, 16], num_blocks=2, use_embeddings=True, d_model=8)),
        _rows(),
    ),
    "Perceptron": lambda: (
        _model(MLP, MLPConfig(layer_sizes=[24, 16], use_embeddings=True, d_model=8, embedding_type="ndt")),
        _rows(),
    ),
}

__getattr__ = factories(MODELS)
