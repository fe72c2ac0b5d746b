import torch
from seeded import factories
from tsai.models import all as zoo
from tsai.models import layers


def _series(length=40):
    return (torch.randn(4, 3, length),)


def _table():
    return (torch.randint(0, 4, (4, 2)), torch.randn(4, 3))


CLASSES = {"color": ["a", "b", "c", "d"], "size": ["s", "m", "l", "xl"]}
NUMBERS = ["weight", "height", "age"]

MODELS = {
    "FCN": lambda: (zoo.FCN(3, 5, layers=[8, 16, 8]), _series()),
    "ResCNN": lambda: (zoo.ResCNN(3, 5), _series()),
    "ResNetPlus": lambda: (zoo.ResNetPlus(3, 5, nf=8), _series()),
    "InceptionTimePlus": lambda: (zoo.InceptionTimePlus(3, 5, nf=4), _series()),
    "InCoordTime": lambda: (zoo.InCoordTime(3, 5, nf=4), _series()),
    "XceptionTimePlus": lambda: (zoo.XceptionTimePlus(3, 5, nf=4), _series()),
    "OmniScaleCNN": lambda: (zoo.OmniScaleCNN(3, 5, 40, layers=[8 * 16, 5 * 128]), _series()),
    "XResNet1d": lambda: (zoo.xresnet1d18(3, 5), _series(64)),
    "XCMPlus": lambda: (zoo.XCMPlus(3, 5, 40, nf=8), _series()),
    "MLP": lambda: (zoo.MLP(3, 5, 40, layers=[16, 16], ps=[0.1, 0.1]), _series()),
    "gMLP": lambda: (zoo.gMLP(3, 5, 40, d_model=16, d_ffn=32, depth=2), _series()),
    "LSTM_FCNPlus": lambda: (zoo.LSTM_FCNPlus(3, 5, 40, hidden_size=8, conv_layers=[8, 8, 8]), _series()),
    "MGRU_FCNPlus": lambda: (zoo.MGRU_FCNPlus(3, 5, 40, hidden_size=8, conv_layers=[8, 8, 8], se=4), _series()),
    "LSTMPlus": lambda: (zoo.LSTMPlus(3, 5, 40, hidden_size=8, bidirectional=True), _series()),
    "GRUAttention": lambda: (
        zoo.GRUAttention(3, 5, 40, hidden_size=16, n_heads=2, rnn_layers=1, encoder_layers=1),
        _series(),
    ),
    "TCN": lambda: (zoo.TCN(3, 5, layers=[8, 8]), _series()),
    "TransformerModel": lambda: (zoo.TransformerModel(3, 5, d_model=16, n_head=2, d_ffn=16), _series()),
    "TransformerLSTMPlus": lambda: (
        zoo.TransformerLSTMPlus(3, 5, 40, d_model=16, nhead=2, dim_feedforward=16),
        _series(),
    ),
    "TST": lambda: (zoo.TST(3, 5, 40, d_model=16, n_heads=2, n_layers=1, d_ff=16), _series()),
    "TSTPlus": lambda: (zoo.TSTPlus(3, 5, 40, d_model=16, n_heads=2, n_layers=1, d_ff=16), _series()),
    "TSiTPlus": lambda: (zoo.TSiTPlus(3, 5, 40, d_model=16, n_heads=2, depth=1, use_token=True), _series()),
    "TSPerceiver": lambda: (
        zoo.TSPerceiver(3, 5, 40, n_latents=8, d_latent=16, n_layers=1, self_n_heads=2),
        _series(),
    ),
    "TSSequencerPlus": lambda: (zoo.TSSequencerPlus(3, 5, 40, d_model=16, depth=1), _series()),
    "PatchTST": lambda: (
        zoo.PatchTST(3, 5, 40, pred_dim=6, d_model=16, n_heads=2, n_layers=1, d_ff=16, patch_len=8, stride=4),
        _series(),
    ),
    "PatchTSTDecomposition": lambda: (
        zoo.PatchTST(
            3,
            5,
            40,
            pred_dim=6,
            d_model=16,
            n_heads=2,
            n_layers=1,
            d_ff=16,
            patch_len=8,
            stride=4,
            decomposition=True,
            kernel_size=5,
        ),
        _series(),
    ),
    "ConvTranPlus": lambda: (zoo.ConvTranPlus(3, 5, 40, d_model=16, n_heads=8, dim_ff=16), _series()),
    "mWDN": lambda: (zoo.mWDN(3, 5, 40, nf=4), _series()),
    "HydraPlus": lambda: (zoo.HydraPlus(3, 5, 40, g=8), _series()),
    "MiniRocketPlus": lambda: (zoo.MiniRocketPlus(3, 5, 40, num_features=168), _series()),
    "MultiRocketPlus": lambda: (zoo.MultiRocketPlus(3, 5, 40, num_features=800), _series()),
    "TabTransformer": lambda: (zoo.TabTransformer(CLASSES, NUMBERS, 2, d_model=16, n_layers=1, n_heads=2), _table()),
    "GatedTabTransformer": lambda: (
        zoo.GatedTabTransformer(CLASSES, NUMBERS, 2, d_model=16, n_layers=1, n_heads=2),
        _table(),
    ),
    "TabFusionTransformer": lambda: (
        zoo.TabFusionTransformer(CLASSES, NUMBERS, 2, d_model=16, n_layers=1, n_heads=2),
        _table(),
    ),
    "SqueezeExcite": lambda: (layers.SEModule1d(16, reduction=4), (torch.randn(2, 16, 20),)),
    "GaussianNoise": lambda: (layers.GaussianNoise(0.1), _series()),
    "MultiConv1d": lambda: (layers.MultiConv1d(3, 8, kss=[1, 3, 5]), _series()),
    "GAWP": lambda: (layers.GAWP1d(8, 20), (torch.randn(2, 8, 20),)),
}

__getattr__ = factories(MODELS)
