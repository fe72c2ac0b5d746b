import torch
from seeded import factories
from stanza.models.common.biaffine import DeepBiaffineScorer
from stanza.models.common.char_model import CharacterLanguageModel, CharacterModel
from stanza.models.common.crf import CRFLoss
from stanza.models.common.hlstm import HighwayLSTM
from stanza.models.common.large_margin_loss import LargeMarginInSoftmaxLoss
from stanza.models.common.maxout_linear import MaxoutLinear
from stanza.models.common.relative_attn import RelativeAttention
from stanza.models.common.seq2seq_model import Seq2SeqModel
from stanza.models.common.vocab import CharVocab, CompositeVocab
from stanza.models.langid.model import LangIDBiLSTM
from stanza.models.ner.model import NERTagger
from stanza.models.pos.vocab import WordVocab
from stanza.models.tokenization.model import Tokenizer
from torch import nn

SENTENCES = [["Marie", "Curie", "was", "born", "in", "Warsaw"], ["She", "moved", "to", "Paris"]]
TAGS = [["B-PER", "E-PER", "O", "O", "O", "S-LOC"], ["O", "O", "O", "S-LOC"]]
CHARS = {
    "char_emb_dim": 8,
    "char_hidden_dim": 12,
    "char_num_layers": 1,
    "char_rec_dropout": 0.0,
    "char_dropout": 0.1,
    "dropout": 0.3,
}


def _chars():
    return CharVocab([[c for w in s for c in w] for s in SENTENCES], "en")


def _words(vocab):
    """The characters of each word, longest first, as the package's loaders order them."""
    words = [w for s in SENTENCES for w in s]
    order = sorted(range(len(words)), key=lambda i: -len(words[i]))
    lengths = [len(words[i]) for i in order]
    chars = torch.zeros(len(words), max(lengths), dtype=torch.long)
    for row, i in enumerate(order):
        chars[row, : len(words[i])] = torch.tensor(vocab.map(list(words[i])))
    return chars, chars == 0, order, [len(s) for s in SENTENCES], lengths


def _ner():
    vocab = {
        "char": _chars(),
        "tag": CompositeVocab([[[[t]] for t in s] for s in TAGS], "en", idx=0, sep=None),
        "word": WordVocab([[[w] for w in s] for s in SENTENCES], "en", cutoff=0, lower=True),
    }
    args = {
        **CHARS,
        "word_emb_dim": 16,
        "char": True,
        "charlm": False,
        "hidden_dim": 20,
        "num_layers": 1,
        "word_dropout": 0.01,
        "locked_dropout": 0.1,
        "input_transform": True,
        "lowercase": True,
    }
    tags = torch.zeros(2, 6, 1, dtype=torch.long)
    for row, sentence in enumerate(TAGS):
        for column, tag in enumerate(sentence):
            tags[row, column] = torch.tensor(vocab["tag"].unit2id([tag]))
    chars, mask, order, sentences, lengths = _words(vocab["char"])
    return NERTagger(args, vocab), (
        SENTENCES,
        chars,
        mask,
        tags,
        order,
        sentences,
        lengths,
        None,
        None,
        None,
        None,
    )


def _tokenizer():
    args = {
        "feat_dim": 4,
        "rnn_layers": 1,
        "conv_res": "1,9",
        "hier_conv_res": True,
        "hier_invtemp": 0.5,
        "use_mwt": True,
        "hierarchical": True,
        "tok_noise": 0.02,
    }
    net = Tokenizer(args, nchars=30, emb_dim=12, hidden_dim=16, dropout=0.3, feat_dropout=0.05)
    return net, (torch.randint(1, 30, (3, 25)), torch.rand(3, 25, 4).round(), torch.tensor([25, 20, 14]))


def _seq2seq(**options):
    return Seq2SeqModel(
        {
            "vocab_size": 30,
            "emb_dim": 12,
            "hidden_dim": 16,
            "num_layers": 2,
            "emb_dropout": 0.5,
            "dropout": 0.3,
            "max_dec_len": 8,
            "attn_type": "soft",
            **options,
        }
    )


def _source():
    source = torch.randint(4, 30, (2, 9))
    source[1, 6:] = 0
    return source, source == 0


class _Lemmatize(nn.Module):
    """Greedy decoding of lemmas."""

    def __init__(self):
        super().__init__()
        self.net = _seq2seq(pos=True, pos_dim=12, pos_vocab_size=10, edit=True, num_edit=3)

    def forward(self, source, mask, pos):
        return self.net.predict_greedy(source, mask, pos=pos)


def _character_model():
    vocab = _chars()
    return CharacterModel(CHARS, {"char": vocab}, pad=True, bidirectional=True), _words(vocab)


def _language_model():
    vocab = _chars()
    args = {**CHARS, "char_unit_dropout": 1e-5}
    return CharacterLanguageModel(args, {"char": vocab}), (
        torch.randint(0, len(vocab), (3, 20)),
        [20, 15, 9],
    )


class _Arcs(nn.Module):
    """The recurrent layers and the arc scores of the graph-based parser."""

    def __init__(self):
        super().__init__()
        self.lstm = HighwayLSTM(
            16, 12, num_layers=2, batch_first=True, bidirectional=True, rec_dropout=0.0, highway_func=torch.tanh
        )
        self.unlabeled = DeepBiaffineScorer(24, 24, 10, 1, pairwise=True, dropout=0.3)
        self.deprel = DeepBiaffineScorer(24, 24, 10, 7, pairwise=True, dropout=0.3)

    def forward(self, embedded, lengths):
        packed = nn.utils.rnn.pack_padded_sequence(embedded, lengths, batch_first=True)
        hidden, _ = self.lstm(packed, lengths)
        hidden, _ = nn.utils.rnn.pad_packed_sequence(hidden, batch_first=True)
        scores = self.unlabeled(hidden, hidden).squeeze(3)
        scores = scores.masked_fill(torch.eye(scores.shape[1], dtype=torch.bool), -float("inf"))
        return scores.log_softmax(2), self.deprel(hidden, hidden).max(3).indices


MODELS = {
    "EntityTagger": _ner,
    "SentenceSplitter": _tokenizer,
    "Arcs": lambda: (_Arcs(), (torch.randn(3, 9, 16), [9, 7, 4])),
    "Lemmatize": lambda: (_Lemmatize(), (*_source(), torch.randint(1, 10, (2,)))),
    "LanguageId": lambda: (
        LangIDBiLSTM(
            {c: i for i, c in enumerate(["<PAD>", "<UNK>", *"abcdefgh"])},
            {"en": 0, "fr": 1, "de": 2},
            num_layers=2,
            embedding_dim=10,
            hidden_dim=12,
            dropout=0.2,
            lang_subset=["en", "de"],
        ),
        (torch.randint(0, 10, (4, 18)),),
    ),
    "CharacterLM": _language_model,
    "TagCRF": lambda: (
        CRFLoss(6),
        (
            torch.randn(3, 8, 6),
            torch.arange(8) >= torch.tensor([[8], [6], [5]]),
            torch.randint(0, 6, (3, 8)),
        ),
    ),
    "Expand": lambda: (_seq2seq(copy=True), (*_source(), torch.randint(0, 30, (2, 7)))),
    "Relative": lambda: (
        RelativeAttention(16, 4, window=5, num_sinks=1),
        (torch.randn(2, 11, 16),),
    ),
    "WordCharacters": _character_model,
    "LargeMargin": lambda: (
        LargeMarginInSoftmaxLoss(reg_lambda=0.3),
        (torch.randn(5, 7), torch.randint(0, 7, (5,))),
    ),
    "Maxout": lambda: (MaxoutLinear(16, 6, 3), (torch.randn(5, 16),)),
}

__getattr__ = factories(MODELS)
