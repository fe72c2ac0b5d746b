import torch
import torch_audiomentations as augment
from seeded import factories

RATE = 44100


def _on_audio(build):
    return lambda: (build(), (torch.randn(2, 1, 44100),))


MODELS = {
    "Gain": _on_audio(lambda: augment.Gain(p=1.0, sample_rate=RATE, output_type="dict")),
    "PolarityInversion": _on_audio(lambda: augment.PolarityInversion(p=0.5, sample_rate=RATE, output_type="dict")),
    "PeakNormalization": _on_audio(lambda: augment.PeakNormalization(p=1.0, sample_rate=RATE, output_type="dict")),
    "AddColoredNoise": _on_audio(lambda: augment.AddColoredNoise(p=1.0, sample_rate=RATE, output_type="dict")),
    "BandPassFilter": _on_audio(lambda: augment.BandPassFilter(p=1.0, sample_rate=RATE, output_type="dict")),
    "BandStopFilter": _on_audio(lambda: augment.BandStopFilter(p=1.0, sample_rate=RATE, output_type="dict")),
    "LowPassFilter": _on_audio(lambda: augment.LowPassFilter(p=1.0, sample_rate=RATE, output_type="dict")),
    "HighPassFilter": _on_audio(lambda: augment.HighPassFilter(p=1.0, sample_rate=RATE, output_type="dict")),
    "Shift": _on_audio(lambda: augment.Shift(p=1.0, sample_rate=RATE, output_type="dict")),
    "ShuffleChannels": lambda: (
        augment.ShuffleChannels(p=1.0, sample_rate=RATE, output_type="dict"),
        (torch.randn(2, 2, 2000),),
    ),
    "TimeInversion": _on_audio(lambda: augment.TimeInversion(p=1.0, sample_rate=RATE, output_type="dict")),
    "SpliceOut": _on_audio(lambda: augment.SpliceOut(max_width=50, p=1.0, sample_rate=RATE, output_type="dict")),
    "PitchShift": _on_audio(lambda: augment.PitchShift(p=1.0, sample_rate=RATE, output_type="dict")),
    "Identity": _on_audio(lambda: augment.Identity(p=1.0, sample_rate=RATE, output_type="dict")),
    "Compose": _on_audio(
        lambda: augment.Compose(
            [augment.Gain(p=1.0, output_type="dict"), augment.PolarityInversion(p=0.5, output_type="dict")],
            output_type="dict",
        )
    ),
    "SomeOf": _on_audio(
        lambda: augment.SomeOf(
            2,
            [augment.Gain(p=1.0, output_type="dict"), augment.TimeInversion(p=1.0, output_type="dict")],
            output_type="dict",
        )
    ),
}

__getattr__ = factories(MODELS)
