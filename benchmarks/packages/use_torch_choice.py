import torch
from seeded import factories
from torch import nn
from torch_choice.data import ChoiceDataset, JointDataset
from torch_choice.model import ConditionalLogitModel, NestedLogitModel
from torch_choice.model.coefficient import Coefficient

USERS, ITEMS, SESSIONS = 5, 4, 6


class _Loss(nn.Module):
    """The loss of a model for a batch of choices."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch):
        return self.model.loss(batch, batch.item_index, is_train=False)


class _NestedLoss(nn.Module):
    """The loss of a nested model for a batch of choices."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch):
        return self.model.loss(batch, batch["item"].item_index, is_train=False)


class _Prices(nn.Module):
    """Probabilities of choices for prices and incomes that are tensors, put into a batch as the model needs."""

    def __init__(self):
        super().__init__()
        self.model = ConditionalLogitModel(
            coef_variation_dict={"price_cost": "constant", "session_income": "item", "intercept": "item"},
            num_param_dict={"price_cost": 1, "session_income": 1, "intercept": 1},
            num_items=ITEMS,
        )

    def forward(self, chosen, cost, income):
        batch = ChoiceDataset(
            item_index=chosen,
            num_items=ITEMS,
            session_index=torch.arange(len(chosen)),
            price_cost=cost,
            session_income=income,
        )
        return self.model(batch).softmax(-1)


class _Minibatch(nn.Module):
    """Takes a batch out of a data set, and computes the accuracy and the likelihood of its choices."""

    def __init__(self, model, dataset):
        super().__init__()
        self.model = model
        self.dataset = dataset

    def forward(self, indices):
        batch = self.dataset[indices]
        utility = self.model(batch)
        accuracy = (utility.argmax(-1) == batch.item_index).float().mean()
        return accuracy, nn.functional.cross_entropy(utility, batch.item_index)


class _Elasticity(nn.Module):
    """A utility from two coefficients of the package and a network."""

    def __init__(self):
        super().__init__()
        self.price = Coefficient("user", num_params=2, num_items=ITEMS, num_users=USERS)
        self.taste = Coefficient("item", num_params=3, num_items=ITEMS, num_users=USERS)
        self.net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 3))

    def forward(self, prices, features, user):
        return self.price(prices, user) + self.taste(self.net(features), user)


class _Counterfactual(nn.Module):
    """Shares of items under coefficients that are given, and under learned ones."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch, coefficients):
        given = self.model(batch, manual_coef_value_dict=coefficients)
        return given.softmax(-1).mean(0), self.model(batch).softmax(-1).mean(0)


def _data(count=12, available=False, outside=False):
    low = -1 if outside else 0
    return ChoiceDataset(
        item_index=torch.randint(low, ITEMS, (count,)),
        num_items=ITEMS,
        num_users=USERS,
        num_sessions=SESSIONS,
        user_index=torch.randint(USERS, (count,)),
        session_index=torch.randint(SESSIONS, (count,)),
        item_availability=_available() if available else None,
        user_age=torch.randn(USERS, 2),
        item_quality=torch.randn(ITEMS, 3),
        session_time=torch.randn(SESSIONS, 1),
        price_cost=torch.rand(SESSIONS, ITEMS, 2),
        itemsession_wait=torch.rand(SESSIONS, ITEMS, 1),
    )


def _available():
    available = torch.rand(SESSIONS, ITEMS) < 0.8
    available[:, 0] = True
    return available


def _formula(formula, data, **options):
    return ConditionalLogitModel(formula=formula, dataset=data, num_items=ITEMS, num_users=USERS, **options), data


def _joint(count=10):
    item = _data(count)
    nest = ChoiceDataset(
        item_index=item.item_index.clone(),
        num_items=2,
        num_users=USERS,
        num_sessions=SESSIONS,
        user_index=item.user_index,
        session_index=item.session_index,
        item_nestquality=torch.randn(2, 2),
    )
    return JointDataset(nest=nest, item=item)


def _nested(item, nest="(item_nestquality|constant)", **options):
    data = _joint()
    model = NestedLogitModel(
        nest_to_item={0: [0, 1], 1: [2, 3]},
        nest_formula=nest,
        item_formula=item,
        dataset=data,
        num_users=USERS,
        **options,
    )
    return model, data[torch.arange(8)]


def _call(model, data):
    return model, (data,)


def _counterfactual():
    model, data = _formula("(price_cost|constant) + (item_quality|user)", _data())
    given = {"price_cost[constant]": torch.tensor([-1.0, 0.5]), "item_quality[user]": torch.randn(USERS, 3)}
    return _Counterfactual(model), (data, given)


def _minibatch():
    model, data = _formula("(price_cost|constant) + (user_age|item) + (intercept|item)", _data(24))
    return _Minibatch(model, data), (torch.tensor([3, 8, 1, 17, 5]),)


def _loss(formula, data, **options):
    model, data = _formula(formula, data, **options)
    return _Loss(model), (data,)


def _nested_loss(*args, **options):
    model, data = _nested(*args, **options)
    return _NestedLoss(model), (data,)


MODELS = {
    "Conditional": lambda: _call(*_formula("(price_cost|constant) + (session_time|item) + (intercept|item)", _data())),
    "Prices": lambda: (_Prices(), (torch.randint(ITEMS, (6,)), torch.rand(6, ITEMS, 1), torch.rand(6, 1))),
    "Nested": lambda: _call(*_nested("(price_cost|constant)", shared_lambda=True)),
    "Unavailable": lambda: _call(
        *_formula(
            "(itemsession_wait|item-full) + (user_age|item)", _data(available=True), weight_initialization="uniform"
        )
    ),
    "OutsideOption": lambda: _loss(
        "(price_cost|user) + (intercept|item-full)", _data(outside=True), model_outside_option=True
    ),
    "Regularized": lambda: _loss(
        "(price_cost|user-item) + (item_quality|constant)", _data(), regularization="L2", regularization_weight=0.1
    ),
    "Minibatch": _minibatch,
    "Coefficients": lambda: (
        _Elasticity(),
        (torch.randn(7, ITEMS, 2), torch.randn(7, ITEMS, 3), torch.randint(USERS, (7,))),
    ),
    "NestedLoss": lambda: _nested_loss(
        "(price_cost|user) + (item_quality|constant)",
        nest="(intercept|item)",
        shared_lambda=False,
        regularization="L1",
        regularization_weight=0.05,
    ),
    "Counterfactual": _counterfactual,
    "UserItems": lambda: _call(
        *_formula("(price_cost|user-item-full) + (user_age|constant) + (itemsession_wait|user)", _data())
    ),
}

__getattr__ = factories(MODELS)
