import torch
import torchhd
from seeded import factories
from torchhd import classifiers, embeddings, memory, models, structures

DIM = 256


class _Encoder(torch.nn.Module):
    """Encodes the features of samples as hypervectors of positions bound to levels."""

    def __init__(self, features, levels=20, vsa="MAP"):
        super().__init__()
        self.position = embeddings.Random(features, DIM, vsa=vsa)
        self.value = embeddings.Level(levels, DIM, vsa=vsa)

    def forward(self, x):
        return torchhd.hard_quantize(torchhd.multiset(torchhd.bind(self.position.weight, self.value(x))))


class _Classifier(torch.nn.Module):
    """An encoder and the centroids of the classes."""

    def __init__(self, features, classes, samples=40):
        super().__init__()
        self.encode = _Encoder(features)
        self.centroids = models.Centroid(DIM, classes)
        x, y = torch.rand(samples, features), torch.arange(samples) % classes
        self.centroids.add(self.encode(x), y)
        self.centroids.normalize()

    def forward(self, x):
        scores = self.centroids(self.encode(x), dot=True)
        return scores, scores.argmax(dim=-1)


class _Language(torch.nn.Module):
    """Encodes texts by their n-grams of letters."""

    def __init__(self, n=3):
        super().__init__()
        self.n = n
        self.symbol = embeddings.Random(28, DIM, padding_idx=27)

    def forward(self, x):
        return torchhd.hard_quantize(torchhd.ngrams(self.symbol(x), n=self.n))


class _Records(torch.nn.Module):
    """A hash table of keys and values, with the clean values read back."""

    def __init__(self, vsa):
        super().__init__()
        self.keys = embeddings.Random(6, DIM, vsa=vsa)
        self.values = embeddings.Random(10, DIM, vsa=vsa)

    def forward(self, key, value, query):
        table = torchhd.hash_table(self.keys(key), self.values(value))
        found = torchhd.bind(table, torchhd.inverse(self.keys(query)))
        return torchhd.cosine_similarity(found, self.values.weight)


class _Edges(torch.nn.Module):
    """A graph as a hypervector, and whether it holds edges."""

    def forward(self, nodes, edges):
        graph = structures.Graph(DIM, directed=True)
        for a, b in edges.tolist():
            graph.add_edge(nodes[a], nodes[b])
        query = graph.encode_edge(nodes[0], nodes[1])
        return graph.value, graph.contains(query), graph.node_neighbors(nodes[0])


class _Automaton(torch.nn.Module):
    """A state machine's next state."""

    def forward(self, tokens, states):
        fsa = structures.FiniteStateAutomata(DIM)
        for i in range(len(states) - 1):
            fsa.add_transition(tokens[i], states[i], states[i + 1])
        return torchhd.cleanup(fsa.transition(states[0], tokens[0]), states)


class _Resonator(torch.nn.Module):
    """Factors a product of hypervectors by a resonator network."""

    def forward(self, domains):
        product = torchhd.multibind(torch.stack([domain[1] for domain in domains]))
        estimates = torch.stack([torchhd.multiset(domain) for domain in domains]).sign()
        for _ in range(5):
            estimates = torchhd.resonator(product, estimates, domains)
        return torchhd.cosine_similarity(estimates.unsqueeze(1), domains)


class _Associative(torch.nn.Module):
    """Writes keys and values in a memory and reads them."""

    def __init__(self, store, write):
        super().__init__()
        self.store = store
        write(store)

    def forward(self, query):
        return self.store.read(query)


def _fit(net, samples=40, features=6, classes=3):
    loader = [(torch.randn(20, features), torch.arange(20) % classes) for _ in range(samples // 20)]
    return net.fit(loader)


MODELS = {
    "CentroidClassifier": lambda: (_Classifier(8, 3), (torch.rand(5, 8),)),
    "NGrams": lambda: (_Language(), (torch.randint(0, 26, (3, 24)),)),
    "HolographicRecords": lambda: (
        _Records("HRR"),
        (torch.arange(4), torch.randint(0, 10, (4,)), torch.tensor(2)),
    ),
    "FittedOnlineHD": lambda: (_fit(classifiers.OnlineHD(6, DIM, 3, epochs=2)), (torch.randn(5, 6),)),
    "EdgeMemory": lambda: (
        _Edges(),
        (torchhd.random(5, DIM), torch.tensor([[0, 1], [1, 2], [3, 4], [0, 4]])),
    ),
    "FittedVanilla": lambda: (_fit(classifiers.Vanilla(6, DIM, 3, n_levels=20)), (torch.randn(5, 6),)),
    "SparseMemory": lambda: (
        _Associative(
            memory.SparseDistributed(400, 64, 32, p=0.05, kappa=3),
            lambda store: store.write(torchhd.random(4, 64), torchhd.random(4, 32)),
        ),
        (torchhd.random(2, 64),),
    ),
    "SinusoidProjection": lambda: (embeddings.Sinusoid(10, DIM), (torch.randn(4, 10),)),
    "RandomFunctionalLink": lambda: (models.IntRVFL(8, DIM, 3, kappa=3), (torch.rand(5, 8),)),
    "Kernel": lambda: (embeddings.FractionalPower(3, DIM, "gaussian", bandwidth=0.5), (torch.randn(4, 3),)),
    "Factors": lambda: (_Resonator(), (torchhd.random(12, DIM).view(3, 4, DIM),)),
    "StateMachine": lambda: (_Automaton(), (torchhd.random(3, DIM), torchhd.random(4, DIM))),
    "FittedSparseHD": lambda: (
        _fit(classifiers.SparseHD(6, DIM, 3, n_levels=20, epochs=2, sparsity=0.3)),
        (torch.randn(5, 6),),
    ),
    "FourierRecords": lambda: (
        _Records("FHRR"),
        (torch.arange(4), torch.randint(0, 10, (4,)), torch.tensor(1)),
    ),
    "HopfieldMemory": lambda: (
        _Associative(memory.Hopfield(64), lambda store: store.write(torchhd.random(3, 64))),
        (torchhd.random(2, 64),),
    ),
    "Angles": lambda: (embeddings.Circular(24, DIM, phase=0.0, period=24.0), (torch.rand(3, 5) * 24,)),
}

__getattr__ = factories(MODELS)
