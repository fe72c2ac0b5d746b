import torch
from seeded import factories
from torchgeo import losses, models


def _pair(size=64):
    """Images of one place at two times."""
    return torch.randn(1, 2, 3, size, size)


MODELS = {
    "FullyConvolutional": lambda: (models.FCN(in_channels=4, classes=3, num_filters=8), (torch.randn(2, 4, 16, 16),)),
    "FarSegmentation": lambda: (
        models.FarSeg(backbone="resnet18", classes=4, backbone_pretrained=False),
        (torch.randn(1, 3, 64, 64),),
    ),
    "ChangeStarFar": lambda: (
        models.ChangeStarFarSeg(backbone="resnet18", classes=1, backbone_pretrained=False),
        (_pair(),),
    ),
    "Mixin": lambda: (
        models.ChangeMixin(in_channels=16, inner_channels=8, num_convs=2, scale_factor=2.0),
        (torch.randn(2, 2, 8, 8, 8),),
    ),
    "SiameseConcatenation": lambda: (models.FCSiamConc("resnet18", encoder_weights=None), (_pair(),)),
    "SiameseDifference": lambda: (models.FCSiamDiff("resnet18", encoder_weights=None), (_pair(),)),
    "RandomFeatures": lambda: (
        models.RCF(in_channels=4, features=8, kernel_size=3, seed=0),
        (torch.randn(2, 4, 16, 16),),
    ),
    "Dofa": lambda: (
        models.DOFA(
            img_size=32, patch_size=16, embed_dim=32, depth=1, num_heads=2, dynamic_embed_dim=128, num_classes=5
        ),
        (torch.randn(2, 4, 32, 32), [0.665, 0.56, 0.49, 0.84]),
    ),
    "CopernicusSpectral": lambda: (
        models.CopernicusFM(img_size=32, patch_size=16, embed_dim=32, depth=1, num_heads=2, num_classes=5),
        (
            torch.randn(2, 3, 32, 32),
            torch.tensor([[10.0, 50.0, 1000.0, 1.0], [11.0, 51.0, float("nan"), 1.0]]),
            [665.0, 560.0, 490.0],
            [38.0, 45.0, 98.0],
        ),
    ),
    "CromaJoint": lambda: (
        models.CROMA(encoder_dim=64, encoder_depth=2, num_heads=16, patch_size=8, image_size=16),
        (),
        {"x_sar": torch.randn(1, 2, 16, 16), "x_optical": torch.randn(1, 12, 16, 16)},
    ),
    "TemporalAttention": lambda: (
        models.LTAE(in_channels=16, n_head=2, d_k=4, n_neurons=(32, 16), d_model=32, len_max_seq=6),
        (torch.randn(2, 6, 16),),
    ),
    "RecurrentImages": lambda: (
        models.ConvLSTM(input_dim=3, hidden_dim=[4, 4], kernel_size=3, num_layers=2, return_all_layers=True),
        (torch.randn(2, 4, 3, 8, 8),),
    ),
    "Location": lambda: (
        models.EarthLoc(in_channels=3, image_size=64, desc_dim=32, backbone="resnet50", pretrained=False),
        (torch.randn(1, 3, 64, 64),),
    ),
    "QR": lambda: (
        losses.QRLoss(),
        (torch.rand(2, 4, 8, 8).softmax(1), torch.rand(2, 4, 8, 8).softmax(1)),
    ),
}

__getattr__ = factories(MODELS)
