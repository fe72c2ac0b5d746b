import torch
from anomalib.models.components.classification import KDEClassifier
from anomalib.models.components.feature_extractors import TimmFeatureExtractor
from anomalib.models.components.stats import MultiVariateGaussian
from anomalib.models.image.csflow.torch_model import CrossScaleFlow
from anomalib.models.image.draem.loss import DraemLoss
from anomalib.models.image.draem.torch_model import DiscriminativeSubNetwork, ReconstructiveSubNetwork
from anomalib.models.image.dsr.torch_model import DiscreteLatentModel
from anomalib.models.image.efficient_ad.torch_model import SmallPatchDescriptionNetwork
from anomalib.models.image.fastflow.torch_model import FastflowModel
from anomalib.models.image.ganomaly.torch_model import GanomalyModel
from anomalib.models.image.padim.torch_model import PadimModel
from anomalib.models.image.patchcore.torch_model import PatchcoreModel
from anomalib.models.image.reverse_distillation.anomaly_map import AnomalyMapGenerationMode
from anomalib.models.image.reverse_distillation.torch_model import ReverseDistillationModel
from anomalib.models.image.stfpm.loss import STFPMLoss
from seeded import factories

LAYERS = ["layer1", "layer2"]


def _image(size=64, batch=1):
    return torch.randn(batch, 3, size, size)


def _patchcore():
    model = PatchcoreModel(layers=LAYERS, backbone="resnet18", pre_trained=False, num_neighbors=3)
    model.memory_bank = torch.randn(20, 192)
    return model


def _padim():
    model = PadimModel(backbone="resnet18", layers=LAYERS, pre_trained=False, n_features=10)
    model.gaussian.mean = torch.randn(10, 256)
    model.gaussian.inv_covariance = torch.eye(10).repeat(256, 1, 1)
    return model


def _classifier():
    model = KDEClassifier(n_pca_components=4)
    model.fit(torch.randn(30, 12))
    return model


MODELS = {
    "Patchcore": lambda: (_patchcore(), (_image(),)),
    "Padim": lambda: (_padim(), (_image(),)),
    "Fastflow": lambda: (
        FastflowModel(input_size=(64, 64), backbone="resnet18", pre_trained=False, flow_steps=2),
        (_image(),),
    ),
    "Ganomaly": lambda: (
        GanomalyModel(input_size=(32, 32), num_input_channels=3, n_features=8, latent_vec_size=10),
        (_image(32, 2),),
    ),
    "ReverseDistillation": lambda: (
        ReverseDistillationModel(
            backbone="resnet18",
            input_size=(64, 64),
            layers=["layer1", "layer2", "layer3"],
            anomaly_map_mode=AnomalyMapGenerationMode.ADD,
            pre_trained=False,
        ),
        (_image(),),
    ),
    "CrossScale": lambda: (
        CrossScaleFlow((304, 256, 256), n_coupling_blocks=1, clamp=3.0, cross_conv_hidden_channels=8),
        ([torch.randn(1, 304, size, size) for size in (8, 4, 2)],),
    ),
    "DraemReconstruction": lambda: (ReconstructiveSubNetwork(base_width=4, sspcab=True), (_image(32),)),
    "DraemSegmentation": lambda: (DiscriminativeSubNetwork(6, 2, base_width=4), (torch.randn(1, 6, 32, 32),)),
    "DraemCriterion": lambda: (
        DraemLoss(),
        (_image(32), _image(32), torch.randint(0, 2, (1, 1, 32, 32)).float(), torch.rand(1, 2, 32, 32)),
    ),
    "DiscreteLatent": lambda: (
        DiscreteLatentModel(
            num_hiddens=8, num_residual_layers=1, num_residual_hiddens=4, num_embeddings=16, embedding_dim=8
        ),
        (_image(32),),
    ),
    "PatchDescription": lambda: (SmallPatchDescriptionNetwork(16, padding=True), (_image(),)),
    "Gaussian": lambda: (MultiVariateGaussian(), (torch.randn(6, 5, 3, 3),)),
    "DensityClassifier": lambda: (_classifier(), (torch.randn(5, 12),)),
    "Features": lambda: (
        TimmFeatureExtractor("resnet18", layers=LAYERS, pre_trained=False),
        (_image(),),
    ),
    "StudentTeacherLoss": lambda: (
        STFPMLoss(),
        (
            {"layer1": torch.randn(2, 4, 8, 8), "layer2": torch.randn(2, 8, 4, 4)},
            {"layer1": torch.randn(2, 4, 8, 8), "layer2": torch.randn(2, 8, 4, 4)},
        ),
    ),
}

__getattr__ = factories(MODELS)
