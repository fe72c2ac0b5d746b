import snntorch
import torch
from seeded import factories
from snntorch import functional, spikegen, surrogate
from torch import nn


class Rollout(nn.Module):
    """A layer and its neurons over some steps, as the tutorials write it."""

    def __init__(self, neuron, states):
        super().__init__()
        self.fc = nn.Linear(8, 6)
        self.neuron = neuron
        self.states = states

    def forward(self, x):
        state = getattr(self.neuron, self.states)()
        if not isinstance(state, tuple):
            state = (state,)
        spikes = []
        for step in range(x.shape[0]):
            spike, *state = self.neuron(self.fc(x[step]), *state)
            spikes.append(spike)
        return torch.stack(spikes)


class HiddenState(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(8, 6),
            snntorch.Leaky(beta=0.9, init_hidden=True),
            nn.Linear(6, 4),
            snntorch.Leaky(beta=0.9, init_hidden=True, output=True),
        )

    def forward(self, x):
        for layer in (self.net[1], self.net[3]):
            layer.reset_mem()
        return torch.stack([self.net(step)[0] for step in x])


class RateLoss(nn.Module):
    def __init__(self, loss):
        super().__init__()
        self.fc = nn.Linear(8, 4)
        self.neuron = snntorch.Leaky(beta=0.9)
        self.loss = loss

    def forward(self, x, labels):
        mem = self.neuron.init_leaky()
        spikes = []
        for step in x:
            spike, mem = self.neuron(self.fc(step), mem)
            spikes.append(spike)
        return self.loss(torch.stack(spikes), labels)


class RateCoded(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)
        self.neuron = snntorch.LeakyParallel(4, 4)

    def forward(self, x):
        return self.neuron(self.fc(spikegen.rate(x, num_steps=5)))


def _steps():
    return (torch.rand(4, 2, 8) * 2,)


def _rollout(build, states):
    return lambda: (Rollout(build(), states), _steps())


def _loss(build):
    return lambda: (RateLoss(build()), (torch.rand(4, 2, 8) * 2, torch.tensor([1, 3])))


MODELS = {
    "Leaky": _rollout(lambda: snntorch.Leaky(beta=0.9), "init_leaky"),
    "LeakyLearned": _rollout(
        lambda: snntorch.Leaky(
            beta=0.9, learn_beta=True, learn_threshold=True, spike_grad=surrogate.atan(), reset_mechanism="zero"
        ),
        "init_leaky",
    ),
    "LeakyInhibition": _rollout(lambda: snntorch.Leaky(beta=0.9, inhibition=True), "init_leaky"),
    "Synaptic": _rollout(
        lambda: snntorch.Synaptic(alpha=0.9, beta=0.8, spike_grad=surrogate.fast_sigmoid()), "init_synaptic"
    ),
    "Alpha": _rollout(lambda: snntorch.Alpha(alpha=0.9, beta=0.8), "init_alpha"),
    "Lapicque": _rollout(lambda: snntorch.Lapicque(beta=0.9), "init_lapicque"),
    "RLeaky": _rollout(lambda: snntorch.RLeaky(beta=0.9, linear_features=6), "init_rleaky"),
    "RSynaptic": _rollout(lambda: snntorch.RSynaptic(alpha=0.9, beta=0.8, linear_features=6), "init_rsynaptic"),
    "SLSTM": _rollout(lambda: snntorch.SLSTM(6, 5), "init_slstm"),
    "DeltaLeaky": lambda: (snntorch.DeltaLeaky(delta_threshold=0.1, beta=0.9), (torch.rand(2, 6), torch.zeros(2, 6))),
    "SConv2dLSTM": lambda: (snntorch.SConv2dLSTM(3, 4, 3, max_pool=2), (torch.rand(2, 3, 8, 8),)),
    "LeakyParallel": lambda: (snntorch.LeakyParallel(8, 6, learn_threshold=True), _steps()),
    "StateLeaky": lambda: (snntorch.StateLeaky(beta=0.9, channels=8), _steps()),
    "LinearLeaky": lambda: (snntorch.LinearLeaky(0.9, 8, 6), _steps()),
    "AssociativeLeaky": lambda: (snntorch.AssociativeLeaky(8, 4, 4, 16), _steps()),
    "GradedSpikes": lambda: (snntorch.GradedSpikes(2, 1.0), (torch.rand(2, 8),)),
    "HiddenStateNet": lambda: (HiddenState(), _steps()),
    "RateCodedNet": lambda: (RateCoded(), (torch.rand(2, 8),)),
    "CrossEntropyRate": _loss(functional.ce_rate_loss),
    "CrossEntropyCount": _loss(functional.ce_count_loss),
    "MeanSquareCount": _loss(lambda: functional.mse_count_loss(correct_rate=0.8, incorrect_rate=0.2)),
    "CrossEntropyTemporal": _loss(functional.ce_temporal_loss),
}

__getattr__ = factories(MODELS)
