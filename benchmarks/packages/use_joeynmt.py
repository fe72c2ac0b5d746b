from types import SimpleNamespace

import torch
from joeynmt.attention import BahdanauAttention, LuongAttention
from joeynmt.loss import XentLoss
from joeynmt.model import build_model
from joeynmt.search import beam_search, greedy
from joeynmt.transformer_layers import MultiHeadedAttention, TransformerDecoderLayer, TransformerEncoderLayer
from joeynmt.vocabulary import Vocabulary
from seeded import factories
from torch import nn


def _vocabulary(size=30):
    special = SimpleNamespace(
        unk_token="<unk>",
        pad_token="<pad>",
        bos_token="<s>",
        eos_token="</s>",
        sep_token=None,
        unk_id=0,
        pad_id=1,
        bos_id=2,
        eos_id=3,
        lang_tags=[],
    )
    return Vocabulary([f"w{i}" for i in range(size)], special)


def _transformer(layer_norm="pre", tied=True, activation="relu"):
    part = {
        "type": "transformer",
        "embeddings": {"embedding_dim": 16, "scale": True},
        "hidden_size": 16,
        "ff_size": 32,
        "num_layers": 2,
        "num_heads": 2,
        "layer_norm": layer_norm,
        "activation": activation,
    }
    vocab = _vocabulary()
    cfg = {"encoder": dict(part), "decoder": dict(part), "tied_embeddings": tied, "tied_softmax": tied}
    return _ready(build_model(cfg, src_vocab=vocab, trg_vocab=vocab))


def _recurrent(rnn="gru", attention="bahdanau", init_hidden="bridge", input_feeding=True):
    vocab = _vocabulary()
    encoder = {
        "type": "recurrent",
        "rnn_type": rnn,
        "embeddings": {"embedding_dim": 16},
        "hidden_size": 16,
        "num_layers": 1,
        "bidirectional": True,
    }
    decoder = {
        "type": "recurrent",
        "rnn_type": rnn,
        "embeddings": {"embedding_dim": 16},
        "hidden_size": 16,
        "num_layers": 1,
        "attention": attention,
        "init_hidden": init_hidden,
        "input_feeding": input_feeding,
    }
    return _ready(build_model({"encoder": encoder, "decoder": decoder}, src_vocab=vocab, trg_vocab=vocab))


def _ready(model):
    model.loss_function = ("crossentropy", 0.1)
    return model


def _batch(batch=2, src_len=7, trg_len=6):
    """A source batch sorted by length, and its target."""
    src = torch.randint(4, 34, (batch, src_len))
    src_length = torch.tensor([src_len, src_len - 2])
    src[1, -2:] = 1
    trg = torch.randint(4, 34, (batch, trg_len))
    trg[:, 0] = 2
    trg[1, -1:] = 1
    return src, src_length, trg


class _Train(nn.Module):
    """The loss of a batch, as the trainer asks for it."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, src, src_length, trg):
        trg_input, trg = trg[:, :-1], trg[:, 1:]
        return self.model(
            return_type="loss",
            src=src,
            trg_input=trg_input,
            trg=trg,
            src_mask=(src != 1).unsqueeze(1),
            src_length=src_length,
            trg_mask=(trg_input != 1).unsqueeze(1),
        )


class _Search(nn.Module):
    def __init__(self, model, beam=0, **settings):
        super().__init__()
        self.model, self.beam, self.settings = model, beam, settings

    def forward(self, src, src_length):
        mask = (src != 1).unsqueeze(1)
        output, hidden, _, _ = self.model(return_type="encode", src=src, src_length=src_length, src_mask=mask)
        if not self.beam:
            found = greedy(mask, 6, self.model, output, hidden, encoder_input=src, **self.settings)
        else:
            found = beam_search(
                self.model, self.beam, output, hidden, mask, 6, alpha=1.0, encoder_input=src, **self.settings
            )
        return tuple(torch.as_tensor(part) for part in found if part is not None)


class _Loss(nn.Module):
    def __init__(self, smoothing):
        super().__init__()
        self.loss = XentLoss(pad_index=1, smoothing=smoothing)

    def forward(self, logits, trg):
        return self.loss(logits.log_softmax(-1), trg=trg)


class _Attend(nn.Module):
    def __init__(self, attention):
        super().__init__()
        self.attention = attention

    def forward(self, query, values, mask):
        self.attention.compute_proj_keys(values)
        if isinstance(self.attention, BahdanauAttention):
            self.attention.compute_proj_query(query)
        return self.attention(query=query, mask=mask, values=values)


def _memory(batch=2, length=5):
    mask = torch.ones(batch, 1, length, dtype=torch.bool)
    mask[1, :, -1] = False
    return torch.randn(batch, 1, 16), torch.randn(batch, length, 16), mask


def _causal(length=6):
    return torch.ones(2, 1, length, dtype=torch.bool)


MODELS = {
    "TrainTransformer": lambda: (_Train(_transformer()), _batch()),
    "GreedyTransformer": lambda: (_Search(_transformer()), _batch()[:2]),
    "TrainRecurrent": lambda: (_Train(_recurrent()), _batch()),
    "BeamTransformer": lambda: (_Search(_transformer(), beam=3), _batch()[:2]),
    "GreedyRecurrent": lambda: (_Search(_recurrent()), _batch()[:2]),
    "TrainTransformerPost": lambda: (_Train(_transformer("post", tied=False, activation="gelu")), _batch()),
    "BeamRecurrent": lambda: (_Search(_recurrent("lstm", "luong"), beam=3), _batch()[:2]),
    "LossSmoothed": lambda: (_Loss(0.1), (torch.randn(2, 6, 34), torch.randint(1, 34, (2, 6)))),
    "TrainRecurrentLuong": lambda: (_Train(_recurrent("lstm", "luong", "last", input_feeding=False)), _batch()),
    "GreedyNoRepeat": lambda: (
        _Search(_transformer(), no_repeat_ngram_size=2, repetition_penalty=1.2, generate_unk=False, return_prob="hyp"),
        _batch()[:2],
    ),
    "BeamBest": lambda: (
        _Search(_transformer(), beam=4, n_best=2, return_prob="hyp", min_output_length=3, repetition_penalty=1.5),
        _batch()[:2],
    ),
    "LossPlain": lambda: (_Loss(0.0), (torch.randn(2, 6, 34), torch.randint(1, 34, (2, 6)))),
    "AttendBahdanau": lambda: (_Attend(BahdanauAttention(16, 16, 16)), _memory()),
    "AttendLuong": lambda: (_Attend(LuongAttention(16, 16)), _memory()),
    "SelfAttention": lambda: (
        MultiHeadedAttention(2, 16),
        (*[torch.randn(2, 6, 16)] * 3, torch.rand(2, 1, 6) < 0.8, True),
    ),
    "EncoderLayer": lambda: (
        TransformerEncoderLayer(size=16, ff_size=32, num_heads=2, layer_norm="pre"),
        (torch.randn(2, 6, 16), _causal()),
    ),
    "DecoderLayer": lambda: (
        TransformerDecoderLayer(size=16, ff_size=32, num_heads=2, layer_norm="post", activation="swish"),
        (torch.randn(2, 6, 16), torch.randn(2, 5, 16), _causal(5), torch.ones(2, 6, 6, dtype=torch.bool).tril(), True),
    ),
}

__getattr__ = factories(MODELS)
