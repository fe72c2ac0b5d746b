import diffsptk
import torch
from seeded import factories


def _wave(*shape):
    return torch.randn(*(shape or (2, 400)))


def _positive(*shape):
    return torch.rand(*shape) + 0.1


MODELS = {
    "STFT": lambda: (diffsptk.STFT(40, 20, 64), (_wave(),)),
    "ISTFT": lambda: (diffsptk.ISTFT(40, 20, 64), (torch.randn(2, 20, 33, dtype=torch.complex64), 400)),
    "MelFilterBankAnalysis": lambda: (
        diffsptk.MelFilterBankAnalysis(fft_length=64, n_channel=10, sample_rate=8000),
        (_positive(2, 5, 33),),
    ),
    "MFCC": lambda: (
        diffsptk.MFCC(fft_length=64, mfcc_order=8, n_channel=12, sample_rate=8000, out_format="yE"),
        (_positive(2, 5, 33),),
    ),
    "PLP": lambda: (
        diffsptk.PLP(fft_length=64, plp_order=6, n_channel=12, sample_rate=8000, out_format="y"),
        (_positive(2, 5, 33),),
    ),
    "LPC": lambda: (diffsptk.LPC(40, 6), (_wave(2, 5, 40),)),
    "MelCepstralAnalysis": lambda: (
        diffsptk.MelCepstralAnalysis(fft_length=64, cep_order=8, alpha=0.3, n_iter=2),
        (_positive(2, 5, 33),),
    ),
    "MelGeneralizedCepstralAnalysis": lambda: (
        diffsptk.MelGeneralizedCepstralAnalysis(fft_length=64, cep_order=8, alpha=0.3, gamma=-0.5, n_iter=1),
        (_positive(2, 5, 33),),
    ),
    "CepstralAnalysis": lambda: (
        diffsptk.CepstralAnalysis(fft_length=64, cep_order=8, n_iter=2, accel=0.1),
        (_positive(2, 5, 33),),
    ),
    "MLSA": lambda: (diffsptk.MLSA(8, 20, alpha=0.3, taylor_order=5), (_wave(2, 100), torch.randn(2, 5, 9) * 0.1)),
    "MLSAFrequencyDomain": lambda: (
        diffsptk.MLSA(8, 20, alpha=0.3, mode="freq-domain", frame_length=60, fft_length=64),
        (_wave(2, 100), torch.randn(2, 5, 9) * 0.1),
    ),
    "AllPoleDigitalFilter": lambda: (
        diffsptk.AllPoleDigitalFilter(4, 20),
        (_wave(2, 100), torch.randn(2, 5, 5) * 0.1),
    ),
    "AllZeroDigitalFilter": lambda: (
        diffsptk.AllZeroDigitalFilter(4, 20),
        (_wave(2, 100), torch.randn(2, 5, 5) * 0.1),
    ),
    "SecondOrderDigitalFilter": lambda: (
        diffsptk.SecondOrderDigitalFilter(8000, pole_frequency=1000, pole_bandwidth=100),
        (_wave(2, 100),),
    ),
    "PQMF": lambda: (diffsptk.PQMF(4, 20), (_wave(2, 1, 100),)),
    "MDCT": lambda: (diffsptk.MDCT(32), (_wave(),)),
    "ConstantQTransform": lambda: (
        diffsptk.CQT(64, 8000, n_bin=24, n_bin_per_octave=12, f_min=200),
        (_wave(2, 2000),),
    ),
    "ExcitationGeneration": lambda: (diffsptk.ExcitationGeneration(20), (torch.rand(2, 10, 1)[..., 0] * 40 + 10,)),
    "GriffinLim": lambda: (diffsptk.GriffinLim(40, 20, 64, n_iter=3), (_positive(2, 10, 33),)),
    "VectorQuantization": lambda: (diffsptk.VectorQuantization(7, 16), (torch.randn(2, 8),)),
    "MultiStageVectorQuantization": lambda: (diffsptk.MultiStageVectorQuantization(7, 16, 2), (torch.randn(4, 8),)),
    "PCA": lambda: (diffsptk.PCA(3, 2), (torch.randn(20, 4),)),
    "LineSpectralPairs": lambda: (
        diffsptk.LinearPredictiveCoefficientsToLineSpectralPairs(4),
        (torch.tensor([[1.0, 0.2, -0.1, 0.05, 0.02], [1.0, -0.3, 0.1, 0.02, 0.01]]),),
    ),
    "StabilityCheck": lambda: (
        diffsptk.LinearPredictiveCoefficientsStabilityCheck(4),
        (torch.tensor([[1.0, 0.2, -0.1, 0.05, 0.02], [1.0, -0.3, 0.1, 0.02, 0.01]]),),
    ),
    "Delta": lambda: (diffsptk.Delta([[-0.5, 0, 0.5], [1, -2, 1]]), (torch.randn(2, 10, 4),)),
    "MLPG": lambda: (diffsptk.MLPG(10, [[-0.5, 0, 0.5]]), (torch.randn(2, 10, 8),)),
    "Histogram": lambda: (diffsptk.Histogram(n_bin=8), (torch.rand(2, 50),)),
    "F0Evaluation": lambda: (diffsptk.F0Evaluation(), (_positive(2, 20) * 200, _positive(2, 20) * 200)),
    "DynamicRangeCompression": lambda: (diffsptk.DRC(sample_rate=8000), (_wave(2, 200),)),
    "Yingram": lambda: (diffsptk.Yingram(400, sample_rate=8000, lag_min=10), (_wave(2, 400),)),
    "MedianFilter": lambda: (diffsptk.MedianFilter(3), (_wave(2, 20, 1),)),
    "DynamicTimeWarping": lambda: (diffsptk.DTW(), (torch.randn(2, 8, 3), torch.randn(2, 9, 3))),
}

__getattr__ = factories(MODELS)
