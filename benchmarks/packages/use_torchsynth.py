import torch
from seeded import factories
from torchsynth import module, signal, synth
from torchsynth.config import SynthConfig


def _config(**kwargs):
    return SynthConfig(
        batch_size=32, sample_rate=4000, buffer_size_seconds=0.5, control_rate=100, **{"reproducible": True, **kwargs}
    )


def _notes():
    return torch.rand(32) * 60 + 30


def _audio():
    return torch.randn(32, 2000).as_subclass(signal.Signal)


def _control():
    return torch.rand(32, 50).as_subclass(signal.Signal)


MODELS = {
    "Voice": lambda: (synth.Voice(_config()), (0,)),
    "ADSR": lambda: (module.ADSR(_config()), (torch.rand(32) * 0.4,)),
    "SineVCO": lambda: (module.SineVCO(_config()), (_notes(), _audio())),
    "LFO": lambda: (module.LFO(_config()), (_control(),)),
    "SquareSaw": lambda: (module.SquareSawVCO(_config()), (_notes(), _audio())),
    "ModulationMixer": lambda: (
        module.ModulationMixer(_config(), 2, 3),
        (_control(), _control()),
    ),
    "AudioMixer": lambda: (module.AudioMixer(_config(), 3), (_audio(), _audio(), _audio())),
    "Upsample": lambda: (module.ControlRateUpsample(_config()), (_control(),)),
    "VoiceRandom": lambda: (synth.Voice(_config(reproducible=False)), ()),
    "FmVCO": lambda: (module.FmVCO(_config()), (_notes(), _audio())),
    "Noise": lambda: (module.Noise(_config(), 13), ()),
    "VCA": lambda: (module.VCA(_config()), (_audio(), _audio())),
    "Keyboard": lambda: (module.MonophonicKeyboard(_config()), ()),
    "SoftMode": lambda: (module.SoftModeSelector(_config(), 3), ()),
    "HardMode": lambda: (module.HardModeSelector(_config(), 3), ()),
    "Crossfade": lambda: (module.ControlRateVCA(_config()), (_control(), _control())),
}

__getattr__ = factories(MODELS)
