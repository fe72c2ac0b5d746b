import torch
from seeded import factories
from spandrel.architectures.ATD import ATD
from spandrel.architectures.Compact import Compact
from spandrel.architectures.CRAFT import CRAFT
from spandrel.architectures.DAT import DAT
from spandrel.architectures.DnCNN import DnCNN
from spandrel.architectures.DRCT import DRCT
from spandrel.architectures.DRUNet import DRUNet
from spandrel.architectures.ESRGAN import ESRGAN
from spandrel.architectures.FBCNN import FBCNN
from spandrel.architectures.FFTformer import FFTformer
from spandrel.architectures.HAT import HAT
from spandrel.architectures.KBNet import KBNet_s
from spandrel.architectures.MixDehazeNet import MixDehazeNet
from spandrel.architectures.MoSR import MoSR
from spandrel.architectures.NAFNet import NAFNet
from spandrel.architectures.OmniSR import OmniSR
from spandrel.architectures.PLKSR import PLKSR, RealPLKSR
from spandrel.architectures.RCAN import RCAN
from spandrel.architectures.RetinexFormer import RetinexFormer
from spandrel.architectures.RGT import RGT
from spandrel.architectures.SAFMN import SAFMN
from spandrel.architectures.SCUNet import SCUNet
from spandrel.architectures.SPAN import SPAN
from spandrel.architectures.Swin2SR import Swin2SR
from spandrel.architectures.SwinIR import SwinIR
from spandrel.architectures.Uformer import Uformer


def _image(size=32, channels=3):
    return (torch.rand(1, channels, size, size),)


WINDOWED = {"img_size": 32, "embed_dim": 12, "depths": [2], "num_heads": [2], "window_size": 8, "upscale": 2}
MODELS = {
    "SuperResolutionATD": lambda: (
        ATD(
            img_size=32,
            embed_dim=12,
            depths=[2],
            num_heads=[2],
            window_size=8,
            upscale=2,
            num_tokens=8,
            category_size=32,
        ),
        _image(),
    ),
    "SuperResolutionCompact": lambda: (Compact(num_feat=8, num_conv=2, upscale=2), _image()),
    "SuperResolutionCRAFT": lambda: (
        CRAFT(window_size=8, embed_dim=12, depths=[2], num_heads=[2], split_size_0=4, split_size_1=4, upscale=2),
        _image(),
    ),
    "SuperResolutionDAT": lambda: (
        DAT(img_size=32, embed_dim=32, split_size=[4, 8], depth=[2], num_heads=[2], upscale=2),
        (torch.rand(2, 3, 32, 32),),
    ),
    "SuperResolutionDRCT": lambda: (
        DRCT(img_size=32, embed_dim=12, depths=[2], num_heads=[2], window_size=8, gc=4, upscale=2),
        _image(),
    ),
    "DenoiserDRUNet": lambda: (DRUNet(in_nc=4, out_nc=3, nc=[8, 8, 16, 16], nb=1), _image(channels=4)),
    "DenoiserDnCNN": lambda: (DnCNN(in_nc=3, out_nc=3, nc=8, nb=4), _image()),
    "SuperResolutionESRGAN": lambda: (ESRGAN(num_filters=8, num_blocks=1, scale=2), _image()),
    "ArtifactsFBCNN": lambda: (FBCNN(in_nc=3, out_nc=3, nc=[8, 8, 8, 512], nb=1), _image()),
    "DeblurFFTformer": lambda: (FFTformer(dim=8, num_blocks=[1, 1, 1], num_refinement_blocks=1), _image(64)),
    "SuperResolutionHAT": lambda: (
        HAT(
            img_size=32,
            embed_dim=12,
            depths=[2],
            num_heads=[2],
            window_size=8,
            upscale=2,
            compress_ratio=3,
            squeeze_factor=4,
        ),
        _image(),
    ),
    "DenoiserKBNet": lambda: (KBNet_s(width=8, middle_blk_num=1, enc_blk_nums=[1, 1], dec_blk_nums=[1, 1]), _image()),
    "DehazeMixNet": lambda: (MixDehazeNet(embed_dims=[8, 16, 32, 16, 8], depths=[1, 1, 1, 1, 1]), _image(64)),
    "SuperResolutionMoSR": lambda: (MoSR(n_block=2, dim=16, upscale=2), _image()),
    "RestorationNAFNet": lambda: (
        NAFNet(width=8, middle_blk_num=1, enc_blk_nums=[1, 1], dec_blk_nums=[1, 1]),
        _image(),
    ),
    "SuperResolutionOmniSR": lambda: (
        OmniSR(num_feat=16, res_num=1, block_num=1, window_size=8, up_scale=2),
        _image(),
    ),
    "SuperResolutionPLKSR": lambda: (PLKSR(dim=16, n_blocks=2, upscaling_factor=2), _image()),
    "SuperResolutionRealPLKSR": lambda: (RealPLKSR(dim=16, n_blocks=2, upscaling_factor=2), _image()),
    "SuperResolutionRCAN": lambda: (RCAN(scale=2, n_resgroups=1, n_resblocks=2, n_feats=16, reduction=4), _image()),
    "LowLightRetinexFormer": lambda: (RetinexFormer(n_feat=8, stage=1, num_blocks=[1, 1, 1]), _image()),
    "SuperResolutionRGT": lambda: (
        RGT(img_size=32, embed_dim=12, depth=[2], num_heads=[2], split_size=[8, 8], upscale=2),
        _image(),
    ),
    "SuperResolutionSAFMN": lambda: (SAFMN(dim=16, n_blocks=2, upscaling_factor=2), _image()),
    "DenoiserSCUNet": lambda: (SCUNet(config=[1, 1, 1, 1, 1, 1, 1], dim=64, input_resolution=64), _image(64)),
    "SuperResolutionSPAN": lambda: (SPAN(num_in_ch=3, num_out_ch=3, feature_channels=12, upscale=2), _image()),
    "SuperResolutionSwin2SR": lambda: (Swin2SR(**WINDOWED), _image()),
    "SuperResolutionSwinIR": lambda: (SwinIR(**WINDOWED), _image()),
    "SuperResolutionSwinIROddSize": lambda: (SwinIR(**WINDOWED, upsampler="nearest+conv"), _image(27)),
    "RestorationUformer": lambda: (
        Uformer(img_size=32, embed_dim=8, depths=[1] * 9, win_size=8),
        _image(),
    ),
}

__getattr__ = factories(MODELS)
