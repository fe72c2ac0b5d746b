"""Modules of pytorch-tabular: models of tables."""

import torch
from omegaconf import OmegaConf
from pytorch_tabular import models
from pytorch_tabular.config.config import InferredConfig
from pytorch_tabular.models.common.heads import blocks
from pytorch_tabular.models.common.heads.config import MixtureDensityHeadConfig
from pytorch_tabular.models.common.layers.activations import Entmax15, Sparsemax, entmoid15, t_softmax
from seeded import factories
from torch import nn

CARDINALITY = [4, 7, 3]
EMBEDDED = [(4, 2), (7, 4), (3, 2)]


class _Trained(nn.Module):
    """The loss of a batch of a loader."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch):
        output, _ = self.model.forward_pass(batch)
        return self.model.calculate_loss(output, batch["target"], tag="train")


class _Measured(nn.Module):
    """The loss of a batch of classes, and how many are right."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch):
        output = self.model(batch)
        loss = self.model.calculate_loss(output, batch["target"], tag="valid")
        return loss, self.model.calculate_metrics(batch["target"], output["logits"], tag="valid")


class _Predicted(nn.Module):
    """What is predicted for rows."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch):
        return self.model.predict(batch, ret_model_output=True)


class _Mixture(nn.Module):
    """The density of targets, and samples."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch):
        found = self.model(batch)
        loss = self.model.calculate_loss(batch["target"], found["pi"], found["sigma"], found["mu"])
        return loss, self.model.sample(batch, n_samples=5)


class _Points(nn.Module):
    """The medians of mixtures."""

    def __init__(self):
        super().__init__()
        config = MixtureDensityHeadConfig(num_gaussian=3, central_tendency="median", n_samples=20)
        config.input_dim = 8
        self.head = blocks.MixtureDensityHead(config)

    def forward(self, features):
        return self.head.generate_point_predictions(*self.head(features))


class _Sparse(nn.Module):
    """Ways to choose a few of many."""

    def __init__(self):
        super().__init__()
        self.sparsemax = Sparsemax(dim=-1)
        self.entmax = Entmax15(dim=-1, k=4)

    def forward(self, logits, r):
        return self.sparsemax(logits), self.entmax(logits), entmoid15(logits), t_softmax(logits, r)


def _model(name, config, classes=None, **options):
    if classes:
        settings = {"task": "classification", "metrics": ["accuracy"], "metrics_prob_input": [False]}
        inferred = {"output_dim": classes, "output_cardinality": [classes]}
    else:
        settings = {"task": "regression"}
        inferred = {"output_dim": 1, "output_cardinality": [1]}
    inferred = InferredConfig(3, 5, **inferred, categorical_cardinality=CARDINALITY, embedding_dims=EMBEDDED)
    config = OmegaConf.structured(getattr(models, config)(**settings, **options))
    config = OmegaConf.create({**OmegaConf.to_container(config), "batch_size": 64})
    return getattr(models, name)(config=config, inferred_config=OmegaConf.structured(inferred))


def _rows(count=12):
    categories = torch.stack([torch.randint(0, size, (count,)) for size in CARDINALITY], 1)
    return {"continuous": torch.randn(count, 5), "categorical": categories}


def _batch(classes=None):
    rows = _rows()
    target = torch.randint(0, classes, (12, 1)) if classes else torch.randn(12, 1)
    return {**rows, "target": target}


def _trees():
    model = _model("NODEModel", "NodeConfig", num_layers=1, num_trees=8, depth=3)
    model(_rows(32))  # sets thresholds by data
    return model


def _mixed():
    params = {"task": "regression", "layers": "16-8"}
    head = {"num_gaussian": 2, "weight_regularization": 2, "lambda_sigma": 0.1}
    return _model(
        "MDNModel",
        "MDNConfig",
        backbone_config_class="CategoryEmbeddingModelConfig",
        backbone_config_params=params,
        head_config=head,
    )


def _additive():
    options = {"gflu_stages": 2, "tree_depth": 2, "num_trees": 3}
    return _model("GatedAdditiveTreeEnsembleModel", "GatedAdditiveTreeEnsembleConfig", **options)


def _attended():
    return _model("FTTransformerModel", "FTTransformerConfig", 3, input_embed_dim=16, num_heads=2, num_attn_blocks=2)


def _interacting():
    options = {"attn_embed_dim": 8, "num_attn_blocks": 2, "deep_layers": True, "layers": "16-8"}
    return _model("AutoIntModel", "AutoIntConfig", **options, attention_pooling=True)


def _bounded():
    return _model("CategoryEmbeddingModel", "CategoryEmbeddingModelConfig", layers="16-8", target_range=[(-2.0, 2.0)])


def _abstract():
    return _model("DANetModel", "DANetConfig", n_layers=4, abstlay_dim_1=8, abstlay_dim_2=8, k=2)


def _columns():
    options = {"input_embed_dim": 16, "num_heads": 2, "num_attn_blocks": 2, "share_embedding": True}
    return _model("TabTransformerModel", "TabTransformerConfig", 3, **options)


MODELS = {
    "Embedded": lambda: (_Trained(_bounded()), (_batch(),)),
    "Trees": lambda: (_Predicted(_trees()), (_rows(),)),
    "Attended": lambda: (_Measured(_attended()), (_batch(3),)),
    "Mixture": lambda: (_Mixture(_mixed()), (_batch(),)),
    "Gandalf": lambda: (_Predicted(_model("GANDALFModel", "GANDALFConfig", gflu_stages=3)), (_rows(),)),
    "Additive": lambda: (_additive(), (_rows(),)),
    "Columns": lambda: (_Predicted(_columns()), (_rows(),)),
    "Interacting": lambda: (_Trained(_interacting()), (_batch(),)),
    "Abstract": lambda: (_abstract(), (_rows(),)),
    "Sparse": lambda: (_Sparse(), (torch.randn(6, 9), torch.rand(6, 1) * 0.5 + 0.2)),
    "Points": lambda: (_Points(), (torch.randn(6, 8),)),
}
__getattr__ = factories(MODELS)
