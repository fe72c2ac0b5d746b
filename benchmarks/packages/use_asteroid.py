import torch
from asteroid import losses, models
from asteroid.dsp import LambdaOverlapAdd, mixture_consistency
from asteroid.dsp.beamforming import SCM, SDWMWFBeamformer, SoudenMVDRBeamformer
from asteroid.masknn import TDConvNet
from asteroid.masknn.recurrent import DPRNN
from asteroid_filterbanks import make_enc_dec
from asteroid_filterbanks.transforms import mag
from seeded import factories


class _Consistent(torch.nn.Module):
    """A separation whose sources add up to the mixture."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, mixture):
        return mixture_consistency(mixture, self.net(mixture))


class _Beamformer(torch.nn.Module):
    """Masks of speech and noise to one enhanced channel."""

    def __init__(self, beamformer):
        super().__init__()
        self.scm = SCM()
        self.beamformer = beamformer

    def forward(self, mix, mask):
        return self.beamformer(mix, self.scm(mix, mask), self.scm(mix, 1 - mask))


class _Spectrogram(torch.nn.Module):
    """The STFT of the filter banks, its magnitude and its inverse."""

    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = make_enc_dec("stft", n_filters=64, kernel_size=64, stride=32)

    def forward(self, wav):
        spec = self.encoder(wav)
        return mag(spec), self.decoder(spec, length=wav.shape[-1])


def _convtasnet(**kwargs):
    return models.ConvTasNet(
        **(
            {"n_src": 2, "n_filters": 16, "n_blocks": 2, "n_repeats": 2, "bn_chan": 8, "hid_chan": 16, "skip_chan": 8}
            | kwargs
        )
    )


MODELS = {
    "CausalConvTasNet": lambda: (
        _convtasnet(causal=True, norm_type="cLN", mask_act="relu"),
        (torch.randn(1, 1, 1607),),
    ),
    "ConsistentConvTasNet": lambda: (_Consistent(_convtasnet(fb_name="param_sinc")), (torch.randn(2, 1600),)),
    "DPRNNTasNet": lambda: (
        models.DPRNNTasNet(2, bn_chan=8, hid_size=8, chunk_size=20, n_repeats=2, n_filters=16),
        (torch.randn(2, 1600),),
    ),
    "DPTNet": lambda: (
        models.DPTNet(2, n_heads=2, ff_hid=8, chunk_size=20, n_repeats=1, n_filters=16),
        (torch.randn(2, 1600),),
    ),
    "SuDORMRFNet": lambda: (
        models.SuDORMRFNet(2, bn_chan=8, num_blocks=2, upsampling_depth=3, n_filters=16),
        (torch.randn(2, 1, 1600),),
    ),
    "DeMaskComplex": lambda: (
        models.DeMask(input_type="cat", output_type="reim", hidden_dims=(32,), n_filters=64, stride=32, kernel_size=64),
        (torch.randn(2, 1600),),
    ),
    "FasNetTAC": lambda: (
        models.FasNetTAC(2, enc_dim=8, feature_dim=8, hidden_dim=8, n_layers=1, tac_hidden_dim=16, sample_rate=8000),
        (torch.randn(2, 3, 1600), torch.tensor([3, 2])),
    ),
    "TDConvNetMasker": lambda: (
        TDConvNet(16, 2, n_blocks=2, n_repeats=1, bn_chan=8, hid_chan=16, skip_chan=8),
        (torch.randn(2, 16, 50),),
    ),
    "DPRNNMasker": lambda: (DPRNN(16, 2, bn_chan=8, hid_size=8, chunk_size=10, n_repeats=1), (torch.randn(2, 16, 45),)),
    "OverlapAddSeparation": lambda: (
        LambdaOverlapAdd(_convtasnet(), 2, window_size=800),
        (torch.randn(1, 1, 2000),),
    ),
    "PITSISDR": lambda: (
        losses.PITLossWrapper(losses.pairwise_neg_sisdr, pit_from="pw_mtx"),
        (torch.randn(2, 3, 800), torch.randn(2, 3, 800)),
        {"return_est": True},
    ),
    "MultiScaleSpectral": lambda: (
        losses.PITLossWrapper(
            losses.SingleSrcMultiScaleSpectral(n_filters=[128, 64], windows_size=[128, 64], hops_size=[32, 16]),
            pit_from="pw_pt",
        ),
        (torch.randn(2, 2, 800), torch.randn(2, 2, 800)),
    ),
    "SoudenMVDR": lambda: (
        _Beamformer(SoudenMVDRBeamformer()),
        (torch.randn(2, 3, 33, 20, dtype=torch.complex64), torch.rand(2, 33, 20)),
    ),
    "SDWMWF": lambda: (
        _Beamformer(SDWMWFBeamformer(mu=2.0)),
        (torch.randn(2, 3, 33, 20, dtype=torch.complex64), torch.rand(2, 33, 20)),
    ),
    "STFTFilterbank": lambda: (_Spectrogram(), (torch.randn(2, 1, 1600),)),
}

__getattr__ = factories(MODELS)
