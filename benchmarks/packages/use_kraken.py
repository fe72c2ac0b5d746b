import torch
from kraken.lib.ppocr import necks, nrtr
from kraken.lib.ppocr.model import PPOCRv6Model
from kraken.lib.pretrain.layers import Wav2Vec2Mask
from kraken.lib.ro.layers import ROMLP
from kraken.lib.vgsl import layers
from kraken.lib.vgsl.model import TorchVGSLModel
from kraken.train.losses import SoftDiceLoss
from seeded import factories


def _line(width=60):
    return torch.rand(2, 1, 16, width)


def _features():
    return torch.randn(2, 8, 4, 12)


def _lengths():
    return torch.tensor([12, 9])


RECOGNITION = "[1,16,0,1 Cr3,3,8 Do0.1,2 Mp2,2 Cr3,3,8 Mp2,2 S1(1x0)1,3 Lbx8 Do O1c10]"

MODELS = {
    "Recognition": lambda: (TorchVGSLModel(vgsl=RECOGNITION), (_line(), torch.tensor([60, 48]))),
    "RecognitionUnpadded": lambda: (TorchVGSLModel(vgsl=RECOGNITION), (_line(),)),
    "Segmentation": lambda: (
        TorchVGSLModel(vgsl="[1,64,0,3 Cr7,7,8,2,2 Gn4 Cr3,3,8,2,2 Gn4 Lbx4 Lby4 Cr1,1,8 Gn4 Lby4 Lbx4 O2l3]"),
        (torch.rand(1, 3, 64, 48),),
    ),
    "ParallelBranches": lambda: (
        TorchVGSLModel(vgsl="[1,16,0,1 ([Cr3,3,4] [Cr5,5,4 Cr3,3,4]) Mp2,2 S1(1x0)1,3 Lfx8 O1c6]"),
        (_line(),),
    ),
    "LineRecurrence": lambda: (
        layers.TransposedSummarizingRNN(8, 6, direction="b", transpose=False, summarize=False),
        (torch.randn(2, 8, 1, 12), _lengths()),
    ),
    "SummarizingRecurrence": lambda: (
        layers.TransposedSummarizingRNN(8, 6, direction="f", transpose=True, summarize=True),
        (_features(),),
    ),
    "Peephole": lambda: (layers.PeepholeBidiLSTM(8, 6), (torch.randn(2, 12, 8),)),
    "FoldHeight": lambda: (layers.Reshape(2, 4, 1, 1, 2), (_features(), _lengths())),
    "Convolution": lambda: (
        layers.ActConv2D(8, 4, (3, 3), (2, 2), "r"),
        (_features(), _lengths()),
    ),
    "Characters": lambda: (layers.LinSoftmax(8, 10), (torch.randn(2, 8, 1, 12), _lengths())),
    "ReadingOrder": lambda: (
        ROMLP(class_mapping={"default": 0, "heading": 1}, level="baselines"),
        (torch.randn(5, 16),),
    ),
    "PPOCRTiny": lambda: (PPOCRv6Model(variant="tiny", num_classes=12, height=48), (torch.rand(1, 3, 48, 96),)),
    "SVTRNeck": lambda: (
        necks.LightSVTRNeck(16, dims=16, depth=1, num_heads=2),
        (torch.randn(2, 16, 1, 12),),
    ),
    "AutoregressiveHead": lambda: (
        nrtr.NRTRHead(16, 12, d_model=16, num_decoder_layers=1, nhead=2, dim_feedforward=32),
        (torch.randn(2, 16, 8), torch.randint(0, 12, (2, 5))),
    ),
    "MaskedPretraining": lambda: (Wav2Vec2Mask(8, 6, 2, 0.3, 3), (torch.randn(2, 8, 1, 20),)),
    "SoftDice": lambda: (SoftDiceLoss(), (torch.rand(2, 3, 8, 8), torch.randint(0, 2, (2, 3, 8, 8)).float())),
}

__getattr__ = factories(MODELS)
