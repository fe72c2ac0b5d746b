import torch
from onmt.decoders.cnn_decoder import CNNDecoder
from onmt.decoders.decoder import InputFeedRNNDecoder
from onmt.decoders.ensemble import EnsembleModel
from onmt.decoders.transformer import TransformerDecoder, TransformerLMDecoder
from onmt.encoders.cnn_encoder import CNNEncoder
from onmt.encoders.rnn_encoder import RNNEncoder
from onmt.encoders.transformer import TransformerEncoder
from onmt.models.model import LanguageModel, NMTModel
from onmt.modules import CopyGenerator, CopyGeneratorLoss, Embeddings
from onmt.modules.average_attn import AverageAttention
from onmt.modules.lora import replace_lora_linear
from onmt.modules.position_ffn import ActivationFunction
from onmt.modules.sparse_losses import SparsemaxLoss
from onmt.utils.loss import LossCompute
from seeded import factories
from torch import nn

VOCAB, DIM, PAD = 60, 32, 1


def _embeddings(position=True, **kwargs):
    return Embeddings(DIM, VOCAB, PAD, position_encoding=position, dropout=0.1, **kwargs)


def _transformer_encoder(position=True, relative=0, **kwargs):
    return TransformerEncoder(2, DIM, 4, 64, 0.1, 0.1, _embeddings(position), relative, 0, **kwargs)


def _transformer_decoder(position=True, relative=0, attention="scaled-dot", copy=False, **kwargs):
    return TransformerDecoder(
        2, DIM, 4, 64, copy, attention, 0.1, 0.1, _embeddings(position), relative, 0, False, False, None, 0,
        **kwargs,
    )  # fmt: skip


def _rnn_encoder(kind="LSTM", **kwargs):
    return RNNEncoder(kind, True, 2, DIM, 0.1, _embeddings(False), **kwargs)


class _Translation(nn.Module):
    """A model with its generator, as in training."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.generator = nn.Linear(DIM, VOCAB)

    def forward(self, src, tgt, src_len):
        output, _attns = self.model(src, tgt, src_len)
        return self.generator(output).log_softmax(-1)


class _Training(nn.Module):
    """A training step: the model and its loss with the statistics."""

    def __init__(self):
        super().__init__()
        self.model = NMTModel(_transformer_encoder(), _transformer_decoder())
        generator = nn.Linear(DIM, VOCAB)
        criterion = nn.CrossEntropyLoss(ignore_index=PAD, reduction="sum", label_smoothing=0.1)
        self.loss = LossCompute(criterion, generator, vocab={"<blank>": PAD, "<unk>": 0})

    def forward(self, src, tgt, src_len):
        output, attns = self.model(src, tgt, src_len)
        loss, _ = self.loss({"src": src, "tgt": tgt, "srclen": src_len}, output, attns)
        return loss


class _Copying(nn.Module):
    """A recurrent model which copies words of the source, with its loss."""

    def __init__(self):
        super().__init__()
        decoder = InputFeedRNNDecoder(
            "LSTM", True, 2, DIM, copy_attn=True, dropout=0.1, embeddings=_embeddings(False), reuse_copy_attn=True
        )
        self.model = NMTModel(_rnn_encoder(), decoder)
        self.generator = CopyGenerator(DIM, VOCAB, PAD)
        self.loss = CopyGeneratorLoss(VOCAB, False, unk_index=0, ignore_index=PAD)

    def forward(self, src, tgt, src_len, src_map, align):
        output, attns = self.model(src, tgt, src_len)
        scores = self.generator(output.reshape(-1, DIM), attns["copy"].reshape(-1, src.shape[1]), src_map)
        return self.loss(scores, align.reshape(-1), tgt[:, 1:, 0].reshape(-1)).sum()


class _Language(nn.Module):
    """A language model in the manner of LLaMA."""

    def __init__(self):
        super().__init__()
        decoder = TransformerLMDecoder(
            2, DIM, 4, 64, False, "scaled-dot", 0.0, 0.0, _embeddings(False), -1, 0, False,
            pos_ffn_activation_fn=ActivationFunction.silu, add_ffnbias=False, layer_norm="rms", num_kv=2,
        )  # fmt: skip
        self.model = LanguageModel(None, decoder)
        self.generator = nn.Linear(DIM, VOCAB, bias=False)

    def forward(self, tokens, lengths):
        output, _ = self.model(tokens, None, lengths)
        return self.generator(output)


class _Sparse(nn.Module):
    """An output layer with sparsemax."""

    def __init__(self):
        super().__init__()
        self.generator = nn.Linear(DIM, VOCAB)
        self.loss = SparsemaxLoss(ignore_index=PAD, reduction="sum")

    def forward(self, hidden, target):
        return self.loss(self.generator(hidden), target)


def _lora():
    model = NMTModel(_transformer_encoder(), _transformer_decoder())
    for name in ("linear_query", "linear_values"):
        model = replace_lora_linear(model, r=4, lora_alpha=8, lora_dropout=0.05, layer=name)
    return model


def _pair(src=9, tgt=7):
    return (
        torch.randint(4, VOCAB, (3, src, 1)),
        torch.randint(4, VOCAB, (3, tgt, 1)),
        torch.tensor([src, src - 2, src - 3]),
    )


def _copy_inputs():
    src, tgt, lengths = _pair()
    return (
        src,
        tgt,
        lengths,
        torch.nn.functional.one_hot(torch.randint(12, (3, 9)), 12).float(),
        torch.randint(12, (3, 6)),
    )


MODELS = {
    "Transformer": lambda: (_Translation(NMTModel(_transformer_encoder(), _transformer_decoder())), _pair()),
    "InputFeed": lambda: (
        _Translation(
            NMTModel(
                _rnn_encoder(use_bridge=True),
                InputFeedRNNDecoder(
                    "LSTM",
                    True,
                    2,
                    DIM,
                    attn_type="mlp",
                    coverage_attn=True,
                    dropout=0.1,
                    embeddings=_embeddings(False),
                ),
            )
        ),
        _pair(),
    ),
    "Training": lambda: (_Training(), _pair()),
    "Language": lambda: (_Language(), (torch.randint(4, VOCAB, (2, 10, 1)), torch.tensor([10, 8]))),
    "Copying": lambda: (_Copying(), _copy_inputs()),
    "Convolutional": lambda: (
        _Translation(
            NMTModel(
                CNNEncoder(2, DIM, 3, 0.1, _embeddings(False)),
                CNNDecoder(2, DIM, "general", False, 3, 0.1, _embeddings(False), "general"),
            )
        ),
        _pair(9, 9),
    ),
    "Relative": lambda: (
        _Translation(
            NMTModel(
                _transformer_encoder(False, 4, parallel_residual=True),
                _transformer_decoder(False, 4),
            )
        ),
        _pair(),
    ),
    "LoRA": lambda: (_lora(), _pair()),
    "Sparse": lambda: (_Sparse(), (torch.randn(12, DIM), torch.randint(VOCAB, (12,)))),
    "Ensemble": lambda: (
        EnsembleModel(
            [
                _with_generator(NMTModel(_transformer_encoder(), _transformer_decoder())),
                _with_generator(NMTModel(_transformer_encoder(), _transformer_decoder())),
            ]
        ),
        _pair(),
    ),
    "Average": lambda: (AverageAttention(DIM, dropout=0.1, aan_useffn=True), (torch.randn(3, 7, DIM),)),
}


def _with_generator(model):
    model.generator = nn.Sequential(nn.Linear(DIM, VOCAB), nn.LogSoftmax(-1))
    return model


__getattr__ = factories(MODELS)
