import torch
from sam2.modeling.backbones.hieradet import Hiera
from sam2.modeling.backbones.image_encoder import FpnNeck, ImageEncoder
from sam2.modeling.memory_attention import MemoryAttention, MemoryAttentionLayer
from sam2.modeling.memory_encoder import CXBlock, Fuser, MaskDownSampler, MemoryEncoder
from sam2.modeling.position_encoding import PositionEmbeddingSine
from sam2.modeling.sam.mask_decoder import MaskDecoder
from sam2.modeling.sam.prompt_encoder import PromptEncoder
from sam2.modeling.sam.transformer import RoPEAttention, TwoWayTransformer
from sam2.modeling.sam2_base import SAM2Base
from seeded import factories
from torch import nn

SIZE = 128


def _positions(size):
    return PositionEmbeddingSine(num_pos_feats=size, normalize=True, scale=None, temperature=10000, image_size=SIZE)


def _hiera():
    return Hiera(
        embed_dim=16,
        num_heads=1,
        stages=(1, 1, 2, 1),
        global_att_blocks=(3,),
        window_spec=(8, 4, 4, 2),
        window_pos_embed_bkg_spatial_size=(7, 7),
        drop_path_rate=0.1,
    )


def _encoder(size=32):
    neck = FpnNeck(
        position_encoding=_positions(size),
        d_model=size,
        backbone_channel_list=[128, 64, 32, 16],
        fpn_top_down_levels=[2, 3],
        fpn_interp_model="nearest",
    )
    return ImageEncoder(trunk=_hiera(), neck=neck, scalp=1)


def _rope(size=32, **options):
    return RoPEAttention(
        rope_theta=10000.0,
        feat_sizes=(8, 8),
        embedding_dim=size,
        num_heads=1,
        downsample_rate=1,
        dropout=0.1,
        **options,
    )


def _memory_attention(size=32, memory=8):
    layer = MemoryAttentionLayer(
        activation="relu",
        dim_feedforward=64,
        dropout=0.1,
        pos_enc_at_attn=False,
        self_attention=_rope(size),
        d_model=size,
        pos_enc_at_cross_attn_keys=True,
        pos_enc_at_cross_attn_queries=False,
        cross_attention=_rope(size, rope_k_repeat=True, kv_in_dim=memory),
    )
    return MemoryAttention(d_model=size, pos_enc_at_input=True, layer=layer, num_layers=2)


def _memory_encoder(size=32, memory=8):
    return MemoryEncoder(
        out_dim=memory,
        position_encoding=_positions(memory),
        mask_downsampler=MaskDownSampler(embed_dim=size, kernel_size=3, stride=2, padding=1),
        fuser=Fuser(layer=CXBlock(dim=size, kernel_size=7, padding=3, use_dwconv=True), num_layers=2),
        in_dim=size,
    )


def _base():
    return SAM2Base(
        image_encoder=_encoder(),
        memory_attention=_memory_attention(),
        memory_encoder=_memory_encoder(),
        num_maskmem=3,
        image_size=SIZE,
        backbone_stride=16,
        sigmoid_scale_for_mem_enc=20.0,
        sigmoid_bias_for_mem_enc=-10.0,
        use_mask_input_as_output_without_sam=True,
        directly_add_no_mem_embed=True,
        use_high_res_features_in_sam=True,
        multimask_output_in_sam=True,
        multimask_min_pt_num=0,
        multimask_max_pt_num=1,
        multimask_output_for_tracking=True,
        use_multimask_token_for_obj_ptr=True,
        iou_prediction_use_sigmoid=True,
        use_obj_ptrs_in_encoder=True,
        pred_obj_scores=True,
        pred_obj_scores_mlp=True,
        fixed_no_obj_ptr=True,
        use_mlp_for_obj_ptr_proj=True,
        sam_mask_decoder_extra_args={
            "dynamic_multimask_via_stability": True,
            "dynamic_multimask_stability_delta": 0.05,
            "dynamic_multimask_stability_thresh": 0.98,
        },
    )


class _Segment(nn.Module):
    """Masks of an image from points, as the image predictor makes them."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, image, points, labels):
        out = self.model.forward_image(image)
        _, features, _, sizes = self.model._prepare_backbone_features(out)
        features[-1] = features[-1] + self.model.no_mem_embed
        maps = [f.permute(1, 2, 0).reshape(len(image), -1, *s) for f, s in zip(features, sizes, strict=False)]
        sparse, dense = self.model.sam_prompt_encoder(points=(points, labels), boxes=None, masks=None)
        masks, ious, _, _ = self.model.sam_mask_decoder(
            image_embeddings=maps[-1],
            image_pe=self.model.sam_prompt_encoder.get_dense_pe(),
            sparse_prompt_embeddings=sparse,
            dense_prompt_embeddings=dense,
            multimask_output=True,
            repeat_image=False,
            high_res_features=maps[:-1],
        )
        return nn.functional.interpolate(masks, image.shape[-2:], mode="bilinear"), ious


class _Track(nn.Module):
    """Masks of the frames of a video: a click in the first, then the memory."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, frames, points, labels):
        outputs = {"cond_frame_outputs": {}, "non_cond_frame_outputs": {}}
        masks = []
        for index, frame in enumerate(frames):
            out = self.model.forward_image(frame)
            _, features, positions, sizes = self.model._prepare_backbone_features(out)
            current = self.model.track_step(
                frame_idx=index,
                is_init_cond_frame=index == 0,
                current_vision_feats=features,
                current_vision_pos_embeds=positions,
                feat_sizes=sizes,
                point_inputs={"point_coords": points, "point_labels": labels} if index == 0 else None,
                mask_inputs=None,
                output_dict=outputs,
                num_frames=len(frames),
            )
            outputs["cond_frame_outputs" if index == 0 else "non_cond_frame_outputs"][index] = current
            masks.append(current["pred_masks_high_res"])
        return torch.stack(masks)


class _Decode(nn.Module):
    """Masks from boxes and a mask prompt on given embeddings."""

    def __init__(self):
        super().__init__()
        self.prompts = PromptEncoder(
            embed_dim=32, image_embedding_size=(8, 8), input_image_size=(SIZE, SIZE), mask_in_chans=8
        )
        self.decoder = MaskDecoder(
            transformer_dim=32,
            transformer=TwoWayTransformer(depth=2, embedding_dim=32, mlp_dim=64, num_heads=4),
            num_multimask_outputs=3,
            iou_head_hidden_dim=32,
        )

    def forward(self, embedding, boxes, masks):
        sparse, dense = self.prompts(points=None, boxes=boxes, masks=masks)
        return self.decoder(embedding, self.prompts.get_dense_pe(), sparse, dense, False, True)


def _click(batch=1):
    return torch.rand(batch, 2, 2) * SIZE, torch.tensor([[1, 0]]).expand(batch, -1)


MODELS = {
    "Segment": lambda: (_Segment(_base()), (torch.rand(1, 3, SIZE, SIZE), *_click())),
    "Trunk": lambda: (_hiera(), (torch.rand(1, 3, SIZE, SIZE),)),
    "MemoryConditioning": lambda: (
        _memory_attention(),
        (torch.randn(64, 2, 32), torch.randn(128 + 4, 2, 8), torch.randn(64, 2, 32), torch.randn(128 + 4, 2, 8), 4),
    ),
    "BoxDecoder": lambda: (
        _Decode(),
        (torch.randn(1, 32, 8, 8), torch.rand(2, 4) * SIZE, torch.randn(2, 1, 32, 32)),
    ),
    "Track": lambda: (_Track(_base()), (torch.rand(3, 1, 3, SIZE, SIZE), *_click())),
    "MaskToMemory": lambda: (_memory_encoder(), (torch.randn(2, 32, 8, 8), torch.randn(2, 1, 128, 128))),
    "Backbone": lambda: (_encoder(), (torch.rand(2, 3, SIZE, SIZE),)),
    "TwoWay": lambda: (
        TwoWayTransformer(depth=2, embedding_dim=32, mlp_dim=64, num_heads=4),
        (torch.randn(2, 32, 8, 8), torch.randn(2, 32, 8, 8), torch.randn(2, 5, 32)),
    ),
    "Prompts": lambda: (
        PromptEncoder(embed_dim=32, image_embedding_size=(8, 8), input_image_size=(SIZE, SIZE), mask_in_chans=8),
        (_click(2), torch.rand(2, 4) * SIZE, None),
    ),
    "RotaryAttention": lambda: (_rope(), (torch.randn(2, 64, 32), torch.randn(2, 64, 32), torch.randn(2, 64, 32))),
    "Positions": lambda: (_positions(16), (torch.randn(2, 16, 12, 20),)),
}

__getattr__ = factories(MODELS)
