import torch
import torch_struct as ts
from seeded import factories
from torch import nn


class _Encoder(nn.Module):
    """Embeds the words of sentences and reads them in both directions."""

    def __init__(self, words=30, size=16):
        super().__init__()
        self.embed = nn.Embedding(words, size)
        self.lstm = nn.LSTM(size, size // 2, bidirectional=True, batch_first=True)

    def forward(self, words):
        return self.lstm(self.embed(words))[0]


class _Tagger(nn.Module):
    """The likelihood of tags, by a linear chain over a bidirectional LSTM."""

    def __init__(self, tags=5):
        super().__init__()
        self.encode = _Encoder()
        self.emit = nn.Linear(16, tags)
        self.transition = nn.Parameter(torch.randn(tags, tags))
        self.tags = tags

    def _potentials(self, words):
        emission = self.emit(self.encode(words))
        potentials = self.transition + emission[:, 1:].unsqueeze(-1)
        first = potentials[:, :1] + emission[:, :1].unsqueeze(-2)
        return torch.cat([first, potentials[:, 1:]], 1)

    def forward(self, words, tags, lengths):
        dist = ts.LinearChainCRF(self._potentials(words), lengths=lengths)
        return -dist.log_prob(dist.struct.to_parts(tags, self.tags, lengths=lengths)).mean()


class _Decoder(_Tagger):
    """The best tags of sentences."""

    def forward(self, words, lengths):
        dist = ts.LinearChainCRF(self._potentials(words), lengths=lengths)
        return dist.from_event(dist.argmax)[0], dist.max


class _Divergence(nn.Module):
    """Distills a tagger into another: divergence and entropy of their distributions."""

    def __init__(self):
        super().__init__()
        self.teacher = _Tagger()
        self.student = _Tagger()

    def forward(self, words):
        teacher = ts.LinearChainCRF(self.teacher._potentials(words))
        student = ts.LinearChainCRF(self.student._potentials(words))
        return teacher.kl(student), student.entropy


class _Markov(nn.Module):
    """A hidden Markov model: the evidence of observations, and the hidden states."""

    def __init__(self, states=4, symbols=9):
        super().__init__()
        self.transition = nn.Parameter(torch.randn(states, states))
        self.emission = nn.Parameter(torch.randn(symbols, states))
        self.start = nn.Parameter(torch.randn(states))

    def forward(self, observations):
        dist = ts.HMM(
            self.transition.log_softmax(0), self.emission.log_softmax(0), self.start.log_softmax(0), observations
        )
        return dist.partition, dist.marginals.sum(-1)


class _Segments(nn.Module):
    """Segments sequences, by a semi-Markov model."""

    def __init__(self, width=4, classes=3):
        super().__init__()
        self.encode = _Encoder()
        self.emit = nn.Linear(16, classes)
        self.length = nn.Parameter(torch.randn(width, classes))
        self.transition = nn.Parameter(torch.randn(classes, classes))

    def forward(self, words):
        emission = self.emit(self.encode(words))[:, :-1]
        segment = emission.unsqueeze(2) + self.length
        dist = ts.SemiMarkovCRF(segment.unsqueeze(-1) + self.transition)
        return dist.partition, dist.marginals


class _Best(_Tagger):
    """Several best tags of sentences, with their scores."""

    def __init__(self, count=3):
        super().__init__()
        self.count = count

    def forward(self, words):
        dist = ts.LinearChainCRF(self._potentials(words))
        return dist.topk(self.count), dist.kmax(self.count)


class _Dependency(nn.Module):
    """Scores the arcs of sentences biaffinely: the probabilities of heads, by the matrix tree theorem."""

    def __init__(self):
        super().__init__()
        self.encode = _Encoder()
        self.head = nn.Linear(16, 12)
        self.child = nn.Linear(16, 12)
        self.weight = nn.Parameter(torch.randn(12, 12) / 12)

    def forward(self, words):
        x = self.encode(words)
        arcs = self.head(x) @ self.weight @ self.child(x).transpose(1, 2)
        dist = ts.NonProjectiveDependencyCRF(arcs)
        return dist.partition, dist.marginals


class _Attention(nn.Module):
    """Structured attention: a chain of binary variables selects the words that matter for a class."""

    def __init__(self, classes=3):
        super().__init__()
        self.encode = _Encoder()
        self.query = nn.Linear(16, 2)
        self.transition = nn.Parameter(torch.randn(2, 2))
        self.out = nn.Linear(16, classes)

    def forward(self, words):
        x = self.encode(words)
        dist = ts.LinearChainCRF(self.query(x)[:, 1:].unsqueeze(-1) + self.transition)
        selected = dist.marginals.sum(-1)[..., 1]
        return self.out((selected.unsqueeze(-1) * x[:, 1:]).sum(1)), selected


class _Constituents(nn.Module):
    """A parser that scores spans, with its best tree."""

    def __init__(self, labels=4):
        super().__init__()
        self.encode = _Encoder()
        self.score = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, labels))

    def forward(self, words, lengths):
        x = self.encode(words)
        dist = ts.TreeCRF(self.score(x.unsqueeze(2) - x.unsqueeze(1)), lengths=lengths)
        return dist.partition, dist.argmax


class _Grammar(nn.Module):
    """A neural probabilistic context-free grammar."""

    def __init__(self, words=30, terminals=4, nonterminals=3, size=8):
        super().__init__()
        self.terminals = terminals
        self.nonterminals = nonterminals
        self.word = nn.Linear(size, words)
        self.rule = nn.Linear(size, (terminals + nonterminals) ** 2)
        self.root = nn.Linear(size, nonterminals)
        self.symbols = nn.Parameter(torch.randn(terminals + nonterminals, size))
        self.start = nn.Parameter(torch.randn(1, size))

    def forward(self, words):
        batch, total = words.shape[0], self.terminals + self.nonterminals
        emission = self.word(self.symbols[: self.terminals]).log_softmax(-1)
        terms = emission.t()[words]
        rules = self.rule(self.symbols[self.terminals :]).log_softmax(-1).view(self.nonterminals, total, total)
        roots = self.root(self.start).log_softmax(-1)
        dist = ts.SentCFG((terms, rules.expand(batch, *rules.shape), roots.expand(batch, -1)))
        return dist.partition


class _Language(ts.AutoregressiveModel):
    """A recurrent language model."""

    def __init__(self, classes, size=12):
        super().__init__()
        self.embed = nn.Embedding(classes, size)
        self.rnn = nn.RNN(size, size, batch_first=True)
        self.out = nn.Linear(size, classes)

    def forward(self, inputs, state=None):
        hidden = state[0].transpose(0, 1).contiguous()
        out, hidden = self.rnn(self.embed(inputs), hidden)
        return self.out(out), (hidden.transpose(0, 1),)


class _Generator(nn.Module):
    """Continues states with a language model: the likelihood of a continuation."""

    def __init__(self, classes=7, length=5):
        super().__init__()
        self.model = _Language(classes)
        self.classes = classes
        self.length = length

    def forward(self, state, continuation):
        dist = ts.Autoregressive(self.model, (state,), self.classes, self.length)
        return dist.log_prob(continuation, sparse=True)


def _words(length=8):
    return torch.randint(0, 30, (2, length))


MODELS = {
    "Tagger": lambda: (_Tagger(), (_words(), torch.randint(0, 5, (2, 8)), torch.tensor([8, 6]))),
    "Dependency": lambda: (_Dependency(), (_words(6),)),
    "Markov": lambda: (_Markov(), (torch.randint(0, 9, (2, 8)),)),
    "Grammar": lambda: (_Grammar(), (_words(6),)),
    "Decoder": lambda: (_Decoder(), (_words(), torch.tensor([8, 6]))),
    "Segments": lambda: (_Segments(), (_words(),)),
    "Attention": lambda: (_Attention(), (_words(),)),
    "Constituents": lambda: (_Constituents(), (_words(6), torch.tensor([6, 5]))),
    "Best": lambda: (_Best(), (_words(),)),
    "Divergence": lambda: (_Divergence(), (_words(),)),
    "Generator": lambda: (_Generator(), (torch.randn(2, 1, 12), torch.randint(0, 7, (3, 2, 5)))),
}

__getattr__ = factories(MODELS)
