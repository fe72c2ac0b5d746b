"""Modules of torchmultimodal: images, text and video together."""

import torch
from seeded import factories
from torch import nn
from torchmultimodal.diffusion_labs.models.adm_unet.adm import adm_unet
from torchmultimodal.diffusion_labs.modules.losses.vlb_loss import VLBLoss
from torchmultimodal.diffusion_labs.predictors.noise_predictor import NoisePredictor
from torchmultimodal.diffusion_labs.samplers.ddim import DDIModule
from torchmultimodal.diffusion_labs.schedules.discrete_gaussian_schedule import (
    DiscreteGaussianSchedule,
    linear_beta_schedule,
)
from torchmultimodal.models.albef.image_encoder import ALBEFVisionEncoder
from torchmultimodal.models.albef.model import ALBEFModel, ALBEFModelWithSimilarity
from torchmultimodal.models.albef.multimodal_encoder import ALBEFMultimodalEncoder
from torchmultimodal.models.blip2.blip2 import BLIP2
from torchmultimodal.models.blip2.qformer_model import QformerForCLM
from torchmultimodal.models.coca.coca_model import coca_for_pretraining
from torchmultimodal.models.flava.model import DalleVAEEncoder, FLAVAForPreTraining, flava_model
from torchmultimodal.models.late_fusion import LateFusion
from torchmultimodal.models.masked_auto_encoder.model import image_mae
from torchmultimodal.models.mdetr.image_encoder import (
    FrozenBatchNorm2d,
    MaskedIntermediateLayer,
    PositionEmbedding2D,
)
from torchmultimodal.models.mdetr.model import MDETR, MDETRForVQA
from torchmultimodal.models.mdetr.text_encoder import FeatureResizer, mdetr_roberta_text_encoder
from torchmultimodal.models.mdetr.transformer import mdetr_transformer
from torchmultimodal.models.two_tower import TwoTower
from torchmultimodal.models.video_gpt.video_vqvae import video_vqvae
from torchmultimodal.modules.encoders.bert_text_encoder import bert_text_encoder
from torchmultimodal.modules.encoders.mil_encoder import MILEncoder
from torchmultimodal.modules.encoders.vision_transformer import vision_transformer
from torchmultimodal.modules.fusions.deepset_fusion import deepset_transformer
from torchmultimodal.modules.layers.mlp import MLP
from torchmultimodal.modules.losses.blip2_losses import Blip2Phase1Loss
from torchmultimodal.modules.losses.flava import FLAVAPretrainingLoss
from torchmultimodal.modules.losses.mdetr import box_losses, soft_token_prediction_loss
from torchvision.models import resnet18

DIM, WORDS, LENGTH = 32, 60, 8


def _images(size=32, batch=2):
    return torch.randn(batch, 3, size, size)


def _text(batch=2):
    return torch.randint(2, WORDS, (batch, LENGTH))


def _coca():
    return coca_for_pretraining(
        vision_patch_size=8,
        vision_dim_feedforward=64,
        vision_n_layer=2,
        vision_n_head=2,
        vocab_size=WORDS,
        num_text_positions=LENGTH,
        text_hidden_dim=DIM,
        text_n_layer=2,
        text_n_head=2,
        text_dim_feedforward=64,
        text_output_dim=DIM,
        fusion_n_layer=2,
        fusion_n_head=2,
        fusion_dim_feedforward=64,
        pooler_input_embed_dim=DIM,
        pooler_output_embed_dim=DIM,
        pooler_n_head=2,
        pooler_n_queries=6,
        cascaded_pooler=False,
        multimodal_output_projection_dim=WORDS,
        image_size=32,
    )


def _flava():
    sizes = {"hidden_size": DIM, "num_attention_heads": 2, "num_hidden_layers": 2, "intermediate_size": 64}
    options = {f"{part}_{name}": value for part in ("image", "text", "multimodal") for name, value in sizes.items()}
    model = flava_model(**options, image_size=32, patch_size=16, text_and_image_proj_size=DIM)
    codebook = DalleVAEEncoder(image_size=16, pretrained=False)
    return FLAVAForPreTraining(model, codebook, FLAVAPretrainingLoss(hidden_size=DIM))


def _flava_inputs():
    labels = torch.full((2, LENGTH), -1)
    labels[:, 2:4] = torch.randint(WORDS, (2, 2))
    inputs = {
        "image": _images(),
        "text": _text(),
        "image_for_codebook": _images(16),
        "image_patches_mask": torch.rand(2, 2, 2) > 0.5,
        "text_masked": _text(),
        "itm_labels": torch.tensor([1, 0]),
        "mlm_labels": labels,
    }
    return (), inputs


def _albef():
    text = bert_text_encoder(DIM, 2, 2, 64, vocab_size=WORDS, max_position_embeddings=16)
    model = ALBEFModel(ALBEFVisionEncoder(32, 8, 2, 2, DIM, 64), text, ALBEFMultimodalEncoder(DIM, 2, 2, 64))
    return ALBEFModelWithSimilarity(model, nn.Linear(DIM, 16), nn.Linear(DIM, 16), embed_size=16, queue_size=12)


class _Blip2Losses(nn.Module):
    """The losses of the first phase of BLIP-2."""

    def __init__(self):
        super().__init__()
        qformer = QformerForCLM(2, DIM, 64, 2, 16, WORDS, query_length=4, dim_kv=DIM)
        vision = vision_transformer(
            patch_size=8, hidden_dim=DIM, dim_feedforward=64, n_layer=2, n_head=2, image_size=32
        )
        self.model = BLIP2(qformer, vision, DIM, DIM, embedding_dim=16, num_query_token=4, decoder_bos_token_id=1)
        self.loss = Blip2Phase1Loss(dim_q=DIM, enable_itc=False)

    def forward(self, images, text, mask):
        return self.loss(self.model(images, text, mask), self.model, text, mask)


def _mdetr():
    body = resnet18(weights=None, norm_layer=FrozenBatchNorm2d)
    model = MDETR(
        MaskedIntermediateLayer(body, "layer4"),
        mdetr_roberta_text_encoder(
            DIM, WORDS, max_position_embeddings=16, ffn_dimension=64, num_attention_heads=2, num_encoder_layers=2
        ),
        mdetr_transformer(DIM, 2, 2, 2, 64),
        PositionEmbedding2D(DIM // 2, scale=6.28),
        FeatureResizer(DIM, DIM),
        nn.Conv2d(512, DIM, 1),
        nn.Embedding(5, DIM),
        MLP(DIM, 4, [DIM] * 2),
        nn.Linear(DIM, 11),
        nn.Embedding(2, DIM),
    )
    heads = nn.ModuleDict({"answer_type": nn.Linear(DIM, 3), "answer": nn.Linear(DIM, 6)})
    return MDETRForVQA(model, heads, nn.Linear(DIM, 16), nn.Linear(DIM, 16))


class _BoxLosses(nn.Module):
    """The losses of matched boxes and of their tokens."""

    def forward(self, logits, boxes, targets, positive, indices):
        count = sum(len(target) for target in targets)
        tokens = soft_token_prediction_loss(logits, [len(target) for target in targets], positive, indices, count)
        return tokens, box_losses(boxes, targets, indices, count)


def _boxes(count):
    return torch.rand(count, 4) * 0.4 + 0.2


def _diffusion():
    schedule = DiscreteGaussianSchedule(linear_beta_schedule(20))
    unet = adm_unet(
        time_embed_dim=32,
        cond_embed_dim=32,
        embed_dim=16,
        predict_variance_value=False,
        image_channels=3,
        depth=32,
        num_resize=1,
        num_res_per_layer=1,
    )
    steps = torch.tensor([0, 9, 19])
    return DDIModule(unet, schedule, NoisePredictor(schedule), eval_steps=steps, progress_bar=False)


class _Instances(nn.Module):
    """An encoder of a few instances."""

    def __init__(self):
        super().__init__()
        self.projection = nn.Linear(12, 16)

    def forward(self, instances):
        return self.projection(instances).mean(1)


class _Joined(nn.Module):
    """The embeddings of the towers, one after another."""

    def forward(self, embeddings):
        return torch.cat(embeddings, -1)


def _towers():
    def tower():
        fusion = deepset_transformer({"image": 16, "text": 16}, MLP(16, 8, [16]), True, 8, True, 2.0, True, 2)
        encoders = nn.ModuleDict({"image": nn.Linear(12, 16), "text": nn.Linear(10, 16)})
        return LateFusion(encoders, fusion, nn.Identity())

    shared = tower()
    mapping = {"second": {"image": "other_image", "text": "other_text"}}
    return TwoTower({"first": shared, "second": shared}, _Joined(), mapping)


MODELS = {
    "Captions": lambda: (_coca(), (_images(), _text())),
    "Pretraining": lambda: (_flava(), *_flava_inputs()),
    "Momentum": lambda: (
        _albef(),
        (_images(), _text(), torch.ones(2, LENGTH, dtype=torch.long), torch.tensor([[3], [5]])),
    ),
    "Querying": lambda: (_Blip2Losses(), (_images(), _text(), torch.ones(2, LENGTH))),
    "Questions": lambda: (
        _mdetr(),
        ([torch.randn(3, 64, 64), torch.randn(3, 48, 72)], [torch.arange(3, 9), torch.arange(4, 8)]),
    ),
    "Boxes": lambda: (
        _BoxLosses(),
        (
            torch.randn(2, 6, 10),
            torch.rand(2, 6, 4) * 0.4 + 0.2,
            [_boxes(2), _boxes(3)],
            torch.rand(5, 10),
            [
                (torch.tensor([0, 4]), torch.tensor([1, 0])),
                (torch.tensor([1, 2, 5]), torch.tensor([0, 2, 1])),
            ],
        ),
    ),
    "Video": lambda: (
        video_vqvae(3, 16, 4, 2, 2, 1, 16, 20, 8, 16, 4, 2, 2),
        (torch.randn(1, 3, 4, 16, 16),),
    ),
    "Masked": lambda: (
        image_mae(
            image_size=32,
            patch_size=8,
            encoder_layers=2,
            encoder_hidden_dim=DIM,
            encoder_heads=2,
            encoder_dim_feedforward=64,
            decoder_layers=1,
            decoder_hidden_dim=DIM,
            decoder_heads=2,
            decoder_dim_feedforward=64,
        ),
        (_images(),),
    ),
    "Diffusion": lambda: (_diffusion(), (_images(16), None, {"context": torch.randn(2, 16)})),
    "Bound": lambda: (
        VLBLoss(DiscreteGaussianSchedule(linear_beta_schedule(20))),
        (*(_images(8) for _ in range(4)), torch.tensor([0, 7])),
    ),
    "Towers": lambda: (
        _towers(),
        (
            {
                "image": torch.randn(3, 12),
                "text": torch.randn(3, 10),
                "other_image": torch.randn(3, 12),
                "other_text": torch.randn(3, 10),
            },
        ),
    ),
    "Bags": lambda: (
        MILEncoder([2, 3, 1], _Instances(), 16, MLP(16, 5, [16]), torch.amax, True, 8),
        (torch.randn(3, 6, 12),),
    ),
}

__getattr__ = factories(MODELS)
