import torch
from pfhedge.instruments import (
    BrownianStock,
    EuropeanOption,
    HestonStock,
    LookbackOption,
    MertonJumpStock,
    RoughBergomiStock,
    VarianceSwap,
)
from pfhedge.nn import (
    BlackScholes,
    BSAmericanBinaryOption,
    BSEuropeanBinaryOption,
    BSEuropeanOption,
    BSLookbackOption,
    Clamp,
    EntropicRiskMeasure,
    ExpectedShortfall,
    Hedger,
    IsoelasticLoss,
    MultiLayerPerceptron,
    QuadraticCVaR,
    SVIVariance,
    WhalleyWilmott,
)
from seeded import factories
from torch import nn

FEATURES = ["log_moneyness", "time_to_maturity", "volatility"]


class _Loss(nn.Module):
    """Simulates paths, hedges a derivative along them, and returns the loss of the hedger."""

    def __init__(self, hedger, derivative, hedge=None, paths=16):
        super().__init__()
        self.hedger = hedger
        self.derivative = derivative
        self.hedge = hedge
        self.paths = paths

    def forward(self):
        return self.hedger.compute_loss(self.derivative, hedge=self.hedge, n_paths=self.paths)


class _Profit(nn.Module):
    """The profit and loss of a hedger along paths from given states of the market."""

    def __init__(self, hedger, derivative, paths=16):
        super().__init__()
        self.hedger = hedger
        self.derivative = derivative
        self.paths = paths

    def forward(self, spot):
        self.derivative.simulate(n_paths=self.paths, init_state=(spot,))
        profit = self.hedger.compute_pl(self.derivative)
        return profit, self.hedger.criterion(profit), self.hedger.criterion.cash(profit)


class _Price(nn.Module):
    """The price of a derivative that a hedger asks for."""

    def __init__(self, hedger, derivative):
        super().__init__()
        self.hedger = hedger
        self.derivative = derivative

    def forward(self):
        return self.hedger.price(self.derivative, n_paths=16, n_times=2)


class _NoTransactionBand(nn.Module):
    """The no-transaction band network of the package's README."""

    def __init__(self, derivative):
        super().__init__()
        self.delta = BlackScholes(derivative)
        self.mlp = MultiLayerPerceptron(out_features=2)
        self.clamp = Clamp()

    def inputs(self):
        return [*self.delta.inputs(), "prev_hedge"]

    def forward(self, input):
        prev_hedge = input[..., [-1]]
        delta = self.delta(input[..., :-1])
        width = self.mlp(input[..., :-1])
        lower = delta - nn.functional.leaky_relu(width[..., [0]])
        upper = delta + nn.functional.leaky_relu(width[..., [1]])
        return self.clamp(prev_hedge, min=lower, max=upper)


class _Greeks(nn.Module):
    """The price and the greeks of an option, and the volatility that its price implies."""

    def __init__(self, option):
        super().__init__()
        self.option = option

    def forward(self, moneyness, time, volatility):
        state = {"log_moneyness": moneyness, "time_to_maturity": time, "volatility": volatility}
        price = self.option.price(**state)
        implied = self.option.implied_volatility(log_moneyness=moneyness, time_to_maturity=time, price=price)
        return price, self.option.delta(**state), self.option.gamma(**state), self.option.vega(**state), implied


class _PathGreeks(nn.Module):
    """The price and the greeks of an option that depends on the maximum of the path."""

    def __init__(self, option):
        super().__init__()
        self.option = option

    def forward(self, moneyness, highest, time, volatility):
        state = {
            "log_moneyness": moneyness,
            "max_log_moneyness": highest,
            "time_to_maturity": time,
            "volatility": volatility,
        }
        return self.option.price(**state), self.option.delta(**state), self.option.gamma(**state)


class _Risk(nn.Module):
    """Measures of the risk of a portfolio."""

    def __init__(self):
        super().__init__()
        self.measures = nn.ModuleList([EntropicRiskMeasure(2.0), ExpectedShortfall(0.2), QuadraticCVaR(2.0)])
        self.utility = IsoelasticLoss(0.5)

    def forward(self, profit, target):
        losses = torch.stack([measure(profit, target) for measure in self.measures])
        cash = torch.stack([measure.cash(profit, target) for measure in self.measures])
        return losses, cash, self.utility(profit.exp())


def _stock():
    return BrownianStock(cost=1e-3)


def _call(maturity=8 / 250, stock=None):
    return EuropeanOption(stock or _stock(), maturity=maturity)


def _network(features=3, out=1):
    return MultiLayerPerceptron(in_features=features, out_features=out, n_layers=2, n_units=16)


def _deep():
    option = _call()
    return _Loss(Hedger(_network(), FEATURES), option)


def _band():
    option = _call()
    model = _NoTransactionBand(option)
    model.mlp = _network(3, 2)
    return _Loss(Hedger(model, model.inputs()), option)


def _whalley():
    option = _call()
    model = WhalleyWilmott(option, a=2.0)
    return _Profit(Hedger(model, model.inputs(), criterion=ExpectedShortfall(0.2)), option)


def _black_scholes():
    option = _call()
    model = BlackScholes(option)
    return _Price(Hedger(model, model.inputs()), option)


def _heston():
    stock = HestonStock(cost=1e-4)
    option = LookbackOption(stock, maturity=6 / 250)
    swap = VarianceSwap(stock, maturity=6 / 250)
    swap.list(lambda derivative: derivative.ul().variance, cost=1e-4)
    hedger = Hedger(_network(4, 2), ["max_log_moneyness", *FEATURES], criterion=EntropicRiskMeasure(2.0))
    return _Loss(hedger, option, hedge=[stock, swap])


def _rough():
    option = _call(stock=RoughBergomiStock())
    return _Loss(Hedger(_network(4), [*FEATURES, "prev_hedge"], criterion=QuadraticCVaR(2.0)), option)


def _jumps():
    option = _call(stock=MertonJumpStock(jump_per_year=100.0))
    return _Profit(Hedger(_network(2), ["moneyness", "time_to_maturity"]), option)


def _state(count=12):
    return torch.randn(count) * 0.1, torch.rand(count) * 0.2 + 0.05, torch.rand(count) * 0.2 + 0.1


def _path_state(count=12):
    moneyness, time, volatility = _state(count)
    return moneyness, moneyness + torch.rand(count) * 0.1, time, volatility


MODELS = {
    "DeepHedging": lambda: (_deep(), ()),
    "NoTransactionBand": lambda: (_band(), ()),
    "TransactionCosts": lambda: (_whalley(), (torch.tensor(1.1),)),
    "BlackScholesPrice": lambda: (_black_scholes(), ()),
    "European": lambda: (_Greeks(BSEuropeanOption(strike=1.2)), _state()),
    "Lookback": lambda: (_PathGreeks(BSLookbackOption()), _path_state()),
    "Stochastic": lambda: (_heston(), ()),
    "RoughVolatility": lambda: (_rough(), ()),
    "Risk": lambda: (_Risk(), (torch.randn(40), torch.rand(40) * 0.1)),
    "AmericanBinary": lambda: (_PathGreeks(BSAmericanBinaryOption()), _path_state()),
    "Jumps": lambda: (_jumps(), (torch.tensor(0.95),)),
    "EuropeanBinary": lambda: (_Greeks(BSEuropeanBinaryOption()), _state()),
    "Smile": lambda: (
        SVIVariance(a=0.03, b=nn.Parameter(torch.tensor(0.1)), rho=0.1, m=0.0, sigma=torch.tensor(0.1)),
        (torch.linspace(-0.5, 0.5, 20),),
    ),
}

__getattr__ = factories(MODELS)
