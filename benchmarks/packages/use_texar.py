"""Modules of texar-pytorch: generation of text."""

import numpy as np
import torch
from seeded import factories
from torch import nn

np.float_ = np.float64  # the package is older than NumPy 2

from texar.torch.modules import (  # noqa: E402
    AttentionRNNDecoder,
    BasicRNNDecoder,
    BERTClassifier,
    BidirectionalRNNEncoder,
    Conv1DClassifier,
    GPT2Decoder,
    GumbelSoftmaxEmbeddingHelper,
    MLPTransformConnector,
    T5EncoderDecoder,
    TopKSampleEmbeddingHelper,
    TransformerDecoder,
    TransformerEncoder,
    UnidirectionalRNNEncoder,
    WordEmbedder,
    XLNetClassifier,
)

VOCABULARY = 50


class _Translator(nn.Module):
    """A transformer that reads a sentence and writes another."""

    def __init__(self, **options):
        super().__init__()
        self.embedder = WordEmbedder(vocab_size=VOCABULARY, hparams={"dim": 32})
        self.encoder = TransformerEncoder(hparams=_blocks())
        self.decoder = TransformerDecoder(token_embedder=self.embedder, vocab_size=VOCABULARY, hparams=_blocks())
        self.options = options

    def forward(self, source, lengths, target=None):
        memory = self.encoder(self.embedder(source), lengths)
        if target is not None:
            return self.decoder(
                memory=memory, memory_sequence_length=lengths, inputs=target, decoding_strategy="train_greedy"
            )
        start = torch.ones(source.size(0), dtype=torch.long)
        return self.decoder(
            memory=memory,
            memory_sequence_length=lengths,
            start_tokens=start,
            end_token=2,
            max_decoding_length=5,
            **self.options,
        )


class _Attentive(nn.Module):
    """An RNN that attends to what another reads."""

    def __init__(self, **options):
        super().__init__()
        self.embedder = WordEmbedder(vocab_size=VOCABULARY, hparams={"dim": 32})
        self.encoder = BidirectionalRNNEncoder(input_size=32, hparams={"rnn_cell_fw": _cell(16)})
        self.decoder = AttentionRNNDecoder(
            input_size=32,
            encoder_output_size=32,
            vocab_size=VOCABULARY,
            token_embedder=self.embedder,
            hparams={"rnn_cell": _cell(32), "attention": {"kwargs": {"num_units": 32}, "attention_layer_size": 16}},
        )
        self.options = options

    def forward(self, source, lengths, target=None):
        outputs, _ = self.encoder(self.embedder(source), lengths)
        memory = torch.cat(outputs, dim=2)
        if target is not None:
            helper = self.decoder.create_helper(decoding_strategy="train_greedy")
            inputs = {"inputs": target, "sequence_length": torch.full((target.size(0),), target.size(1))}
        else:
            start = torch.ones(source.size(0), dtype=torch.long)
            helper = self.decoder.create_helper(decoding_strategy="infer_greedy", start_tokens=start, end_token=2)
            inputs = {"max_decoding_length": 5}
        outputs, _, sizes = self.decoder(memory=memory, memory_sequence_length=lengths, helper=helper, **inputs)
        return outputs.logits, outputs.sample_id, sizes


class _Latent(nn.Module):
    """A sentence written from a latent variable."""

    def __init__(self):
        super().__init__()
        self.embedder = WordEmbedder(vocab_size=VOCABULARY, hparams={"dim": 32})
        self.decoder = BasicRNNDecoder(
            input_size=32,
            vocab_size=VOCABULARY,
            token_embedder=lambda tokens: (
                self.embedder(soft_ids=tokens) if tokens.is_floating_point() else self.embedder(tokens)
            ),
            hparams={"rnn_cell": _cell(16)},
        )
        self.reader = UnidirectionalRNNEncoder(input_size=32, hparams={"rnn_cell": _cell(16)})
        self.mean = nn.Linear(16, 8)
        self.connector = MLPTransformConnector((16, 16), linear_layer_dim=8)

    def forward(self, source, lengths):
        _, (state, _) = self.reader(self.embedder(source), lengths)
        mean = self.mean(state)
        state = self.connector(mean + torch.randn_like(mean))
        helper = GumbelSoftmaxEmbeddingHelper(torch.ones(mean.size(0), dtype=torch.long), 2, tau=0.5)
        outputs, _, sizes = self.decoder(helper=helper, initial_state=state, max_decoding_length=5)
        return outputs.logits, sizes


class _Sampled(nn.Module):
    """What GPT-2 writes after a prompt."""

    def __init__(self, decoder):
        super().__init__()
        self.decoder = decoder

    def forward(self, prompt, lengths):
        helper = TopKSampleEmbeddingHelper(prompt[:, 0], 2, top_k=5, softmax_temperature=0.7)
        outputs, sizes = self.decoder(
            context=prompt, context_sequence_length=lengths, max_decoding_length=8, helper=helper
        )
        return outputs.logits, outputs.sample_id, sizes


def _cell(size, kind="LSTMCell"):
    return {"type": kind, "kwargs": {"num_units": size}}


def _attention(size=32):
    return {"num_units": size, "num_heads": 4, "output_dim": size, "dropout_rate": 0.1}


def _poswise(size=32):
    layers = [
        {"type": "Linear", "kwargs": {"in_features": size, "out_features": 2 * size, "bias": True}},
        {"type": "BertGELU"},
        {"type": "Linear", "kwargs": {"in_features": 2 * size, "out_features": size, "bias": True}},
    ]
    return {"layers": layers}


def _blocks(size=32):
    return {
        "dim": size,
        "num_blocks": 2,
        "multihead_attention": _attention(size),
        "poswise_feedforward": _poswise(size),
    }


def _source():
    return torch.randint(3, VOCABULARY, (2, 7)), torch.tensor([7, 5])


def _bert():
    options = {
        "pretrained_model_name": None,
        "num_classes": 3,
        "embed": {"dim": 32},
        "vocab_size": VOCABULARY,
        "segment_embed": {"dim": 32},
        "position_embed": {"dim": 32},
        "position_size": 16,
        "encoder": _blocks(),
        "hidden_size": 32,
    }
    segments = torch.tensor([[0, 0, 0, 1, 1, 1, 1]] * 2)
    return BERTClassifier(hparams=options), (*_source(), segments)


def _gpt():
    options = {
        "pretrained_model_name": None,
        "vocab_size": VOCABULARY,
        "context_size": 16,
        "embedding_size": 32,
        "embed": {"dim": 32},
        "position_size": 16,
        "position_embed": {"dim": 32},
        "decoder": _blocks(),
    }
    prompt = torch.randint(3, VOCABULARY, (2, 4))
    return _Sampled(GPT2Decoder(hparams=options)), (prompt, torch.tensor([4, 3]))


def _xlnet():
    options = {
        "pretrained_model_name": None,
        "num_classes": 3,
        "head_dim": 8,
        "ffn_inner_dim": 64,
        "hidden_dim": 32,
        "num_heads": 4,
        "num_layers": 2,
        "vocab_size": VOCABULARY,
        "max_seq_length": 16,
    }
    tokens, _ = _source()
    mask = torch.zeros(2, 7)
    mask[1, :2] = 1.0
    return XLNetClassifier(hparams=options), (tokens, torch.zeros(2, 7, dtype=torch.long), mask)


def _t5():
    attention = {**_attention(), "use_bias": False, "is_decoder": False, "relative_attention_num_buckets": 8}
    encoder = {**_blocks(), "multihead_attention": attention}
    decoder = {**_blocks(), "multihead_attention": {**attention, "is_decoder": True}}
    options = {"pretrained_model_name": None, "vocab_size": VOCABULARY, "hidden_size": 32, "embed": {"dim": 32}}
    return T5EncoderDecoder(hparams={**options, "encoder": encoder, "decoder": decoder}), _source()


def _convolved():
    options = {
        "num_classes": 3,
        "out_channels": 8,
        "kernel_size": [3, 4, 5],
        "num_dense_layers": 1,
        "out_features": 16,
        "logit_layer_kwargs": {"in_features": 16},
    }
    options["data_format"] = "channels_last"
    return Conv1DClassifier(in_channels=32, in_features=9, hparams=options), (
        torch.randn(2, 9, 32),
        torch.tensor([9, 6]),
    )


MODELS = {
    "Bert": _bert,
    "Translation": lambda: (_Translator(), (*_source(), torch.randint(3, VOCABULARY, (2, 6)))),
    "Beams": lambda: (_Translator(beam_width=3), _source()),
    "Attentive": lambda: (_Attentive(), (*_source(), torch.randint(3, VOCABULARY, (2, 6)))),
    "Prompted": _gpt,
    "Permuted": _xlnet,
    "T5": _t5,
    "Greedy": lambda: (_Translator(decoding_strategy="infer_greedy"), _source()),
    "AttentiveGreedy": lambda: (_Attentive(), _source()),
    "Latent": lambda: (_Latent(), _source()),
    "Convolved": _convolved,
}
__getattr__ = factories(MODELS)
