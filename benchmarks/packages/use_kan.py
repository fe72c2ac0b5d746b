import tempfile

import torch
from kan import KAN, KANLayer
from kan.MLP import MLP
from kan.MultKAN import MultKAN
from kan.Symbolic_KANLayer import Symbolic_KANLayer
from seeded import factories

QUIET = {"auto_save": False, "seed": 0, "ckpt_path": tempfile.gettempdir()}


def _symbolic():
    layer = Symbolic_KANLayer(2, 3)
    layer.fix_symbolic(0, 1, "sin", random=True)
    layer.fix_symbolic(1, 2, "x^2", random=True)
    return layer


def _fixed():
    model = KAN(width=[2, 3, 1], grid=3, k=3, **QUIET)
    model.fix_symbolic(0, 0, 0, "sin", fit_params_bool=False, verbose=False, log_history=False)
    return model


MODELS = {
    "KANModule": lambda: (KAN(width=[2, 3, 1], grid=3, k=3, **QUIET), (torch.randn(10, 2),)),
    "KANFast": lambda: (KAN(width=[2, 3, 1], grid=3, k=3, **QUIET).speed(), (torch.randn(10, 2),)),
    "KANSymbolic": lambda: (_fixed(), (torch.randn(10, 2),)),
    "KANSilu": lambda: (
        KAN(width=[2, 3, 1], grid=3, k=3, base_fun="identity", symbolic_enabled=False, **QUIET),
        (torch.randn(10, 2),),
    ),
    "MultKANModule": lambda: (MultKAN(width=[2, [2, 1], 1], grid=3, k=3, **QUIET), (torch.randn(10, 2),)),
    "KANLayerModule": lambda: (KANLayer(in_dim=2, out_dim=3, num=4), (torch.randn(10, 2),)),
    "SymbolicLayer": lambda: (_symbolic(), (torch.randn(10, 2),)),
    "MLPModule": lambda: (MLP([2, 5, 1], save_act=False), (torch.randn(10, 2),)),
    "MLPActivations": lambda: (MLP([2, 5, 1]), (torch.randn(10, 2),)),
}

__getattr__ = factories(MODELS)
