import itertools

import ltn
import torch
from seeded import factories
from torch import nn

FEATURES, CLASSES = 4, 3


def _mlp(*sizes, activation=nn.ELU):
    layers = []
    for size, following in itertools.pairwise(sizes):
        layers += [nn.Linear(size, following), activation(), nn.Dropout(0.2)]
    return nn.Sequential(*layers, nn.Linear(sizes[-2], sizes[-1]))


class _Pairs(nn.Module):
    """A truth value for every tuple of individuals: an MLP of all their features."""

    def __init__(self, features):
        super().__init__()
        self.net = _mlp(features, 16, 8, 1)

    def forward(self, *xs):
        return torch.sigmoid(self.net(torch.cat([x.float() for x in xs], 1)))


class _Labels(nn.Module):
    """The truth value of a class, for which individuals carry its label: softmax, or sigmoid for many labels."""

    def __init__(self, net, many=False):
        super().__init__()
        self.net = net
        self.many = many

    def forward(self, x, label):
        logits = self.net(x)
        chances = torch.sigmoid(logits) if self.many else torch.softmax(logits, 1)
        return torch.sum(chances * label, 1)


class _Digits(nn.Module):
    """A small network for the digits of images, as in the package's examples."""

    def __init__(self, classes=4):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(1, 6, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 8, 3), nn.ReLU(), nn.MaxPool2d(2)
        )
        self.linear = nn.Linear(8 * 5 * 5, classes)

    def forward(self, x):
        return self.linear(self.conv(x).flatten(1))


class _Digit(nn.Module):
    """The truth value of an image being a digit."""

    def __init__(self):
        super().__init__()
        self.net = _Digits()

    def forward(self, image, digit):
        chances = torch.softmax(self.net(image), 1)
        return torch.gather(chances, 1, digit.view(-1, 1))


class _Logic(nn.Module):
    """The connectives and quantifiers that the examples of the package use."""

    def __init__(self):
        super().__init__()
        self.Not = ltn.Connective(ltn.fuzzy_ops.NotStandard())
        self.And = ltn.Connective(ltn.fuzzy_ops.AndProd())
        self.Or = ltn.Connective(ltn.fuzzy_ops.OrProbSum())
        self.Implies = ltn.Connective(ltn.fuzzy_ops.ImpliesReichenbach())
        self.Equiv = ltn.Connective(ltn.fuzzy_ops.Equiv(ltn.fuzzy_ops.AndProd(), ltn.fuzzy_ops.ImpliesReichenbach()))
        self.Forall = ltn.Quantifier(ltn.fuzzy_ops.AggregPMeanError(p=2), quantifier="f")
        self.Exists = ltn.Quantifier(ltn.fuzzy_ops.AggregPMean(p=2), quantifier="e")
        self.satisfied = ltn.fuzzy_ops.SatAgg()


class _Binary(_Logic):
    """Binary classification: the loss of a batch of positive and negative examples."""

    def __init__(self):
        super().__init__()
        self.A = ltn.Predicate(_Pairs(FEATURES))

    def forward(self, positive, negative):
        x, y = ltn.Variable("x", positive), ltn.Variable("y", negative)
        return 1.0 - self.satisfied(self.Forall(x, self.A(x)), self.Forall(y, self.Not(self.A(y))))


class _Classes(_Logic):
    """Classification with a class for each example."""

    def __init__(self):
        super().__init__()
        self.P = ltn.Predicate(_Labels(_mlp(FEATURES, 16, CLASSES)))
        self.labels = [ltn.Constant(one) for one in torch.eye(CLASSES)]

    def forward(self, *groups):
        variables = [ltn.Variable(f"x{i}", group) for i, group in enumerate(groups)]
        axioms = [self.Forall(x, self.P(x, label)) for x, label in zip(variables, self.labels, strict=True)]
        return 1.0 - self.satisfied(*axioms)


class _Multilabel(_Logic):
    """Classification with two labels, one of two kinds each, and an axiom that no crab is of two kinds."""

    def __init__(self):
        super().__init__()
        self.P = ltn.Predicate(_Labels(_mlp(FEATURES, 16, 4), many=True))
        self.labels = [ltn.Constant(one) for one in torch.eye(4)]

    def forward(self, blue, orange, every):
        male, female, is_blue, is_orange = self.labels
        b, o, x = (ltn.Variable(n, v) for n, v in (("blue", blue), ("orange", orange), ("x", every)))
        return 1.0 - self.satisfied(
            self.Forall(b, self.P(b, is_blue)),
            self.Forall(o, self.P(o, is_orange)),
            self.Forall(x, self.Not(self.And(self.P(x, male), self.P(x, female)))),
            self.Forall(x, self.Implies(self.P(x, is_blue), self.Not(self.P(x, is_orange)))),
        )


class _Regression(_Logic):
    """Regression: a function, and a predicate of equality."""

    def __init__(self):
        super().__init__()
        self.f = ltn.Function(_mlp(FEATURES, 8, 8, 1))
        self.Eq = ltn.Predicate(func=lambda u, v: torch.exp(-0.05 * torch.sqrt(torch.sum((u - v) ** 2, 1))))

    def forward(self, values, targets):
        x, y = ltn.Variable("x", values), ltn.Variable("y", targets)
        return 1.0 - self.Forall(ltn.diag(x, y), self.Eq(self.f(x), y)).value


class _Clusters(_Logic):
    """Clusters: every point is in one, every one has points, near points share one, and far points do not."""

    def __init__(self, clusters=3):
        super().__init__()
        self.C = ltn.Predicate(_Labels(_mlp(2, 16, clusters)))
        self.clusters = clusters
        self.guarded = ltn.Quantifier(ltn.fuzzy_ops.AggregPMeanError(p=4), quantifier="f")

    def forward(self, points):
        c = ltn.Variable("c", torch.eye(self.clusters))
        x, y = ltn.Variable("x", points), ltn.Variable("y", points)
        near, far = 0.5, 1.5

        def distance(a, b):
            return torch.norm(a.value - b.value, dim=1)

        return 1.0 - self.satisfied(
            self.Forall(x, self.Exists(c, self.C(x, c))),
            self.Exists(x, self.Forall(c, self.C(x, c))),
            self.guarded(
                [c, x, y],
                self.Equiv(self.C(x, c), self.C(y, c)),
                cond_vars=[x, y],
                cond_fn=lambda a, b: distance(a, b) < near,
            ),
            self.guarded(
                [c, x, y],
                self.Not(self.And(self.C(x, c), self.C(y, c))),
                cond_vars=[x, y],
                cond_fn=lambda a, b: distance(a, b) > far,
            ),
        )


class _Addition(_Logic):
    """The sum of two images of digits, of which only the sum is known."""

    def __init__(self):
        super().__init__()
        self.Digit = ltn.Predicate(_Digit())

    def forward(self, first, second, sums):
        x, y, n = ltn.Variable("x", first), ltn.Variable("y", second), ltn.Variable("n", sums)
        d1, d2 = ltn.Variable("d1", torch.arange(4)), ltn.Variable("d2", torch.arange(4))
        return (
            1.0
            - self.Forall(
                ltn.diag(x, y, n),
                self.Exists(
                    [d1, d2],
                    self.And(self.Digit(x, d1), self.Digit(y, d2)),
                    cond_vars=[d1, d2, n],
                    cond_fn=lambda a, b, c: torch.eq(a.value + b.value, c.value),
                ),
            ).value
        )


class _Smokers(_Logic):
    """Friends, smokers and cancer: facts and axioms about people whose embeddings are learned."""

    def __init__(self, people=5, size=4):
        super().__init__()
        self.people = nn.Parameter(torch.rand(people, size))
        self.S = ltn.Predicate(_Pairs(size))
        self.F = ltn.Predicate(_Pairs(2 * size))
        self.C = ltn.Predicate(_Pairs(size))

    def forward(self, smokers, friends):
        x, y = ltn.Variable("x", self.people), ltn.Variable("y", self.people)
        s = ltn.Variable("s", self.people[smokers])
        a, b = ltn.Variable("a", self.people[friends[:, 0]]), ltn.Variable("b", self.people[friends[:, 1]])
        known = self.Forall(ltn.diag(a, b), self.F(a, b))
        return 1.0 - self.satisfied(
            known,
            self.Forall(s, self.S(s)),
            self.Forall(x, self.Not(self.F(x, x))),
            self.Forall([x, y], self.Implies(self.F(x, y), self.F(y, x))),
            self.Forall(x, self.Exists(y, self.F(x, y))),
            self.Forall([x, y], self.Implies(self.And(self.F(x, y), self.S(x)), self.S(y))),
            self.Forall(x, self.Implies(self.S(x), self.C(x))),
        )


class _Query(_Logic):
    """The truth of a formula for all pairs of individuals, free variables and all."""

    def __init__(self):
        super().__init__()
        self.P = ltn.Predicate(_Pairs(FEATURES))
        self.Q = ltn.Predicate(_Pairs(2 * FEATURES))

    def forward(self, first, second):
        x, y = ltn.Variable("x", first), ltn.Variable("y", second)
        return self.Implies(self.Or(self.P(x), self.P(y)), self.Q(x, y)).value


class _Kinship(_Logic):
    """Parents and ancestors, over pairs."""

    def __init__(self, people=5, size=4):
        super().__init__()
        self.people = nn.Parameter(torch.rand(people, size))
        self.Parent = ltn.Predicate(_Pairs(2 * size))
        self.Ancestor = ltn.Predicate(_Pairs(2 * size))

    def forward(self, parents):
        x, y, z = (ltn.Variable(name, self.people) for name in "xyz")
        p, c = ltn.Variable("p", self.people[parents[:, 0]]), ltn.Variable("c", self.people[parents[:, 1]])
        return 1.0 - self.satisfied(
            self.Forall(ltn.diag(p, c), self.Parent(p, c)),
            self.Forall(x, self.Not(self.Ancestor(x, x))),
            self.Forall([x, y], self.Implies(self.Parent(x, y), self.Ancestor(x, y)), p=5),
            self.Forall(
                [x, y, z],
                self.Implies(self.And(self.Parent(x, y), self.Ancestor(y, z)), self.Ancestor(x, z)),
                p=5,
            ),
        )


class _Predicted(nn.Module):
    """The truth values of a predicate for a batch, as when a trained one is used."""

    def __init__(self):
        super().__init__()
        self.A = ltn.Predicate(_Pairs(FEATURES))

    def forward(self, values):
        return self.A(ltn.Variable("x", values)).value


def _groups():
    return tuple(torch.randn(count, FEATURES) + i for i, count in enumerate((5, 4, 6)))


MODELS = {
    "Binary": lambda: (_Binary(), (torch.rand(6, FEATURES), torch.rand(5, FEATURES))),
    "Classes": lambda: (_Classes(), _groups()),
    "Regression": lambda: (_Regression(), (torch.randn(8, FEATURES), torch.randn(8, 1))),
    "Addition": lambda: (
        _Addition(),
        (torch.rand(3, 1, 28, 28), torch.rand(3, 1, 28, 28), torch.tensor([3, 2, 4])),
    ),
    "Smokers": lambda: (_Smokers(), (torch.tensor([0, 2]), torch.tensor([[0, 1], [0, 4], [2, 3]]))),
    "Multilabel": lambda: (_Multilabel(), _groups()),
    "Clusters": lambda: (_Clusters(), (torch.randn(8, 2),)),
    "Query": lambda: (_Query(), (torch.randn(5, FEATURES), torch.randn(4, FEATURES))),
    "Kinship": lambda: (_Kinship(), (torch.tensor([[0, 1], [1, 2], [3, 4]]),)),
    "Predicted": lambda: (_Predicted(), (torch.randn(6, FEATURES),)),
    "Network": lambda: (_Digit(), (torch.rand(3, 1, 28, 28), torch.tensor([0, 3, 1]))),
}

__getattr__ = factories(MODELS)
