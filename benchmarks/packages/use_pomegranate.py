import torch
from pomegranate.bayes_classifier import BayesClassifier
from pomegranate.bayesian_network import BayesianNetwork
from pomegranate.distributions import (
    Categorical,
    ConditionalCategorical,
    Exponential,
    IndependentComponents,
    JointCategorical,
    LogNormal,
    Normal,
    Poisson,
    StudentT,
)
from pomegranate.factor_graph import FactorGraph
from pomegranate.gmm import GeneralMixtureModel
from pomegranate.hmm import DenseHMM, SparseHMM
from pomegranate.markov_chain import MarkovChain
from seeded import factories
from torch import nn


class _LogProbability(nn.Module):
    """The log probability of examples."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model.log_probability(x)


class _Predict(nn.Module):
    """The components of examples, with their probabilities."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model.predict(x), self.model.predict_proba(x)


class _States(nn.Module):
    """The probabilities of hidden states, and the expected transitions, of sequences."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        transitions, posterior, _starts, _ends, logp = self.model.forward_backward(x)
        return transitions, posterior, logp


class _Path(nn.Module):
    """The forward probabilities of sequences, and their predicted states."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model(x), self.model.predict(x)


class _Deep(nn.Module):
    """A network whose features a mixture scores, to find outliers."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
        self.mixture = _mixture(3)

    def forward(self, x):
        return -self.mixture.log_probability(self.net(x))


class _Ratio(nn.Module):
    """Compares two distributions of many kinds by their likelihoods."""

    def __init__(self):
        super().__init__()
        self.first = IndependentComponents(
            [Normal([0.5], [1.0], covariance_type="diag"), Exponential([2.0]), Poisson([3.0])]
        )
        self.second = IndependentComponents(
            [StudentT(3, [0.0], [1.0]), LogNormal([0.1], [0.8], covariance_type="diag"), Poisson([1.0])]
        )

    def forward(self, x):
        return self.first.log_probability(x) - self.second.log_probability(x)


class _Infer(nn.Module):
    """Infers missing values of a network from those that are known."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, values, known):
        return self.model.predict_proba(torch.masked.MaskedTensor(values, mask=known))


def _mixture(features=3, **options):
    parts = [Normal(torch.randn(features), torch.rand(features) + 0.5, covariance_type="diag") for _ in range(4)]
    return GeneralMixtureModel(parts, priors=[0.4, 0.3, 0.2, 0.1], **options)


def _normal(features=2):
    a = torch.randn(features, features)
    return Normal(torch.randn(features), a @ a.T + torch.eye(features), covariance_type="full")


def _hmm(cls):
    distributions = [_normal(), _normal(), _normal()]
    if cls is SparseHMM:
        a, b, c = distributions
        edges = [[a, a, 0.7], [a, b, 0.2], [b, b, 0.6], [b, c, 0.3], [c, c, 0.8], [c, a, 0.1]]
        return cls(distributions, edges=edges, starts=[0.6, 0.3, 0.1], ends=[0.1, 0.1, 0.1])
    edges = [[0.7, 0.15, 0.05], [0.1, 0.6, 0.2], [0.2, 0.1, 0.6]]
    return cls(distributions, edges=edges, starts=[0.5, 0.3, 0.2], ends=[0.1, 0.1, 0.1])


def _symbols():
    distributions = [Categorical([[0.5, 0.2, 0.2, 0.1]]), Categorical([[0.1, 0.1, 0.4, 0.4]])]
    return DenseHMM(distributions, edges=[[0.8, 0.1], [0.2, 0.7]], starts=[0.5, 0.5], ends=[0.1, 0.1])


def _table(*shape):
    return torch.rand(*shape).softmax(-1)


def _network():
    first, second = Categorical(_table(1, 2)), Categorical(_table(1, 3))
    third = ConditionalCategorical([_table(2, 3, 2)])
    fourth = ConditionalCategorical([_table(2, 2)])
    network = BayesianNetwork([first, second, third, fourth])
    network.add_edges([(first, third), (second, third), (third, fourth)])
    return network


def _graph():
    marginals = [Categorical(torch.full((1, 2), 0.5)) for _ in range(3)]
    factors = [
        Categorical(_table(1, 2)),
        JointCategorical(_table(4).view(2, 2)),
        JointCategorical(_table(4).view(2, 2)),
    ]
    graph = FactorGraph(factors, marginals)
    graph.add_edge(marginals[0], factors[0])
    for factor, pair in zip(factors[1:], ((0, 1), (1, 2)), strict=False):
        for i in pair:
            graph.add_edge(marginals[i], factor)
    return graph


def _chain():
    return MarkovChain(
        [Categorical(_table(1, 3)), ConditionalCategorical([_table(3, 3)]), ConditionalCategorical([_table(3, 3, 3)])]
    )


def _known(rows, columns):
    return torch.rand(rows, columns) < 0.5


MODELS = {
    "Mixture": lambda: (_Predict(_mixture()), (torch.randn(8, 3),)),
    "HiddenMarkov": lambda: (_States(_hmm(DenseHMM)), (torch.randn(3, 7, 2),)),
    "Network": lambda: (_LogProbability(_network()), (torch.tensor([[0, 2, 1, 0], [1, 0, 0, 1], [1, 1, 1, 1]]),)),
    "Classifier": lambda: (
        _Predict(BayesClassifier([_normal(), _normal(), _normal()], priors=[0.5, 0.3, 0.2])),
        (torch.randn(9, 2),),
    ),
    "Chain": lambda: (_LogProbability(_chain()), (torch.randint(3, (4, 6, 1)),)),
    "Inference": lambda: (_Infer(_network()), (torch.randint(2, (2, 4)), _known(2, 4))),
    "SparseMarkov": lambda: (_Path(_hmm(SparseHMM)), (torch.randn(2, 6, 2),)),
    "Outliers": lambda: (_Deep(), (torch.randn(7, 6),)),
    "Factors": lambda: (_Infer(_graph()), (torch.randint(2, (2, 3)), _known(2, 3))),
    "Ratio": lambda: (
        _Ratio(),
        (torch.stack([torch.randn(6), torch.rand(6) + 0.1, torch.randint(5, (6,)).float()], 1),),
    ),
    "Symbols": lambda: (_States(_symbols()), (torch.randint(4, (3, 8, 1)),)),
}

__getattr__ = factories(MODELS)
