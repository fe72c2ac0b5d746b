"""Modules of sockeye: neural machine translation."""

import numpy as np
import torch
from seeded import factories
from sockeye import constants as C
from sockeye.beam_search import CandidateScorer, get_search_algorithm
from sockeye.data_io import DataConfig
from sockeye.encoder import EmbeddingConfig, FactorConfig
from sockeye.layers import KNN, LengthRatioConfig
from sockeye.loss import BinaryCrossEntropyBowLoss, CrossEntropyLoss, PoissonLoss
from sockeye.model import ModelConfig, SockeyeModel
from sockeye.scoring import BatchScorer
from sockeye.training import ModelWithLoss
from sockeye.transformer import TransformerConfig
from torch import nn

SOURCE, TARGET, SIZE, LENGTH = 24, 20, 16, 6


def _transformer(decoder=C.TRANSFORMER_TYPE, **options):
    return TransformerConfig(
        model_size=SIZE,
        attention_heads=2,
        feed_forward_num_hidden=32,
        act_type=options.pop("act_type", C.RELU),
        num_layers=2,
        dropout_attention=0.1,
        dropout_act=0.1,
        dropout_prepost=0.1,
        positional_embedding_type=options.pop("positions", C.FIXED_POSITIONAL_EMBEDDING),
        preprocess_sequence="n",
        postprocess_sequence="dr",
        max_seq_len_source=20,
        max_seq_len_target=20,
        decoder_type=decoder,
        depth_key_value=SIZE,
        **options,
    )


def _factors(vocabularies, combine=C.FACTORS_COMBINE_SUM):
    return [FactorConfig(size, SIZE, combine, False) for size in vocabularies] or None


def _model(sources=(), targets=(), ratio=True, selection=None, decoder=C.TRANSFORMER_TYPE, **options):
    config = ModelConfig(
        config_data=DataConfig(None, 20, 20, 1 + len(sources), 1 + len(targets)),
        vocab_source_size=SOURCE,
        vocab_target_size=TARGET,
        config_embed_source=EmbeddingConfig(SOURCE, SIZE, 0.1, _factors(sources)),
        config_embed_target=EmbeddingConfig(TARGET, SIZE, 0.1, _factors(targets)),
        config_encoder=_transformer(**options),
        config_decoder=_transformer(decoder, **options),
        config_length_task=LengthRatioConfig(2, 0.5) if ratio else None,
        weight_tying_type=C.WEIGHT_TYING_NONE,
        neural_vocab_selection=selection,
    )
    return SockeyeModel(config).eval()


def _sentences(size=2, vocabularies=(SOURCE,), length=LENGTH):
    words = [torch.randint(4, high, (size, length), dtype=torch.int32) for high in vocabularies]
    lengths = torch.tensor([length - row % 2 for row in range(size)])
    words = torch.stack(words, 2)
    return words.masked_fill((torch.arange(length)[None] >= lengths[:, None])[:, :, None], C.PAD_ID), lengths


def _pairs(sources=(), targets=()):
    source, source_length = _sentences(vocabularies=(SOURCE, *sources))
    target, target_length = _sentences(vocabularies=(TARGET, *targets))
    source_length = torch.stack([source_length, torch.zeros_like(source_length)], 1)
    return source, source_length, target, target_length


class _Search(nn.Module):
    """Translates; gives the words, the scores and the lengths."""

    def __init__(self, search):
        super().__init__()
        self.search = search

    def forward(self, source, source_length, max_lengths, prefix=None):
        result = self.search(source, source_length, None, max_lengths, prefix)
        return result.best_word_indices, result.accumulated_scores, result.lengths


class _Scoring(nn.Module):
    """The score of each pair of sentences."""

    def __init__(self, model, scorer):
        super().__init__()
        self.model = model
        self.scorer = scorer

    def forward(self, source, source_length, target, target_length, labels):
        outputs = self.model(source, source_length, target, target_length)
        ratio = outputs.get(C.LENRATIO_NAME, torch.zeros_like(source_length[:, 0]))
        factors = None
        if self.model.num_target_factors > 1:
            factors = [
                (outputs[C.FACTOR_LOGITS_NAME % factor], labels[:, :, factor])
                for factor in range(1, self.model.num_target_factors)
            ]
        logits = outputs[C.LOGITS_NAME]
        return self.scorer(logits, labels[:, :, 0], ratio, source_length[:, 0], target_length, factors)


class _Index:
    """Searches as an index of faiss does, by brute force."""

    def __init__(self, keys):
        self.keys = keys

    def search(self, data, k):
        distances = ((data[:, None] - self.keys[None]) ** 2).sum(-1)
        indices = np.argsort(distances, 1)[:, :k]
        return np.take_along_axis(distances, indices, 1), indices


def _forward(sources=(), targets=(), **options):
    return _model(sources, targets, **options), _pairs(sources, targets)


def _training(**options):
    model = _model(selection=C.NVS_TYPE_LOGIT_MAX, **options)
    losses = [
        CrossEntropyLoss(label_smoothing=0.1),
        PoissonLoss(weight=0.5),
        BinaryCrossEntropyBowLoss(num_labels=TARGET),
    ]
    pairs = _pairs()
    labels = {C.TARGET_LABEL_NAME: pairs[2][:, :, 0], C.LENRATIO_LABEL_NAME: torch.rand(2) + 0.5}
    return ModelWithLoss(model, losses), (*pairs, labels)


def _search(models=1, beam=3, size=2, prefix=None, selection=None, targets=(), **options):
    models = [_model(targets=targets, ratio=not options.get("greedy"), selection=selection) for _ in range(models)]
    constant = -1.0 if options.get("greedy") else 0.0
    scorer = CandidateScorer(1.0, 0.0, 0.0 if options.get("greedy") else 0.2)
    search = get_search_algorithm(
        models, beam, torch.device("cpu"), True, scorer, constant_length_ratio=constant, nvs_thresh=0.5, **options
    )
    source, lengths = _sentences(size)
    lengths = torch.stack([lengths, torch.zeros_like(lengths)], 1)
    inputs = (source, lengths, torch.full((size,), 5, dtype=torch.int32))
    return _Search(search), inputs if prefix is None else (*inputs, torch.randint(4, TARGET, (size, prefix)))


def _scoring(targets=()):
    scorer = CandidateScorer(1.0, 0.0, 0.5)
    scoring = BatchScorer(scorer, C.SCORING_TYPE_NEGLOGPROB)
    pairs = _pairs(targets=targets)
    return _Scoring(_model(targets=targets), scoring), (*pairs, pairs[2].long())


def _neighbors(raw=False):
    keys = np.random.default_rng(0).random((30, SIZE), dtype=np.float32)
    values = np.random.default_rng(1).integers(1, TARGET, (30, 1)).astype(np.int64)
    return KNN(_Index(keys), values, TARGET, 5, 10, keys if raw else None), (torch.rand(4, SIZE),)


MODELS = {
    "Factored": lambda: _forward((10, 8), (9,)),
    "Training": _training,
    "Beam": _search,
    "Greedy": lambda: _search(beam=1, size=1, greedy=True),
    "Sampling": lambda: _search(sample=5),
    "Ensemble": lambda: _search(models=2),
    "Scoring": lambda: _scoring((9,)),
    "Neighbors": _neighbors,
    "Selection": lambda: _search(selection=C.NVS_TYPE_EOS),
    "Prefix": lambda: _search(prefix=2),
    "Recurrent": lambda: _forward(decoder=C.SSRU_TRANSFORMER, act_type=C.SWISH1, use_glu=True),
}
__getattr__ = factories(MODELS)
