"""Modules of easy-tpp: temporal point processes."""

import torch
from easy_tpp.config_factory import ModelConfig
from easy_tpp.model.attnhp import AttNHP
from easy_tpp.model.fullynn import FullyNN
from easy_tpp.model.intensity_free import IntensityFree
from easy_tpp.model.nhp import NHP
from easy_tpp.model.ode_tpp import ODETPP
from easy_tpp.model.rmtpp import RMTPP
from easy_tpp.model.s2p2 import S2P2
from easy_tpp.model.sahp import SAHP
from easy_tpp.model.thp import THP
from seeded import factories
from torch import nn

TYPES = 5
PAD = 5


class _Loss(nn.Module):
    """The negative log-likelihood of sequences of events."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, **batch):
        return self.model.loglike_loss(**batch)


class _Recorded(_Loss):
    """The same, where the model needs gradients of its output."""

    def forward(self, **batch):
        with torch.enable_grad():
            return self.model.loglike_loss(**batch)


class _Next(_Loss):
    """The time and type of each next event."""

    def forward(self, **batch):
        return self.model.predict_one_step_at_every_event(**batch)


class _Generated(_Loss):
    """The last events, written anew."""

    def forward(self, **batch):
        return self.model.predict_multi_step_since_last_event(**batch)


def _batch():
    lengths = torch.tensor([8, 6])
    present = torch.arange(8) < lengths[:, None]
    deltas = torch.rand(2, 8) * 2
    deltas[:, 0] = 0.0
    deltas = deltas * present
    hidden = torch.triu(torch.ones(8, 8, dtype=torch.bool), 1) | ~present[:, None, :]
    return {
        "time_seqs": deltas.cumsum(-1) * present,
        "time_delta_seqs": deltas,
        "type_seqs": torch.randint(0, TYPES, (2, 8)).where(present, torch.tensor(PAD)),
        "seq_non_pad_mask": present,
        "attention_mask": hidden,
    }


def _events(model, of=_Loss, **options):
    thinning = {"num_sample": 2, "num_exp": 10, "num_samples_boundary": 3, "num_step_gen": 2}
    config = ModelConfig(
        hidden_size=16,
        time_emb_size=8,
        num_layers=2,
        num_heads=2,
        loss_integral_num_sample_per_step=4,
        num_event_types=TYPES,
        num_event_types_pad=TYPES + 1,
        event_pad_index=PAD,
        thinning=thinning,
        **options,
    )
    config.mean_log_inter_time, config.std_log_inter_time = 0.0, 1.0
    return of(model(config)), (), _batch()


MODELS = {
    "Hawkes": lambda: _events(NHP),
    "Transformer": lambda: _events(THP),
    "SelfAttention": lambda: _events(SAHP, use_ln=True),
    "Attention": lambda: _events(AttNHP),
    "Recurrent": lambda: _events(RMTPP),
    "Cumulative": lambda: _events(
        FullyNN, _Recorded, model_specs={"num_mlp_layers": 2, "proper_marked_intensities": True}
    ),
    "Mixture": lambda: _events(IntensityFree, model_specs={"num_mix_components": 4}),
    "Differential": lambda: _events(ODETPP, model_specs={"ode_num_sample_per_step": 3}),
    "StateSpace": lambda: _events(S2P2, model_specs={"P": 8}),
    "Next": lambda: _events(THP, _Next),
    "Generated": lambda: _events(NHP, _Generated),
}
__getattr__ = factories(MODELS)
