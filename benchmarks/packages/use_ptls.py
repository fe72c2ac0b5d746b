import torch
from ptls.data_load.padded_batch import PaddedBatch
from ptls.frames.bert import MLMPretrainModule
from ptls.frames.coles import CoLESModule
from ptls.frames.coles.losses import (
    CentroidSoftmaxLoss,
    ContrastiveLoss,
    SoftmaxLoss,
    VicregLoss,
)
from ptls.frames.coles.sampling_strategies import HardNegativePairSelector
from ptls.frames.gpt import GptPretrainModule
from ptls.frames.supervised import SequenceToTarget
from ptls.nn import (
    AggFeatureSeqEncoder,
    GptEncoder,
    Head,
    LongformerEncoder,
    RnnSeqEncoder,
    TransformerEncoder,
    TransformerSeqEncoder,
    TrxEncoder,
)
from ptls.nn.seq_encoder.custom_encoder import Encoder
from seeded import factories
from torch import nn

BATCH, LENGTH = 6, 12


def _trx(**kwargs):
    return TrxEncoder(
        embeddings={"mcc": {"in": 30, "out": 8}, "trx_type": {"in": 10, "out": 4}},
        numeric_values={"amount": "identity", "balance": "log"},
        embeddings_noise=0.003,
        **kwargs,
    )


def _payload():
    return {
        "mcc": torch.randint(1, 30, (BATCH, LENGTH)),
        "trx_type": torch.randint(1, 10, (BATCH, LENGTH)),
        "amount": torch.randn(BATCH, LENGTH),
        "balance": torch.rand(BATCH, LENGTH) * 100,
        "event_time": torch.arange(LENGTH).repeat(BATCH, 1),
    }, torch.tensor([12, 10, 12, 7, 9, 11])


class _Batched(nn.Module):
    """Runs a module of the package on a padded batch made from tensors."""

    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, payload, lengths):
        out = self.module(PaddedBatch(payload, lengths))
        return out.payload if isinstance(out, PaddedBatch) else out


class _Contrastive(nn.Module):
    """A training step of CoLES."""

    def __init__(self, loss, encoder=None):
        super().__init__()
        encoder = encoder or RnnSeqEncoder(trx_encoder=_trx(), hidden_size=16, type="gru")
        self.frame = CoLESModule(seq_encoder=encoder, head=Head(use_norm_encoder=True), loss=loss)

    def forward(self, payload, lengths, labels):
        y_h, y = self.frame.shared_step(PaddedBatch(payload, lengths), labels)
        return self.frame._loss(y_h, y)


class _Masked(nn.Module):
    """A training step of masked transactions."""

    def __init__(self):
        super().__init__()
        trx = _trx(linear_projection_size=16, use_batch_norm=False)
        encoder = TransformerEncoder(16, n_heads=2, dim_hidden=32, n_layers=1, use_start_random_shift=False)
        self.frame = MLMPretrainModule(trx, encoder, total_steps=10, neg_count=2, replace_proba=0.3)

    def forward(self, payload, lengths):
        z = self.frame.trx_encoder(PaddedBatch(payload, lengths))
        return self.frame.loss_mlm(z, is_train_step=True).mean()


class _Generative(nn.Module):
    """A training step of the language model of transactions."""

    def __init__(self):
        super().__init__()
        trx = TrxEncoder(
            embeddings={"mcc": {"in": 30, "out": 8}, "trx_type": {"in": 10, "out": 8}},
            numeric_values={},
            use_batch_norm=False,
        )
        encoder = GptEncoder(n_embd=16, n_layer=1, n_head=2, n_inner=32, n_positions=32, use_start_random_shift=False)
        self.frame = GptPretrainModule(trx, encoder, head_hidden_size=16, total_steps=10, seed_seq_len=4)

    def forward(self, payload, lengths):
        batch = PaddedBatch(payload, lengths)
        out = self.frame.forward(batch)
        return self.frame.loss_gpt(out.payload if isinstance(out, PaddedBatch) else out, batch.payload, True)


class _Sequence(nn.Module):
    """A sequence encoder of the package on vectors of transactions."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, x, lengths):
        out = self.encoder(PaddedBatch(x, lengths))
        return out.payload if isinstance(out, PaddedBatch) else out


def _supervised():
    encoder = TransformerSeqEncoder(
        trx_encoder=_trx(use_batch_norm_with_lens=True, use_batch_norm=False, linear_projection_size=16),
        n_heads=2,
        dim_hidden=32,
        n_layers=1,
    )
    head = Head(input_size=16, hidden_layers_sizes=[16], drop_probs=[0.1], objective="classification", num_classes=3)
    return SequenceToTarget(encoder, head, nn.NLLLoss())


def _aggregates():
    return AggFeatureSeqEncoder(
        embeddings={"mcc": {"in": 30, "out": 8}, "trx_type": {"in": 10, "out": 4}},
        numeric_values={"amount": "identity"},
        was_logified=False,
        is_used_min=True,
        is_used_max=True,
    )


def _labels():
    return torch.arange(BATCH // 2).repeat_interleave(2)


MODELS = {
    "CoLES": lambda: (
        _Contrastive(ContrastiveLoss(0.5, HardNegativePairSelector(neg_count=2))),
        (*_payload(), _labels()),
    ),
    "Recurrent": lambda: (
        _Batched(RnnSeqEncoder(trx_encoder=_trx(), hidden_size=16, type="lstm", is_reduce_sequence=True)),
        _payload(),
    ),
    "Supervised": lambda: (_Batched(_supervised()), _payload()),
    "Masked": lambda: (_Masked(), _payload()),
    "Generative": lambda: (_Generative(), _payload()),
    "Aggregates": lambda: (_Batched(_aggregates()), _payload()),
    "Longformer": lambda: (
        _Sequence(LongformerEncoder(16, num_attention_heads=2, attention_window=8, is_reduce_sequence=True)),
        (torch.randn(BATCH, LENGTH, 16), torch.tensor([12, 10, 12, 7, 9, 11])),
    ),
    "Custom": lambda: (
        _Sequence(Encoder(16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2, self_attn_mode="flow")),
        (torch.randn(BATCH, LENGTH, 16), torch.tensor([12, 10, 12, 7, 9, 11])),
    ),
    "Vicreg": lambda: (
        VicregLoss(sim_coeff=10.0, std_coeff=10.0, cov_coeff=5.0),
        (torch.randn(8, 16), torch.arange(4).repeat_interleave(2)),
    ),
    "Softmax": lambda: (_Contrastive(SoftmaxLoss()), (*_payload(), _labels())),
    "Centroids": lambda: (_Contrastive(CentroidSoftmaxLoss(class_num=3)), (*_payload(), _labels())),
}

__getattr__ = factories(MODELS)
