import torch
from seeded import factories
from segment_anything import modeling
from segment_anything.modeling import common, image_encoder, mask_decoder, prompt_encoder, transformer
from torch import nn


def _encoder(**kwargs):
    return modeling.ImageEncoderViT(
        **{
            "img_size": 64,
            "patch_size": 8,
            "embed_dim": 16,
            "depth": 2,
            "num_heads": 2,
            "out_chans": 16,
            "use_rel_pos": True,
            "window_size": 3,
            "global_attn_indexes": (1,),
            **kwargs,
        }
    )


def _prompts():
    return modeling.PromptEncoder(embed_dim=16, image_embedding_size=(8, 8), input_image_size=(64, 64), mask_in_chans=8)


def _decoder():
    return modeling.MaskDecoder(
        transformer_dim=16, transformer=modeling.TwoWayTransformer(1, 16, 2, 32), iou_head_hidden_dim=16
    )


def _points():
    return torch.rand(1, 2, 2) * 64, torch.tensor([[1, 0]])


class Segmenter(nn.Module):
    """Image and points to masks, as training scripts compose it."""

    def __init__(self):
        super().__init__()
        self.encoder, self.prompts, self.decoder = _encoder(), _prompts(), _decoder()

    def forward(self, image, coordinates, labels):
        sparse, dense = self.prompts(points=(coordinates, labels), boxes=None, masks=None)
        masks, quality = self.decoder(
            image_embeddings=self.encoder(image),
            image_pe=self.prompts.get_dense_pe(),
            sparse_prompt_embeddings=sparse,
            dense_prompt_embeddings=dense,
            multimask_output=True,
        )
        return masks, quality


def _decoding(multimask):
    return lambda: (
        _decoder(),
        (
            torch.randn(1, 16, 8, 8),
            torch.randn(1, 16, 8, 8),
            torch.randn(1, 3, 16),
            torch.randn(1, 16, 8, 8),
            multimask,
        ),
    )


MODELS = {
    "ImageEncoder": lambda: (_encoder(), (torch.randn(1, 3, 64, 64),)),
    "ImageEncoderGlobal": lambda: (_encoder(window_size=0, use_rel_pos=False), (torch.randn(1, 3, 64, 64),)),
    "WindowedBlock": lambda: (
        image_encoder.Block(16, 2, window_size=3, use_rel_pos=True, input_size=(8, 8)),
        (torch.randn(1, 8, 8, 16),),
    ),
    "RelativeAttention": lambda: (
        image_encoder.Attention(16, 2, use_rel_pos=True, input_size=(8, 8)),
        (torch.randn(1, 8, 8, 16),),
    ),
    "PromptPoints": lambda: (_prompts(), (_points(), None, None)),
    "PromptBoxes": lambda: (_prompts(), (None, torch.rand(1, 4) * 64, None)),
    "PromptMasks": lambda: (_prompts(), (_points(), torch.rand(1, 4) * 64, torch.randn(1, 1, 32, 32))),
    "RandomPositions": lambda: (prompt_encoder.PositionEmbeddingRandom(8), ((4, 6),)),
    "MaskDecoderMany": _decoding(True),
    "MaskDecoderOne": _decoding(False),
    "TwoWay": lambda: (
        transformer.TwoWayTransformer(2, 16, 2, 32),
        (torch.randn(1, 16, 8, 8), torch.randn(1, 16, 8, 8), torch.randn(1, 3, 16)),
    ),
    "DownscaledAttention": lambda: (
        transformer.Attention(16, 2, downsample_rate=2),
        (torch.randn(1, 5, 16), torch.randn(1, 7, 16), torch.randn(1, 7, 16)),
    ),
    "DecoderMLP": lambda: (mask_decoder.MLP(16, 8, 4, 3, sigmoid_output=True), (torch.randn(2, 16),)),
    "LayerNorm2d": lambda: (common.LayerNorm2d(8), (torch.randn(2, 8, 4, 4),)),
    "SegmenterNet": lambda: (Segmenter(), (torch.randn(1, 3, 64, 64), *_points())),
}

__getattr__ = factories(MODELS)
