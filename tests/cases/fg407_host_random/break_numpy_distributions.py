import numpy as np
import torch

DRAWN = {}


@torch.compile
def draw(x):
    DRAWN["beta"] = np.random.beta(1.0, 1.0)  # break: FG407
    x = x + 1
    DRAWN["binomial"] = np.random.binomial(1, 0.5)  # break: FG407
    x = x * 2
    DRAWN["chisquare"] = np.random.chisquare(2)  # break: FG407
    x = x + 1
    DRAWN["dirichlet"] = np.random.dirichlet([1, 1])  # break: FG407
    x = x * 2
    DRAWN["exponential"] = np.random.exponential(1)  # break: FG407
    x = x + 1
    DRAWN["gamma"] = np.random.gamma(1)  # break: FG407
    x = x * 2
    DRAWN["geometric"] = np.random.geometric(0.5)  # break: FG407
    x = x + 1
    DRAWN["gumbel"] = np.random.gumbel()  # break: FG407
    x = x * 2
    DRAWN["laplace"] = np.random.laplace(size=3)  # break: FG407
    x = x + 1
    DRAWN["logistic"] = np.random.logistic()  # break: FG407
    x = x * 2
    DRAWN["lognormal"] = np.random.lognormal()  # break: FG407
    x = x + 1
    DRAWN["multinomial"] = np.random.multinomial(1, [0.5, 0.5])  # break: FG407
    x = x * 2
    DRAWN["multivariate_normal"] = np.random.multivariate_normal([0.0], [[1.0]])  # break: FG407
    x = x + 1
    DRAWN["permutation"] = np.random.permutation(3)  # break: FG407
    x = x * 2
    DRAWN["poisson"] = np.random.poisson(1)  # break: FG407
    x = x + 1
    DRAWN["standard_normal"] = np.random.standard_normal(3)  # break: FG407
    x = x * 2
    DRAWN["triangular"] = np.random.triangular(0, 1, 2)  # break: FG407
    x = x + 1
    DRAWN["weibull"] = np.random.weibull(1)  # break: FG407
    x = x * 2
    DRAWN["bytes"] = np.random.bytes(3)  # break: FG407
    x = x + 1
    DRAWN["ranf"] = np.random.ranf(3)  # break: FG407
    x = x * 2
    DRAWN["state"] = np.random.get_state()  # break: FG407
    x = x + 1
    np.random.set_state(DRAWN["state"])  # break: FG407
    return x


def make():
    return draw


def inputs():
    return [(torch.ones(3),)]
