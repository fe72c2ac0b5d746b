import torch
from dasp_pytorch import functional, modules, signal
from seeded import factories

RATE = 44100


def _audio(channels=1, samples=4096, batch=2):
    return torch.randn(batch, channels, samples) * 0.1


class _Call(torch.nn.Module):
    """A function of the package, called as its users call it."""

    def __init__(self, function, *last, **kwargs):
        super().__init__()
        self.function = function
        self.last = last
        self.kwargs = kwargs

    def forward(self, *inputs):
        return self.function(*inputs, *self.last, **self.kwargs)


class _Effect(torch.nn.Module):
    """An effect with parameters from 0 to 1."""

    def __init__(self, processor):
        super().__init__()
        self.processor = processor

    def forward(self, x, params):
        return self.processor.process_normalized(x, params)


class _AutoEffect(torch.nn.Module):
    """An effect whose parameters a small network predicts from the audio."""

    def __init__(self, processor):
        super().__init__()
        self.processor = processor
        self.encoder = torch.nn.Sequential(
            torch.nn.Conv1d(1, 8, 65, stride=16),
            torch.nn.PReLU(),
            torch.nn.Conv1d(8, 16, 33, stride=8),
            torch.nn.PReLU(),
            torch.nn.AdaptiveAvgPool1d(1),
            torch.nn.Flatten(),
            torch.nn.Linear(16, processor.num_params),
        )

    def forward(self, x):
        params = torch.sigmoid(self.encoder(x))
        return self.processor.process_normalized(x, params), params


class _Chain(torch.nn.Module):
    """An equalizer and a compressor, one after the other."""

    def __init__(self):
        super().__init__()
        self.equalizer = modules.ParametricEQ(RATE)
        self.compressor = modules.Compressor(RATE)

    def forward(self, x, params):
        split = [self.equalizer.num_params, self.compressor.num_params]
        eq_params, comp_params = params.split(split, dim=-1)
        x = self.equalizer.process_normalized(x, eq_params)
        return self.compressor.process_normalized(x, comp_params)


class _Mix(torch.nn.Module):
    """Pans tracks and sums them on a stereo bus."""

    def forward(self, tracks, gain_db, pan, send_db):
        batch, count, samples = tracks.shape
        x = functional.gain(tracks.reshape(-1, 1, samples), RATE, gain_db.reshape(-1)).view(batch, count, samples)
        x = functional.stereo_panner(x, RATE, pan)
        return functional.stereo_bus(x, RATE, send_db)


class _Biquad(torch.nn.Module):
    """Filters audio by a biquad section designed from its parameters."""

    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def forward(self, x, gain_db, cutoff, q_factor):
        b, a = signal.biquad(gain_db, cutoff, q_factor, RATE, self.kind)
        return signal.sosfilt_via_fsm(torch.cat([b, a], dim=-1).unsqueeze(1), x)


MODELS = {
    "Equalizer": lambda: (_Effect(modules.ParametricEQ(RATE)), (_audio(), torch.rand(2, 18))),
    "Dynamics": lambda: (_Effect(modules.Compressor(RATE)), (_audio(), torch.rand(2, 6))),
    "AutoEqualizer": lambda: (_AutoEffect(modules.ParametricEQ(RATE)), (_audio(),)),
    "Mixer": lambda: (
        _Mix(),
        (torch.randn(2, 3, 2048), torch.randn(2, 3), torch.rand(2, 3), torch.randn(2, 3, 1)),
    ),
    "Reverb": lambda: (_Effect(modules.NoiseShapedReverb(RATE)), (_audio(2), torch.rand(2, 25))),
    "Channel": lambda: (_Chain(), (_audio(), torch.rand(2, 24))),
    "Drive": lambda: (_Call(functional.distortion), (_audio(), RATE, torch.rand(2) * 12)),
    "Widener": lambda: (_Call(functional.stereo_widener), (_audio(2, batch=1), RATE, torch.rand(1))),
    "Loudness": lambda: (_Effect(modules.Gain(RATE)), (_audio(), torch.rand(2, 1))),
    "AutoDynamics": lambda: (_AutoEffect(modules.Compressor(RATE)), (_audio(),)),
    "Peaking": lambda: (
        _Biquad("peaking"),
        (_audio(), torch.tensor([6.0, -3.0]), torch.tensor([500.0, 2000.0]), torch.tensor([0.7, 1.2])),
    ),
    "LowShelf": lambda: (
        _Biquad("low_shelf"),
        (_audio(), torch.tensor([6.0, -3.0]), torch.tensor([200.0, 300.0]), torch.tensor([0.7, 0.7])),
    ),
    "FilterByFFT": lambda: (
        _Call(signal.lfilter_via_fsm),
        (_audio(), torch.tensor([[0.2, 0.3, 0.2]] * 2), torch.tensor([[1.0, -0.5, 0.1]] * 2)),
    ),
    "Lookahead": lambda: (
        _Call(functional.compressor, lookahead_samples=32),
        (
            _audio(),
            RATE,
            torch.tensor([-30.0, -20.0]),
            torch.tensor([4.0, 2.0]),
            torch.tensor([10.0, 20.0]),
            torch.tensor([50.0, 40.0]),
            torch.tensor([6.0, 3.0]),
            torch.tensor([3.0, 0.0]),
        ),
    ),
    "Panner": lambda: (_Call(functional.stereo_panner), (torch.randn(2, 3, 1024), RATE, torch.rand(2, 3))),
}

__getattr__ = factories(MODELS)
