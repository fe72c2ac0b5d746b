import torch
from torch import nn
from x_transformers import Decoder, Encoder, TransformerWrapper, ViTransformerWrapper
from x_transformers.x_transformers import Attention, FeedForward


class LanguageModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = TransformerWrapper(
            num_tokens=64, max_seq_len=32, attn_layers=Decoder(dim=32, depth=2, heads=4, rotary_pos_emb=True)
        )

    def forward(self, tokens):
        logits = self.net(tokens[:, :-1])
        return nn.functional.cross_entropy(logits.transpose(1, 2), tokens[:, 1:])


def LanguageModel_inputs():
    return [(torch.randint(0, 64, (2, 17)),), (torch.randint(0, 64, (3, 25)),)]


class SequenceClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(7, 32)
        self.encoder = Encoder(dim=32, depth=2, heads=4, use_rmsnorm=True, ff_glu=True)
        self.head = nn.Linear(32, 3)

    def forward(self, x, mask):
        h = self.encoder(self.embed(x), mask=mask)
        h = (h * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return self.head(h)


def SequenceClassifier_inputs():
    mask = torch.arange(10)[None] < torch.tensor([10, 6])[:, None]
    return [(torch.randn(2, 10, 7), mask)]


class ImageClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = ViTransformerWrapper(
            image_size=32, patch_size=8, num_classes=10, attn_layers=Encoder(dim=32, depth=1, heads=2)
        )

    def forward(self, image):
        return self.net(image)


def ImageClassifier_inputs():
    return [(torch.randn(2, 3, 32, 32),)]


class CrossBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.attend = Attention(dim=32, heads=4, dim_head=8)
        self.ff = FeedForward(dim=32, mult=2)
        self.norm = nn.LayerNorm(32)

    def forward(self, x, context):
        out, *_ = (self.attend(self.norm(x), context=context),)
        if isinstance(out, tuple):
            out = out[0]
        x = x + out
        return x + self.ff(x)


def CrossBlock_inputs():
    return [(torch.randn(2, 5, 32), torch.randn(2, 9, 32))]
