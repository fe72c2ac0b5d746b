import itertools

import torch
from flair.data import DataPair, Dictionary, Relation, Sentence
from flair.embeddings import (
    CharacterEmbeddings,
    DocumentCNNEmbeddings,
    DocumentPoolEmbeddings,
    DocumentRNNEmbeddings,
    FlairEmbeddings,
    HashEmbeddings,
    OneHotEmbeddings,
    StackedEmbeddings,
)
from flair.models import (
    LanguageModel,
    Lemmatizer,
    MultitaskModel,
    RelationExtractor,
    SequenceTagger,
    SpanClassifier,
    TextClassifier,
    TextPairClassifier,
    TextRegressor,
    TokenClassifier,
)
from seeded import factories
from torch import nn

TEXTS = (
    "George Washington went to Washington .",
    "Berlin is the capital of Germany .",
    "The film was great fun !",
)
SPANS = (((0, 2, "PER"), (4, 5, "LOC")), ((0, 1, "LOC"), (5, 6, "LOC")), ())


def _sentences():
    sentences = [Sentence(text) for text in TEXTS]
    for sentence, spans, label, score in zip(
        sentences, SPANS, ("news", "news", "review"), (0.1, 0.4, 0.9), strict=True
    ):
        for start, end, name in spans:
            sentence[start:end].add_label("ner", name)
            sentence[start:end].add_label("nel", name + "-1")
        sentence.add_label("topic", label)
        sentence.add_label("score", str(score))
        for token in sentence:
            token.add_label("pos", "NOUN" if token.text[0].isupper() else "OTHER")
            token.add_label("lemma", token.text.lower())
        if len(spans) == 2:
            relation = Relation(sentence[spans[0][0] : spans[0][1]], sentence[spans[1][0] : spans[1][1]])
            relation.add_label("relation", "in")
    return sentences


def _dictionary(*items, unk=False, span=False):
    dictionary = Dictionary(add_unk=unk)
    for item in items:
        dictionary.add_item(item)
    dictionary.span_labels = span
    return dictionary


def _words(size=12):
    vocabulary = _dictionary(*sorted({word for text in TEXTS for word in text.split()}), unk=True)
    return OneHotEmbeddings(vocabulary, field="text", embedding_length=size)


def _characters():
    return _dictionary(*"abcdefghijklmnopqrstuvwxyzBGTW .!\n", unk=True)


def _language_model(forward=True):
    return LanguageModel(_characters(), forward, hidden_size=16, nlayers=1, embedding_size=8, dropout=0.1)


class _Loss(nn.Module):
    """The loss of a model on a batch of sentences."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, sentences):
        for sentence in sentences:
            sentence.clear_embeddings()
        loss, count = self.model.forward_loss(sentences)
        return loss / count


class _Predict(nn.Module):
    """The labels that a model gives to new sentences, with their scores."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, *texts):
        sentences = [Sentence(text) for text in texts]
        self.model.predict(sentences, label_name="predicted", return_probabilities_for_all_classes=False)
        return torch.tensor([label.score for s in sentences for label in s.get_labels("predicted")]), [
            label.value for s in sentences for label in s.get_labels("predicted")
        ]


class _Embed(nn.Module):
    """Embeds sentences, and stacks the vectors of their tokens or their own."""

    def __init__(self, embeddings, tokens=True):
        super().__init__()
        self.embeddings = embeddings
        self.tokens = tokens

    def forward(self, sentences):
        for sentence in sentences:
            sentence.clear_embeddings()
        self.embeddings.embed(sentences)
        if self.tokens:
            return [torch.stack([token.embedding for token in sentence]) for sentence in sentences]
        return torch.stack([sentence.embedding for sentence in sentences])


class _Perplexity(nn.Module):
    """The training loss of a character language model over a stream of text."""

    def __init__(self):
        super().__init__()
        self.model = _language_model()

    def forward(self, text):
        indices = torch.tensor([self.model.dictionary.get_idx_for_item(c) for c in text])[:, None]
        hidden = self.model.init_hidden(1)
        output, _, hidden = self.model(indices[:-1], hidden)
        loss = nn.functional.cross_entropy(output.view(-1, output.shape[-1]), indices[1:].view(-1))
        return loss, [state.detach() for state in hidden]


def _tagger(**options):
    embeddings = StackedEmbeddings(
        [_words(), CharacterEmbeddings(path_to_char_dict=_characters(), char_embedding_dim=6)]
    )
    return SequenceTagger(
        embeddings,
        _dictionary("PER", "LOC", span=True),
        "ner",
        **{"hidden_size": 16, "tag_format": "BIOES", "allow_unk_predictions": False, **options},
    )


def _classifier(embeddings, **options):
    return TextClassifier(embeddings, "topic", label_dictionary=_dictionary("news", "review"), **options)


def _pairs():
    first, second, third = (Sentence(text) for text in TEXTS)
    pairs = [DataPair(a, b) for a, b in itertools.pairwise((first, second, third, first))]
    for pair, label in zip(pairs, ("same", "other", "other"), strict=True):
        pair.add_label("similar", label)
    return pairs


class _PairLoss(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, pairs):
        for pair in pairs:
            pair.first.clear_embeddings()
            pair.second.clear_embeddings()
        loss, count = self.model.forward_loss(pairs)
        return loss / count


MODELS = {
    "Tagger": lambda: (_Loss(_tagger()), (_sentences(),)),
    "TaggerPredictions": lambda: (_Predict(_tagger()), TEXTS),
    "Classifier": lambda: (
        _Loss(_classifier(DocumentRNNEmbeddings([_words()], hidden_size=12, bidirectional=True))),
        (_sentences(),),
    ),
    "ContextualStrings": lambda: (
        _Embed(StackedEmbeddings([FlairEmbeddings(_language_model()), FlairEmbeddings(_language_model(False))])),
        (_sentences(),),
    ),
    "Relations": lambda: (
        _Loss(
            RelationExtractor(
                _words(),
                "relation",
                entity_label_type="ner",
                label_dictionary=_dictionary("in", unk=True),
                train_on_gold_pairs_only=False,
            )
        ),
        (_sentences(),),
    ),
    "CharacterModel": lambda: (_Perplexity(), ("the capital of Germany .\nBerlin",)),
    "WithoutCrf": lambda: (
        _Loss(_tagger(use_crf=False, rnn_type="GRU", rnn_layers=2, tag_format="BIO", loss_weights={"PER": 2.0})),
        (_sentences(),),
    ),
    "Lemmas": lambda: (
        _Loss(
            Lemmatizer(
                embeddings=_words(),
                label_type="lemma",
                rnn_hidden_size=16,
                char_dict=_lemma_characters(),
                beam_size=1,
            )
        ),
        (_sentences(),),
    ),
    "Linker": lambda: (
        _Loss(SpanClassifier(_words(), _dictionary("PER-1", "LOC-1"), label_type="nel", span_label_type="ner")),
        (_sentences(),),
    ),
    "Pairs": lambda: (
        _PairLoss(
            TextPairClassifier(
                DocumentPoolEmbeddings([_words()], fine_tune_mode="linear", pooling="max"),
                "similar",
                label_dictionary=_dictionary("same", "other"),
            )
        ),
        (_pairs(),),
    ),
    "Regressor": lambda: (
        _Loss(TextRegressor(DocumentCNNEmbeddings([_words()], kernels=((8, 2), (8, 3))), label_name="score")),
        (_sentences(),),
    ),
    "Multitask": lambda: (_Loss(_multitask()), (_tasks(),)),
    "ClassifierPredictions": lambda: (
        _Predict(_classifier(DocumentRNNEmbeddings([HashEmbeddings(50, 8)], hidden_size=8, rnn_type="GRU"))),
        TEXTS,
    ),
}


def _lemma_characters():
    return _dictionary("<>", "<S>", "<E>", *"abcdefghijklmnopqrstuvwxyzBGTW.!", unk=True)


def _multitask():
    words = _words()
    tagger = TokenClassifier(words, _dictionary("NOUN", "OTHER"), label_type="pos")
    entities = SequenceTagger(words, _dictionary("PER", "LOC", span=True), "ner", hidden_size=8)
    return MultitaskModel([tagger, entities], task_ids=["pos", "ner"])


def _tasks():
    sentences = _sentences()
    for sentence, task in zip(sentences, ("pos", "ner", "pos"), strict=True):
        sentence.add_label("multitask_id", task)
    return sentences


__getattr__ = factories(MODELS)
