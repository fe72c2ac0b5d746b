import pyvene as pv
import torch
from pyvene.models.gru.modelings_gru import GRUForClassification, GRULMHeadModel
from pyvene.models.mlp.modelings_mlp import MLPConfig, MLPForClassification
from seeded import factories
from torch import nn
from transformers import GPT2Config, GPT2LMHeadModel

DIM = 16


def _mlp():
    return MLPForClassification(MLPConfig(h_dim=DIM, n_layer=2, num_classes=3, pdrop=0.1))


def _gru(cls=GRUForClassification):
    config = pv.GRUConfig(include_emb=True, vocab_size=50, h_dim=DIM, n_layer=2, n_labels=3)
    return cls(config)


class _Patched(nn.Module):
    """Interchanges a representation of an MLP between a base and a source, as in the package's tutorials."""

    def __init__(self, intervention=pv.VanillaIntervention):
        super().__init__()
        self.model = pv.IntervenableModel(
            {"layer": 0, "component": "block_output", "intervention_type": intervention}, _mlp()
        )

    def forward(self, base, source):
        _, counterfactual = self.model(
            {"inputs_embeds": base}, [{"inputs_embeds": source}], {"sources->base": ([[[0]] * 2], [[[0]] * 2])}
        )
        return counterfactual[0]


class _Zeroed(nn.Module):
    """A language model with the output of an MLP at a position set to zero."""

    def __init__(self):
        super().__init__()
        config = GPT2Config(vocab_size=50, n_positions=32, n_embd=DIM, n_layer=2, n_head=2)
        self.model = pv.IntervenableModel(
            [{"layer": 1, "component": "mlp_output", "intervention_type": pv.ZeroIntervention}],
            GPT2LMHeadModel(config),
        )

    def forward(self, tokens):
        return self.model({"input_ids": tokens}, unit_locations={"base": 3})[1].logits


def _pair():
    return torch.randn(4, 1, DIM), torch.randn(4, 1, DIM)


MODELS = {
    "MLP": lambda: (_mlp(), (), {"inputs_embeds": torch.randn(4, 1, DIM), "labels": torch.randint(3, (4,))}),
    "GRU": lambda: (
        _gru(),
        (),
        {"input_ids": torch.randint(50, (2, 6)), "attention_mask": torch.ones(2, 6)},
    ),
    "Patched": lambda: (_Patched(), (torch.randn(2, 1, DIM), torch.randn(2, 1, DIM))),
    "Rotated": lambda: (pv.RotatedSpaceIntervention(embed_dim=DIM), _pair()),
    "Boundless": lambda: (pv.BoundlessRotatedSpaceIntervention(embed_dim=DIM), _pair()),
    "LowRank": lambda: (pv.LowRankRotatedSpaceIntervention(embed_dim=DIM, low_rank_dimension=4), _pair()),
    "Zeroed": lambda: (_Zeroed(), (torch.randint(50, (2, 8)),)),
    "GRULanguage": lambda: (_gru(GRULMHeadModel), (), {"input_ids": torch.randint(50, (2, 6))}),
    "Mask": lambda: (pv.SigmoidMaskIntervention(embed_dim=DIM), _pair()),
    "Vanilla": lambda: (pv.VanillaIntervention(embed_dim=DIM), _pair()),
    "SparseAutoencoder": lambda: (
        pv.JumpReLUAutoencoderIntervention(embed_dim=DIM, low_rank_dimension=32),
        _pair(),
    ),
}

__getattr__ = factories(MODELS)
