import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = TensorDictSequential(
            TensorDictModule(nn.Linear(4, 8), in_keys=["obs"], out_keys=["hidden"]),
            TensorDictModule(nn.Linear(8, 2), in_keys=["hidden"], out_keys=["action"]),
        )

    def forward(self, obs):
        td = TensorDict({"obs": obs}, batch_size=[obs.shape[0]])
        return self.net(td)["action"]


class DictBatch(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)

    def forward(self, obs, reward):
        td = TensorDict({"obs": obs, "next": {"reward": reward}}, batch_size=obs.shape[:1])
        td = td[1:]
        return self.net(td["obs"]), td["next", "reward"].mean()


def Policy_inputs():
    return [(torch.randn(5, 4),)]


def DictBatch_inputs():
    return [(torch.randn(5, 4), torch.randn(5, 1))]
