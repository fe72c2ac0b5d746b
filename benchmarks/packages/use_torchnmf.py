import torch
from seeded import factories
from torchnmf import metrics, nmf, plca


class _Call(torch.nn.Module):
    """A function of the package, called as its users call it."""

    def __init__(self, function, **kwargs):
        super().__init__()
        self.function = function
        self.kwargs = kwargs

    def forward(self, *inputs):
        return self.function(*inputs, **self.kwargs)


class _Reconstruction(torch.nn.Module):
    """A factorization with the divergence of its reconstruction from the data."""

    def __init__(self, net, beta):
        super().__init__()
        self.net = net
        self.beta = beta

    def forward(self, V):
        WH = self.net()
        return WH, metrics.beta_div(WH, V, self.beta), metrics.sparseness(self.net.H)


class _Decomposition(torch.nn.Module):
    """Fits a factorization of the data from given first factors."""

    def __init__(self, cls, W, H, **kwargs):
        super().__init__()
        self.cls = cls
        self.register_buffer("W", W)
        self.register_buffer("H", H)
        self.factors = {"Z": torch.full((W.shape[1],), 1 / W.shape[1])} if cls is plca.PLCA else {}
        self.kwargs = kwargs

    def forward(self, V):
        net = self.cls(W=self.W, H=self.H, **self.factors)
        with torch.enable_grad():
            steps = net.fit(V, max_iter=12, **self.kwargs)
        return net().detach(), net.W.detach(), net.H.detach(), steps


class _Denoise(torch.nn.Module):
    """Separates a spectrogram into the parts of each component with soft masks."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, V):
        H, W = self.net.H, self.net.W
        parts = [self.net(H=H[:, k : k + 1], W=W[:, k : k + 1]) for k in range(self.net.rank)]
        total = sum(parts) + 1e-8
        return [V * part / total for part in parts]


MODELS = {
    "SmallNMF": lambda: (nmf.NMF((24, 16), rank=4), ()),
    "SmallNMFD": lambda: (nmf.NMFD((1, 16, 30), rank=3, T=5), ()),
    "FitNMF": lambda: (
        _Decomposition(nmf.NMF, torch.rand(16, 4), torch.rand(24, 4), beta=1),
        (torch.rand(24, 16),),
    ),
    "SmallPLCA": lambda: (plca.PLCA((24, 16), rank=4), (None, None, None, 50.0)),
    "SmallNMF2D": lambda: (nmf.NMF2D((1, 2, 16, 20), rank=3, kernel_size=(3, 5)), ()),
    "SmallSIPLCA": lambda: (plca.SIPLCA((1, 16, 30), rank=3, T=4), ()),
    "Masks": lambda: (_Denoise(nmf.NMFD((1, 16, 30), rank=3, T=5)), (torch.rand(1, 16, 30),)),
    "ItakuraSaito": lambda: (_Reconstruction(nmf.NMF((24, 16), rank=4), 0), (torch.rand(24, 16) + 0.1,)),
    "SparseFit": lambda: (
        _Decomposition(nmf.NMF, torch.rand(16, 4), torch.rand(24, 4), beta=2, alpha=0.1, l1_ratio=0.5),
        (torch.rand(24, 16),),
    ),
    "SmallNMF3D": lambda: (nmf.NMF3D((1, 1, 8, 9, 10), rank=2, kernel_size=(2, 3, 3)), ()),
    "SmallSIPLCA2": lambda: (plca.SIPLCA2((1, 2, 12, 14), rank=2, kernel_size=(3, 4)), ()),
    "NewActivations": lambda: (nmf.NMF(W=torch.rand(16, 4), rank=4), (torch.rand(10, 4),)),
    "FitPLCA": lambda: (
        _Decomposition(plca.PLCA, torch.rand(16, 4), torch.rand(24, 4)),
        (torch.rand(24, 16),),
    ),
    "BetaDivergence": lambda: (_Call(metrics.beta_div, beta=1.5), (torch.rand(8, 9) + 0.1, torch.rand(8, 9) + 0.1)),
    "Sparseness": lambda: (_Call(metrics.sparseness), (torch.rand(40),)),
}

__getattr__ = factories(MODELS)
