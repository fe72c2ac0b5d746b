import torch
from allennlp_light.modules.attention import BilinearAttention
from allennlp_light.modules.bimpm_matching import BiMpmMatching
from allennlp_light.modules.conditional_random_field import ConditionalRandomField
from allennlp_light.modules.feedforward import FeedForward
from allennlp_light.modules.gated_sum import GatedSum
from allennlp_light.modules.highway import Highway
from allennlp_light.modules.input_variational_dropout import InputVariationalDropout
from allennlp_light.modules.matrix_attention import BilinearMatrixAttention, LinearMatrixAttention
from allennlp_light.modules.maxout import Maxout
from allennlp_light.modules.scalar_mix import ScalarMix
from allennlp_light.modules.seq2seq_encoders import (
    GatedCnnEncoder,
    LstmSeq2SeqEncoder,
    PytorchTransformer,
    StackedBidirectionalLstmSeq2SeqEncoder,
)
from allennlp_light.modules.seq2vec_encoders import (
    BagOfEmbeddingsEncoder,
    CnnEncoder,
    CnnHighwayEncoder,
    GruSeq2VecEncoder,
)
from allennlp_light.modules.span_extractors import EndpointSpanExtractor, SelfAttentiveSpanExtractor
from allennlp_light.modules.time_distributed import TimeDistributed
from allennlp_light.nn import Activation, util
from seeded import factories
from torch import nn

WORDS = 30


class _Classifier(nn.Module):
    """A classifier of text, as in the guide of AllenNLP: embeds tokens, encodes them and classifies."""

    def __init__(self, encoder, embedding=12, classes=3):
        super().__init__()
        self.embed = nn.Embedding(WORDS, embedding, padding_idx=0)
        self.encoder = encoder
        self.classify = nn.Linear(encoder.get_output_dim(), classes)

    def forward(self, text, label):
        tokens = text["tokens"]["tokens"]
        mask = util.get_text_field_mask(text)
        logits = self.classify(self.encoder(self.embed(tokens), mask))
        return {"probs": logits.softmax(-1), "loss": nn.functional.cross_entropy(logits, label)}


class _Tagger(nn.Module):
    """Tags tokens with a conditional random field."""

    def __init__(self, tags=4):
        super().__init__()
        self.embed = nn.Embedding(WORDS, 10)
        self.encoder = LstmSeq2SeqEncoder(10, 8, bidirectional=True)
        self.project = TimeDistributed(nn.Linear(16, tags))
        self.crf = ConditionalRandomField(tags, constraints=[(i, j) for i in range(tags + 2) for j in range(tags + 2)])

    def forward(self, tokens, tags):
        mask = tokens != 0
        logits = self.project(self.encoder(self.embed(tokens), mask))
        return -self.crf(logits, tags, mask), self.crf.viterbi_tags(logits, mask)


class _Reader(nn.Module):
    """Bidirectional attention flow: finds the span of a passage that answers a question."""

    def __init__(self, size=8):
        super().__init__()
        self.highway = TimeDistributed(Highway(size, 2))
        self.phrase = LstmSeq2SeqEncoder(size, size // 2, bidirectional=True)
        self.attention = LinearMatrixAttention(size, size, combination="x,y,x*y")
        self.model = LstmSeq2SeqEncoder(4 * size, size, bidirectional=True)
        self.start = nn.Linear(6 * size, 1)

    def forward(self, question, passage, question_mask, passage_mask):
        question = self.phrase(self.highway(question), question_mask)
        passage = self.phrase(self.highway(passage), passage_mask)
        similarity = self.attention(passage, question)
        vectors = util.weighted_sum(question, util.masked_softmax(similarity, question_mask))
        best = util.replace_masked_values(similarity, question_mask.unsqueeze(1), -1e7).max(-1)[0]
        summary = util.weighted_sum(passage, util.masked_softmax(best, passage_mask))
        summary = summary.unsqueeze(1).expand_as(passage)
        merged = torch.cat([passage, vectors, passage * vectors, passage * summary], -1)
        modeled = self.model(merged, passage_mask)
        start = self.start(torch.cat([merged, modeled], -1)).squeeze(-1)
        return util.masked_log_softmax(start, passage_mask)


class _Coreference(nn.Module):
    """Scores spans of a document, and keeps the best."""

    def __init__(self, size=8):
        super().__init__()
        self.endpoints = EndpointSpanExtractor(size, combination="x,y,x*y")
        self.attentive = SelfAttentiveSpanExtractor(size)
        width = self.endpoints.get_output_dim() + self.attentive.get_output_dim()
        self.score = FeedForward(width, 2, [16, 1], [Activation.by_name("relu")(), Activation.by_name("linear")()])

    def forward(self, text, mask, spans, span_mask):
        embedded = torch.cat(
            [self.endpoints(text, spans, mask, span_mask), self.attentive(text, spans, mask, span_mask)], -1
        )
        scores = self.score(embedded).squeeze(-1)
        top_scores, top_mask, top = util.masked_topk(scores, span_mask, 3)
        return util.batched_index_select(embedded, top), top_mask, top_scores


class _Matching(nn.Module):
    """Matches two sentences from several perspectives."""

    def __init__(self, size=6):
        super().__init__()
        self.encoder = LstmSeq2SeqEncoder(size, size, bidirectional=True)
        self.match = BiMpmMatching(size, num_perspectives=4, is_forward=True)
        self.gather = GruSeq2VecEncoder(self.match.get_output_dim(), 8)
        self.classify = FeedForward(16, 1, 2, Activation.by_name("tanh")())

    def forward(self, premise, hypothesis, premise_mask, hypothesis_mask):
        first = self.encoder(premise, premise_mask)[..., :6]
        second = self.encoder(hypothesis, hypothesis_mask)[..., :6]
        one, two = self.match(first, premise_mask, second, hypothesis_mask)
        vectors = [self.gather(torch.cat(x, -1), m) for x, m in ((one, premise_mask), (two, hypothesis_mask))]
        return self.classify(torch.cat(vectors, -1))


class _Parser(nn.Module):
    """A biaffine parser: the heads of the words of sentences and their labels."""

    def __init__(self, size=12, tags=5):
        super().__init__()
        self.dropout = InputVariationalDropout(0.3)
        self.encoder = StackedBidirectionalLstmSeq2SeqEncoder(size, 8, num_layers=2, recurrent_dropout_probability=0.1)
        self.child = FeedForward(16, 1, 10, Activation.by_name("elu")())
        self.head = FeedForward(16, 1, 10, Activation.by_name("elu")())
        self.arcs = BilinearMatrixAttention(10, 10, use_input_biases=True)
        self.tags = nn.Bilinear(10, 10, tags)

    def forward(self, words, mask):
        encoded = self.encoder(self.dropout(words), mask)
        child, head = self.child(encoded), self.head(encoded)
        scores = self.arcs(head, child)
        scores = scores.masked_fill(~mask.unsqueeze(1), util.min_value_of_dtype(scores.dtype))
        heads = scores.argmax(-1)
        return scores, heads, self.tags(util.batched_index_select(head, heads), child)


class _Mixed(nn.Module):
    """Mixes the layers of a language model, and pools them by attention."""

    def __init__(self, size=8):
        super().__init__()
        self.layers = GatedCnnEncoder(size, [[[3, size]], [[3, size], [3, size]]], return_all_layers=True)
        self.mix = ScalarMix(2, do_layer_norm=True)
        self.attention = BilinearAttention(size, 2 * size)
        self.query = nn.Parameter(torch.randn(1, size))

    def forward(self, embeddings, mask):
        layers = self.layers(embeddings, mask)
        mixed = self.mix(layers, mask)
        weights = self.attention(self.query.expand(len(mixed), -1), mixed, mask)
        return util.weighted_sum(mixed, weights)


class _Biattentive(nn.Module):
    """Classifies the gated sum of two views of a text by maxout layers."""

    def __init__(self, size=10):
        super().__init__()
        self.bag = BagOfEmbeddingsEncoder(size, averaged=True)
        self.gru = GruSeq2VecEncoder(size, size // 2, num_layers=2, bidirectional=True)
        self.gate = GatedSum(size)
        self.classify = Maxout(size, num_layers=2, output_dims=[8, 3], pool_sizes=2, dropout=0.1)

    def forward(self, tokens, mask):
        return self.classify(self.gate(self.bag(tokens, mask), self.gru(tokens, mask)))


class _Generator(nn.Module):
    """The loss of a transformer that predicts the next words."""

    def __init__(self, size=16):
        super().__init__()
        self.embed = nn.Embedding(WORDS, size)
        self.encoder = PytorchTransformer(size, 2, 32, 4, positional_encoding="sinusoidal")
        self.project = nn.Linear(size, WORDS)

    def forward(self, tokens):
        mask = tokens != 0
        logits = self.project(self.encoder(self.embed(tokens), mask))
        return util.sequence_cross_entropy_with_logits(
            logits[:, :-1].contiguous(),
            tokens[:, 1:].contiguous(),
            mask[:, 1:].contiguous(),
            average="token",
            label_smoothing=0.1,
        )


class _Characters(nn.Module):
    """Encodes words by their characters."""

    def __init__(self):
        super().__init__()
        self.embed = TimeDistributed(nn.Embedding(WORDS, 6))
        self.encoder = TimeDistributed(
            CnnHighwayEncoder(6, [[2, 8], [3, 8]], num_highway=1, projection_dim=10, do_layer_norm=True)
        )

    def forward(self, characters):
        return self.encoder(self.embed(characters), characters != 0)


def _tokens(*shape):
    tokens = torch.randint(1, WORDS, shape)
    tokens[-1, -2:] = 0
    return tokens


def _mask(*shape):
    mask = torch.ones(shape, dtype=torch.bool)
    mask[-1, -2:] = False
    return mask


def _spans(batch, length, count):
    start = torch.randint(0, length - 3, (batch, count))
    return torch.stack([start, start + torch.randint(0, 3, (batch, count))], -1)


def _text(*shape):
    return {"tokens": {"tokens": _tokens(*shape)}}


MODELS = {
    "TextClassifier": lambda: (
        _Classifier(CnnEncoder(12, 6, (2, 3), output_dim=10)),
        (_text(3, 8), torch.tensor([0, 2, 1])),
    ),
    "Tagger": lambda: (_Tagger(), (_tokens(3, 7), torch.randint(4, (3, 7)))),
    "Reader": lambda: (_Reader(), (torch.randn(2, 5, 8), torch.randn(2, 9, 8), _mask(2, 5), _mask(2, 9))),
    "Coreference": lambda: (_Coreference(), (torch.randn(2, 10, 8), _mask(2, 10), _spans(2, 8, 6), _mask(2, 6))),
    "Matching": lambda: (_Matching(), (torch.randn(2, 6, 6), torch.randn(2, 5, 6), _mask(2, 6), _mask(2, 5))),
    "Parser": lambda: (_Parser(), (torch.randn(2, 7, 12), _mask(2, 7))),
    "Mixed": lambda: (_Mixed(), (torch.randn(2, 8, 8), _mask(2, 8))),
    "Biattentive": lambda: (_Biattentive(), (torch.randn(3, 6, 10), _mask(3, 6))),
    "Generator": lambda: (_Generator(), (_tokens(2, 9),)),
    "Characters": lambda: (_Characters(), (torch.randint(0, WORDS, (2, 4, 6)),)),
    "Recurrent": lambda: (
        _Classifier(GruSeq2VecEncoder(12, 8, bidirectional=True)),
        (_text(3, 7), torch.tensor([1, 0, 2])),
    ),
}

__getattr__ = factories(MODELS)
