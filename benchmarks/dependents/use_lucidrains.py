import torch
from conformer import ConformerBlock
from gateloop_transformer import SimpleGateLoopLayer
from iTransformer import iTransformer
from linear_attention_transformer import LinearAttentionTransformerLM
from local_attention import LocalMHA
from perceiver_pytorch import Perceiver
from performer_pytorch import SelfAttention
from soft_moe_pytorch import SoftMoE
from st_moe_pytorch import MoE
from torch import nn
from vit_pytorch import SimpleViT, ViT


class WindowedBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = LocalMHA(dim=32, window_size=8, heads=2, dim_head=16, causal=True, prenorm=True)

    def forward(self, x):
        return x + self.attn(x)


class Sparse(nn.Module):
    def __init__(self):
        super().__init__()
        self.moe = MoE(dim=32, num_experts=4)

    def forward(self, x):
        out, total, *_ = self.moe(x)
        return out, total


class Soft(nn.Module):
    def __init__(self):
        super().__init__()
        self.moe = SoftMoE(dim=32, seq_len=16, num_experts=2)

    def forward(self, x):
        return self.moe(x) + x


class SpeechBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = ConformerBlock(dim=32, dim_head=8, heads=2, conv_kernel_size=7)

    def forward(self, x):
        return self.block(x)


class Performer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = SelfAttention(dim=32, heads=2, dim_head=16, nb_features=12, causal=False)

    def forward(self, x):
        return self.attn(x)


class GateLoop(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = SimpleGateLoopLayer(32)

    def forward(self, x):
        return self.layer(x)


def WindowedBlock_inputs():
    return [(torch.randn(2, 16, 32),)]


Sparse_inputs = Soft_inputs = SpeechBlock_inputs = Performer_inputs = GateLoop_inputs = WindowedBlock_inputs


class LinearLM(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = LinearAttentionTransformerLM(num_tokens=32, dim=32, heads=2, depth=1, max_seq_len=32, causal=False)

    def forward(self, tokens):
        return self.net(tokens)


def LinearLM_inputs():
    return [(torch.randint(0, 32, (2, 32)),)]


class ImagePerceiver(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = Perceiver(
            input_channels=3,
            num_freq_bands=2,
            max_freq=4.0,
            depth=1,
            num_latents=8,
            latent_dim=16,
            cross_dim_head=8,
            latent_heads=2,
            latent_dim_head=8,
            num_classes=3,
            self_per_cross_attn=1,
        )

    def forward(self, image):
        return self.net(image)


def ImagePerceiver_inputs():
    return [(torch.randn(2, 8, 8, 3),)]


class Vision(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = ViT(image_size=16, patch_size=4, num_classes=4, dim=16, depth=1, heads=2, mlp_dim=16, dim_head=8)
        self.b = SimpleViT(image_size=16, patch_size=4, num_classes=4, dim=16, depth=1, heads=2, mlp_dim=16, dim_head=8)

    def forward(self, x):
        return self.a(x) + self.b(x)


def Vision_inputs():
    return [(torch.randn(2, 3, 16, 16),)]


class Forecaster(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = iTransformer(num_variates=5, lookback_len=24, dim=16, depth=1, heads=2, dim_head=8, pred_length=6)

    def forward(self, series):
        return self.net(series)


def Forecaster_inputs():
    return [(torch.randn(2, 24, 5),)]
