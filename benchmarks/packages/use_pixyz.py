import torch
from pixyz.distributions import (
    Bernoulli,
    Categorical,
    Deterministic,
    InverseTransformedDistribution,
    MixtureModel,
    Normal,
    ProductOfNormal,
    RelaxedCategorical,
)
from pixyz.flows import AffineCoupling, BatchNorm1d, FlowList, PlanarFlow, Reverse, Shuffle
from pixyz.losses import MMD, IterativeLoss, KullbackLeibler
from seeded import factories
from torch import nn
from torch.nn import functional as F

PIXELS, LATENT, HIDDEN, CLASSES = 20, 4, 16, 3


class _Inference(Normal):
    """q(z|x), or of more variables."""

    def __init__(self, cond_var=("x",), size=PIXELS, **options):
        super().__init__(var=["z"], cond_var=list(cond_var), **{"name": "q", **options})
        self.hidden = nn.Linear(size, HIDDEN)
        self.loc = nn.Linear(HIDDEN, LATENT)
        self.scale = nn.Linear(HIDDEN, LATENT)

    def forward(self, **given):
        h = F.relu(self.hidden(torch.cat([given[name] for name in self.cond_var], -1)))
        return {"loc": self.loc(h), "scale": F.softplus(self.scale(h))}


class _Generator(Bernoulli):
    """p(x|z), or of more variables."""

    def __init__(self, var="x", cond_var=("z",), size=LATENT, output=PIXELS):
        super().__init__(var=[var], cond_var=list(cond_var), name="p")
        self.layers = nn.Sequential(nn.Linear(size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, output), nn.Sigmoid())

    def forward(self, **given):
        return {"probs": self.layers(torch.cat([given[name] for name in self.cond_var], -1))}


class _Label(RelaxedCategorical):
    """q(y|x)."""

    def __init__(self):
        super().__init__(var=["y"], cond_var=["x"], name="q", temperature=torch.tensor(0.5))
        self.layers = nn.Sequential(nn.Linear(PIXELS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, CLASSES))

    def forward(self, x):
        return {"probs": F.softmax(self.layers(x), dim=-1)}


class _Recurrence(Deterministic):
    """h = f(x, z, h_prev)."""

    def __init__(self):
        super().__init__(var=["h"], cond_var=["x", "z", "h_prev"], name="f")
        self.cell = nn.GRUCell(PIXELS + LATENT, HIDDEN)

    def forward(self, x, z, h_prev):
        return {"h": self.cell(torch.cat((z, x), -1), h_prev)}


class _ScaleTranslate(nn.Module):
    """The network of an affine coupling."""

    def __init__(self, size):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(size, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 2 * size))

    def forward(self, x):
        scale, translate = self.layers(x).chunk(2, -1)
        return torch.tanh(scale), translate


class _Evaluate(nn.Module):
    """The value of a loss for observed variables."""

    def __init__(self, loss, *names):
        super().__init__()
        self.loss = loss
        self.names = names

    def forward(self, *values):
        return self.loss.eval(dict(zip(self.names, values, strict=True)))


class _Sample(nn.Module):
    """Samples of a distribution given some variables, with their density."""

    def __init__(self, distribution, *names, density=True):
        super().__init__()
        self.distribution = distribution
        self.names = names
        self.density = density

    def forward(self, *values):
        given = dict(zip(self.names, values, strict=True))
        samples = self.distribution.sample(given) if given else self.distribution.sample(batch_n=5)
        return samples, self.distribution.get_log_prob(samples) if self.density else None


class _Density(nn.Module):
    """The density of observed variables."""

    def __init__(self, distribution, *names):
        super().__init__()
        self.distribution = distribution
        self.names = names

    def forward(self, *values):
        return self.distribution.get_log_prob(dict(zip(self.names, values, strict=True)))


def _prior(var="z", size=LATENT):
    return Normal(loc=torch.zeros(size), scale=torch.ones(size), var=[var], features_shape=[size], name="p_{prior}")


def _vae():
    p, q = _Generator(), _Inference()
    return _Evaluate((KullbackLeibler(q, _prior()) - p.log_prob().expectation(q)).mean(), "x")


def _conditional():
    size = LATENT + CLASSES
    p, q = _Generator(cond_var=("z", "y"), size=size), _Inference(cond_var=("x", "y"), size=PIXELS + CLASSES)
    return _Evaluate((KullbackLeibler(q, _prior()) - p.log_prob().expectation(q)).mean(), "x", "y")


def _semi_supervised():
    size = LATENT + CLASSES
    p, q = _Generator(cond_var=("z", "y"), size=size), _Inference(cond_var=("x", "y"), size=PIXELS + CLASSES)
    labels = _Label()
    prior_y = Categorical(probs=torch.full((CLASSES,), 1 / CLASSES), var=["y"], name="p_{prior}")
    labelled = -(p.log_prob() - (q.log_prob() - _prior().log_prob())).expectation(q)
    unlabelled = (p.log_prob() + prior_y.prob() * 0.1).expectation(q * labels)
    return _Evaluate((labelled - 0.1 * labels.log_prob()).mean() - unlabelled.mean(), "x", "y")


def _importance():
    p, q = _Generator(), _Inference()
    joint = p * _prior()
    bound = (joint.log_prob() - q.log_prob()).expectation(q, sample_shape=torch.Size([5]))
    return _Evaluate(-bound.mean(), "x")


def _sequence():
    p = _Generator(cond_var=("z", "h_prev"), size=LATENT + HIDDEN)
    q = _Inference(cond_var=("x", "h_prev"), size=PIXELS + HIDDEN)
    step = p.log_prob().expectation(q * _Recurrence()).mean()
    loss = IterativeLoss(step_loss=step, series_var=["x"], update_value={"h": "h_prev"})
    return _Evaluate(-loss, "x", "h_prev")


def _flow():
    layers = FlowList(
        [
            AffineCoupling(in_features=6, scale_translate_net=_ScaleTranslate(6)),
            BatchNorm1d(6),
            Reverse(6),
            AffineCoupling(in_features=6, scale_translate_net=_ScaleTranslate(6), inverse_mask=True),
        ]
    )
    return _Density(InverseTransformedDistribution(prior=_prior(size=6), flow=layers, var=["x"]), "x")


def _planar():
    layers = FlowList([PlanarFlow(2, constraint_u=True), Shuffle(2), PlanarFlow(2, constraint_u=True)])
    base = _prior("z", 2)
    return _Flow(layers, base)


class _Flow(nn.Module):
    """Samples of a base distribution that a flow transforms, with the change of their volume."""

    def __init__(self, flow, base):
        super().__init__()
        self.flow = flow
        self.base = base

    def forward(self, x):
        z = self.flow(x)
        return z, self.base.get_log_prob({"z": z}) + self.flow.logdet_jacobian


def _mixture():
    parts = [Normal(loc=torch.randn(2), scale=torch.rand(2) + 0.5, var=["x"], name=f"p_{i}") for i in range(CLASSES)]
    prior = Categorical(probs=torch.full((CLASSES,), 1 / CLASSES), var=["z"], name="prior")
    return _Density(MixtureModel(distributions=parts, prior=prior), "x")


def _experts():
    first = _Inference(cond_var=("x",), size=PIXELS, name="q_x")
    second = _Inference(cond_var=("y",), size=CLASSES, name="q_y")
    return _Sample(ProductOfNormal([first, second], name="q"), "x", "y", density=False)


def _discrepancy():
    p, q = _Generator(), _Inference()
    loss = MMD(q, _prior(), kernel="gaussian")
    return _Evaluate((loss - p.log_prob().expectation(q)).mean(), "x")


def _binary(*shape):
    return torch.randint(0, 2, shape).float()


def _labels(batch=6):
    return F.one_hot(torch.randint(0, CLASSES, (batch,)), CLASSES).float()


MODELS = {
    "Autoencoder": lambda: (_vae(), (_binary(6, PIXELS),)),
    "Conditional": lambda: (_conditional(), (_binary(6, PIXELS), _labels())),
    "SemiSupervised": lambda: (_semi_supervised(), (_binary(6, PIXELS), _labels())),
    "Sequence": lambda: (_sequence(), (_binary(5, 6, PIXELS), torch.zeros(6, HIDDEN))),
    "Flow": lambda: (_flow(), (torch.randn(8, 6),)),
    "Experts": lambda: (_experts(), (_binary(6, PIXELS), _labels())),
    "ImportanceWeighted": lambda: (_importance(), (_binary(6, PIXELS),)),
    "Mixtures": lambda: (_mixture(), (torch.randn(7, 2),)),
    "Ancestral": lambda: (_Sample(_Generator() * _prior()), ()),
    "Planar": lambda: (_planar(), (torch.randn(8, 2),)),
    "Discrepancy": lambda: (_discrepancy(), (_binary(6, PIXELS),)),
    "Inference": lambda: (_Sample(_Inference(), "x"), (_binary(6, PIXELS),)),
}

__getattr__ = factories(MODELS)
