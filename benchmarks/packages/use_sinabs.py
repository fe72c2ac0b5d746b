import sinabs.activation as sina
import sinabs.layers as sl
import torch
from seeded import factories
from sinabs.from_torch import from_model
from torch import nn


class _Reset(nn.Module):
    """Runs a spiking network on a new sequence: its states start at rest."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, spikes):
        for layer in self.network.modules():
            if isinstance(layer, sl.StatefulLayer):
                layer.reset_states()
        return self.network(spikes)


class _Digits(nn.Module):
    """The convolutional network of the package's tutorial for neuromorphic digits, with squeezed time."""

    def __init__(self, batch, classes=10):
        super().__init__()
        self.batch = batch
        self.layers = nn.Sequential(
            nn.Conv2d(2, 6, 3, padding=1, bias=False),
            sl.IAFSqueeze(batch_size=batch, min_v_mem=-1.0, surrogate_grad_fn=sina.PeriodicExponential()),
            sl.SumPool2d(2),
            nn.Conv2d(6, 8, 3, padding=1, bias=False),
            sl.IAFSqueeze(batch_size=batch, min_v_mem=-1.0, surrogate_grad_fn=sina.PeriodicExponential()),
            sl.SumPool2d(2),
            nn.Flatten(),
            nn.Linear(8 * 4 * 4, classes, bias=False),
            sl.IAFSqueeze(batch_size=batch, min_v_mem=-1.0),
        )

    def forward(self, events):
        spikes = self.layers(events.flatten(0, 1))
        return spikes.unflatten(0, (self.batch, -1)).sum(1)


class _Audio(nn.Module):
    """A spiking classifier of audio with synapses of several time constants."""

    def __init__(self, bands=8, classes=4):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(bands, 16),
            sl.LIF(tau_mem=20.0, tau_syn=torch.linspace(2.0, 20.0, 16), norm_input=False, train_alphas=True),
            nn.Linear(16, 16),
            sl.ALIF(tau_mem=20.0, tau_adapt=40.0, adapt_scale=1.2),
            nn.Linear(16, classes),
            sl.ExpLeak(tau_mem=60.0),
        )

    def forward(self, audio):
        return self.layers(audio).amax(1)


class _Merging(nn.Module):
    """Two spiking branches that are merged."""

    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(sl.Repeat(nn.Conv2d(1, 4, 3, padding=1)), sl.LIF(tau_mem=10.0))
        self.second = nn.Sequential(sl.Repeat(nn.Conv2d(1, 4, 5, padding=2)), sl.IAF(spike_fn=sina.SingleSpike))
        self.merge = sl.Merge()
        self.readout = nn.Sequential(sl.FlattenTime(), nn.Flatten(), nn.Linear(4 * 36, 3), sl.UnflattenTime(2))

    def forward(self, frames):
        return self.readout(self.merge(self.first(frames), self.second(frames)))


class _Encoder(nn.Module):
    """Turns images into spikes, and pools and crops them."""

    def __init__(self):
        super().__init__()
        self.encode = sl.Img2SpikeLayer((1, 10, 10), tw=12, max_rate=500.0, norm=1.0)
        self.pool = sl.SpikingMaxPooling2dLayer((2, 2), strides=(2, 2))
        self.crop = sl.Cropping2dLayer(((1, 0), (0, 1)))

    def forward(self, image):
        spikes = self.encode(image)
        return spikes, self.crop(self.pool(spikes))


class _Signal(nn.Module):
    """Turns a signal into spikes for a recurrent layer."""

    def __init__(self):
        super().__init__()
        self.encode = sl.Sig2SpikeLayer(channels_in=2, tw=3, norm_level=0.5)
        self.layer = nn.Sequential(nn.Linear(2, 6), _recurrent(sl.IAFRecurrent, 6))

    def forward(self, signal):
        spikes = self.encode(signal).unsqueeze(0)
        return self.layer(spikes)


def _recurrent(layer, size, **options):
    return layer(rec_connect=nn.Linear(size, size, bias=False), **options)


def _lif():
    return nn.Sequential(
        nn.Linear(6, 12),
        sl.LIF(
            tau_mem=torch.linspace(5.0, 20.0, 12),
            reset_fn=sina.MembraneReset(),
            spike_fn=sina.SingleSpike,
            surrogate_grad_fn=sina.Gaussian(mu=0.0, sigma=0.5),
            min_v_mem=-2.0,
        ),
    )


def _lif_recurrent():
    return nn.Sequential(nn.Linear(6, 10), _recurrent(sl.LIFRecurrent, 10, tau_mem=15.0, tau_syn=5.0), nn.Linear(10, 3))


def _alif_recurrent():
    return nn.Sequential(
        nn.Linear(6, 10), _recurrent(sl.ALIFRecurrent, 10, tau_mem=15.0, tau_adapt=30.0, spike_fn=sina.MaxSpike(2))
    )


def _converted():
    analog = nn.Sequential(
        nn.Conv2d(1, 4, 3, bias=False),
        nn.ReLU(),
        nn.AvgPool2d(2),
        nn.Flatten(),
        nn.Linear(4 * 9, 5),
        nn.ReLU(),
    )
    return from_model(analog, input_shape=(1, 8, 8), batch_size=2, add_spiking_output=False)


def _quantized():
    return nn.Sequential(
        nn.Conv2d(2, 4, 3),
        sl.NeuromorphicReLU(fanout=36),
        sl.ChannelShift(channel_shift=1),
        nn.Conv2d(5, 4, 3),
        sl.QuantizeLayer(),
    )


def _spikes(*shape, rate=0.3):
    return (torch.rand(*shape) < rate).float()


MODELS = {
    "Digits": lambda: (_Reset(_Digits(batch=2)), (_spikes(2, 8, 2, 16, 16),)),
    "Converted": lambda: (_Reset(_converted()), (_spikes(12, 1, 8, 8),)),
    "LeakyNeurons": lambda: (_Reset(_lif()), (_spikes(3, 15, 6),)),
    "Audio": lambda: (_Reset(_Audio()), (torch.rand(2, 20, 8),)),
    "Recurrence": lambda: (_Reset(_lif_recurrent()), (_spikes(3, 12, 6),)),
    "Adaptive": lambda: (_Reset(_alif_recurrent()), (_spikes(3, 12, 6),)),
    "Merging": lambda: (_Reset(_Merging()), (_spikes(2, 10, 1, 6, 6),)),
    "Quantized": lambda: (_quantized(), (torch.rand(2, 2, 9, 9) * 4,)),
    "ImageEncoder": lambda: (_Encoder(), (torch.rand(1, 10, 10),)),
    "SignalEncoder": lambda: (_Reset(_Signal()), (torch.randn(2, 8),)),
    "Readout": lambda: (
        _Reset(nn.Sequential(nn.Linear(5, 8), sl.IAF(), nn.Linear(8, 3), sl.ExpLeak(tau_mem=20.0))),
        (_spikes(2, 10, 5),),
    ),
}

__getattr__ = factories(MODELS)
