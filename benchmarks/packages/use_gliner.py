import torch
from gliner import config as configs
from gliner.modeling import base, layers, scorers, span_rep
from gliner.modeling.multitask import relations_layers, triples_layers
from seeded import factories
from torch import nn

WIDTH = 32
LENGTH = 6
SPAN = 3
CLASS = 40
SEP = 41


def _bert():
    return {
        "model_type": "bert",
        "vocab_size": 50,
        "hidden_size": WIDTH,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }


def _config(kind, **kwargs):
    return kind(
        model_name="none",
        encoder_config=_bert(),
        hidden_size=WIDTH,
        max_width=SPAN,
        class_token_index=CLASS,
        vocab_size=50,
        dropout=0.1,
        **kwargs,
    )


def _spans():
    """All spans of up to three words, and which of them are inside of the text."""
    starts = torch.arange(LENGTH).repeat_interleave(SPAN)
    ends = starts + torch.arange(SPAN).repeat(LENGTH)
    spans = torch.stack([starts, ends], dim=1)
    inside = ends < LENGTH
    return (spans * inside[:, None])[None].repeat(2, 1, 1), inside[None].repeat(2, 1)


def _prompt():
    """Two class tokens with a word each, a separator, and the words of the text."""
    ids = torch.cat([torch.tensor([CLASS, 3, CLASS, 4, SEP]), torch.randint(5, 39, (LENGTH,))])[None].repeat(2, 1)
    words = torch.cat([torch.zeros(5, dtype=torch.long), torch.arange(1, LENGTH + 1)])[None].repeat(2, 1)
    spans, inside = _spans()
    return {
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "words_mask": words,
        "text_lengths": torch.full((2, 1), LENGTH),
        "span_idx": spans,
        "span_mask": inside,
    }


def _labelled():
    return {**_prompt(), "labels": (torch.rand(2, LENGTH * SPAN, 2) < 0.2).float()}


def _token():
    kwargs = _prompt()
    return {key: kwargs[key] for key in ("input_ids", "attention_mask", "words_mask", "text_lengths")}


def _bi():
    return {
        **_prompt(),
        "labels_input_ids": torch.randint(1, 49, (3, 4)),
        "labels_attention_mask": torch.ones(3, 4, dtype=torch.long),
    }


def _words():
    return torch.randn(2, LENGTH, WIDTH)


def _in_text():
    return _words(), _spans()[0]


class _Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = layers.LstmSeq2SeqEncoder(_config(configs.UniEncoderSpanConfig))

    def forward(self, words, mask):
        return self.rnn(words, mask)


def _mask():
    return torch.tensor([[1] * LENGTH, [1] * (LENGTH - 2) + [0, 0]])


MODELS = {
    "SpanModel": lambda: (
        base.UniEncoderSpanModel(_config(configs.UniEncoderSpanConfig, span_mode="markerV0")),
        (),
        _prompt(),
    ),
    "SpanModelLoss": lambda: (
        base.UniEncoderSpanModel(_config(configs.UniEncoderSpanConfig, span_mode="markerV0", num_rnn_layers=1)),
        (),
        _labelled(),
    ),
    "TokenModel": lambda: (
        base.UniEncoderTokenModel(_config(configs.UniEncoderTokenConfig, span_mode="token_level")),
        (),
        _token(),
    ),
    "BiEncoderModel": lambda: (
        base.BiEncoderSpanModel(
            _config(
                configs.BiEncoderSpanConfig,
                span_mode="markerV0",
                labels_encoder="none",
                labels_encoder_config=_bert(),
            )
        ),
        (),
        _bi(),
    ),
    "RecurrentWords": lambda: (_Recurrent(), (_words(), _mask())),
    "Fuser": lambda: (
        layers.CrossFuser(WIDTH, WIDTH, num_heads=2, schema="l2l-t2l-l2t"),
        (torch.randn(2, 3, WIDTH), _words(), torch.ones(2, 3), _mask()),
    ),
    "LayerWeights": lambda: (layers.LayersFuser(3, WIDTH), ([_words() for _ in range(4)],)),
    "Markers": lambda: (span_rep.SpanRepLayer(WIDTH, SPAN, "markerV0", dropout=0.1), _in_text()),
    "FirstMarkers": lambda: (span_rep.SpanRepLayer(WIDTH, SPAN, "markerV1", dropout=0.1), _in_text()),
    "Convolved": lambda: (span_rep.SpanRepLayer(WIDTH, SPAN, "conv_share"), _in_text()),
    "Queried": lambda: (span_rep.SpanRepLayer(WIDTH, SPAN, "query"), _in_text()),
    "TokenScores": lambda: (scorers.Scorer(WIDTH), (_words(), torch.randn(2, 3, WIDTH))),
    "RelationsGCN": lambda: (
        relations_layers.RelationsRepLayer(WIDTH, "gcn", hidden_dim=16),
        (_words(), _mask().float()),
    ),
    "TriplesComplex": lambda: (
        triples_layers.TriplesScoreLayer("ComplEx", dim=WIDTH),
        (torch.randn(4, WIDTH), torch.randn(4, WIDTH), torch.randn(4, WIDTH)),
    ),
}

__getattr__ = factories(MODELS)
