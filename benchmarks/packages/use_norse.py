import norse.torch as norse
import torch
from norse.torch.functional import izhikevich, stdp
from seeded import factories


def _spikes(*shape, rate=0.3):
    return (torch.rand(*shape) < rate).float()


class _Digits(torch.nn.Module):
    """Classifies images: spikes by current, a recurrent layer, a readout and its greatest voltage."""

    def __init__(self, inputs=64, hidden=20, classes=5, steps=16):
        super().__init__()
        self.encoder = norse.ConstantCurrentLIFEncoder(steps)
        self.layer = norse.LIFRecurrentCell(inputs, hidden, p=norse.LIFParameters(alpha=torch.tensor(100.0)))
        self.readout = norse.LILinearCell(hidden, classes)

    def forward(self, images):
        x = self.encoder(images.flatten(1))
        s, r = None, None
        voltages = []
        for step in x:
            z, s = self.layer(step, s)
            v, r = self.readout(z, r)
            voltages.append(v)
        return torch.nn.functional.log_softmax(torch.stack(voltages).max(0).values, dim=1)


class _Adaptive(torch.nn.Module):
    """A recurrent network with adaptive thresholds and its spike rate for regularization."""

    def __init__(self):
        super().__init__()
        self.cells = norse.LSNNRecurrentCell(8, 12)

    def forward(self, x):
        s, count = None, 0.0
        regularization = norse.RegularizationCell()
        for step in x:
            z, s = self.cells(step, s)
            z, count = regularization(z, s)
        return z, count


class _Plastic(torch.nn.Module):
    """Linear synapses changed by the timing of spikes."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.rand(4, 6))
        self.cell = norse.LIFCell()
        self.p = stdp.STDPParameters(eta_minus=1e-1, eta_plus=3e-1, hardbound=True)

    def forward(self, x):
        batch = x.shape[1]
        w = self.weight.detach().clone()
        s = None
        state = stdp.STDPState(t_pre=torch.zeros(batch, 6), t_post=torch.zeros(batch, 4))
        for step in x:
            z, s = self.cell(torch.nn.functional.linear(step, w), s)
            w, state = stdp.stdp_step_linear(step, z, w, state, self.p, dt=0.001)
        return w


class _Rates(torch.nn.Module):
    """The rates and first times of a population's spikes."""

    def __init__(self):
        super().__init__()
        self.encoder = norse.PoissonEncoder(20, f_max=500)
        self.decoder = norse.SpikesToTimesDecoder(torch.tensor(2))

    def forward(self, x):
        spikes = self.encoder(x)
        return spikes.mean(0), self.decoder(spikes)


MODELS = {
    "DigitClassifier": lambda: (_Digits(), (torch.rand(3, 1, 8, 8),)),
    "Sequence": lambda: (
        norse.SequentialState(
            norse.Lift(torch.nn.Conv2d(1, 4, 3)),
            norse.LIF(),
            norse.Lift(torch.nn.Flatten()),
            norse.Lift(torch.nn.Linear(4 * 36, 5)),
            norse.LI(),
        ),
        (_spikes(6, 2, 1, 8, 8),),
    ),
    "RecurrentLIF": lambda: (norse.LIFRecurrent(8, 12), (_spikes(10, 3, 8) * 10,)),
    "SpikingConvNet": lambda: (norse.ConvNet(feature_size=28), (_spikes(4, 2, 1, 28, 28),)),
    "AdaptiveNetwork": lambda: (_Adaptive(), (_spikes(10, 3, 8) * 10,)),
    "Bursting": lambda: (norse.Izhikevich(izhikevich.tonic_bursting), (torch.rand(12, 2, 5) * 20,)),
    "SpikeTiming": lambda: (_Plastic(), (_spikes(10, 2, 6) * 10,)),
    "PopulationRates": lambda: (_Rates(), (torch.rand(3, 6),)),
    "ConductanceCell": lambda: (norse.CobaLIFCell(6, 4), (_spikes(3, 6),)),
    "AdaptiveExponential": lambda: (norse.LIFAdExRecurrent(6, 8), (torch.rand(8, 2, 6) * 10,)),
    "Refractory": lambda: (
        norse.LIFRefracRecurrent(6, 8),
        (_spikes(8, 2, 6) * 10,),
    ),
    "Population": lambda: (norse.PopulationEncoder(8), (torch.rand(3, 4) * 8,)),
    "Latency": lambda: (
        torch.nn.Sequential(norse.ConstantCurrentLIFEncoder(12), norse.SpikeLatencyEncoder()),
        (torch.rand(3, 6) * 4,),
    ),
    "ReceptiveFields": lambda: (
        norse.SpatialReceptiveField2d(1, 7, torch.tensor([[1.0, 1.0, 1.0, 0.0, 0.0], [2.0, 0.5, 0.8, 1.0, 0.0]])),
        (torch.randn(2, 1, 12, 12),),
    ),
    "TimeScales": lambda: (norse.TemporalReceptiveField((2, 6), n_scales=3), (torch.rand(8, 2, 6),)),
    "Stack": lambda: (
        norse.SequentialState(
            torch.nn.Linear(8, 12), norse.LSNNCell(), torch.nn.Linear(12, 6), norse.LIFCell(), norse.LICell()
        ),
        (_spikes(3, 8),),
    ),
}

__getattr__ = factories(MODELS)
