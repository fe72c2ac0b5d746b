import torch
from seeded import factories
from torch import nn
from weaver.nn.loss.focal import FocalLoss
from weaver.nn.model import ParticleNet as net
from weaver.nn.model import ParticleNeXt as following
from weaver.nn.model import ParticleTransformer as part

JETS, PARTICLES, VERTICES = 3, 20, 5
SIZES = {"embed_dims": (32, 64, 32), "pair_embed_dims": (16, 16), "num_heads": 4, "num_layers": 2}
LAYERS = [(16, 32, [(4, 1), (2, 1)], 24), (16, 32, [(4, 1), (2, 1)], 24)]


class _Focal(nn.Module):
    """A tagger that is trained with the focal loss."""

    def __init__(self, tagger):
        super().__init__()
        self.tagger = tagger
        self.loss = FocalLoss(alpha=0.5, gamma=2.0)

    def forward(self, points, features, mask, label):
        return self.loss(self.tagger(points, features, mask), label)


def _momenta(count):
    """Four-momenta of particles in a jet: px, py, pz and energy."""
    momentum = torch.randn(JETS, 3, count) * 5 + 10
    energy = (momentum.square().sum(1, keepdim=True) + 0.02).sqrt()
    return torch.cat([momentum, energy], 1)


def _mask(count):
    """Jets of several lengths, padded to one."""
    lengths = torch.tensor([count, count - 2, count // 2])
    return (torch.arange(count) < lengths.view(-1, 1, 1)).float()


def _cloud(features, count=PARTICLES):
    mask = _mask(count)
    return torch.randn(JETS, 2, count) * mask, torch.randn(JETS, features, count) * mask, mask


def _vectors(features, count=PARTICLES):
    points, values, mask = _cloud(features, count)
    return points, values, _momenta(count) * mask, mask


def _particles(features, count=PARTICLES):
    _, values, momenta, mask = _vectors(features, count)
    return values, momenta, mask


def _pairs():
    """Features of pairs of particles, sparse, with the indices of the particles."""
    index = torch.randint(0, PARTICLES // 2, (JETS, 2, 30))
    return torch.randn(JETS, 2, 30), index


MODELS = {
    "ParticleNet": lambda: (
        net.ParticleNet(7, 5, conv_params=[(5, (16, 16, 16)), (5, (32, 32, 32))], fc_params=[(32, 0.1)]),
        _cloud(7),
    ),
    "ParticleTransformer": lambda: (part.ParticleTransformer(7, 5, fc_params=[(16, 0.1)], **SIZES), _particles(7)),
    "ParticleNeXt": lambda: (
        following.ParticleNeXt(7, num_classes=5, layer_params=LAYERS, fc_params=[(32, 0.1)]),
        _vectors(7),
    ),
    "Tagger": lambda: (part.ParticleTransformerTagger(7, 6, 3, **SIZES), (*_particles(7), *_particles(6, VERTICES))),
    "NetTagger": lambda: (
        net.ParticleNetTagger(7, 6, 3, conv_params=[(4, (16, 16)), (4, (24, 24))], fc_params=[(16, 0.1)]),
        (*_cloud(7), *_cloud(6, VERTICES)),
    ),
    "Third": lambda: (
        part.ParticleTransformer(
            7, 5, pair_input_type="ee", version=3, block_params={"layer_scale_init_values": 1e-3}, **SIZES
        ),
        _particles(7),
    ),
    "NeXtTagger": lambda: (
        following.ParticleNeXtTagger(
            7, 6, num_classes=3, layer_params=LAYERS, fc_params=[(32, 0.1)], use_polarization_angle=True
        ),
        (*_vectors(7), *_vectors(6, VERTICES)),
    ),
    "PairFeatures": lambda: (
        part.ParticleTransformerTaggerWithExtraPairFeatures(7, 6, 3, pair_extra_dim=2, **SIZES),
        (*_particles(7), *_particles(6, VERTICES), *_pairs()),
    ),
    "Segmentation": lambda: (
        part.ParticleTransformer(
            7, 4, for_segmentation=True, num_cls_layers=0, version=2, fc_params=[(16, 0.0)], **SIZES
        ),
        _particles(7),
    ),
    "Focal": lambda: (
        _Focal(net.ParticleNet(7, 5, conv_params=[(5, (16, 16)), (5, (24, 24))], fc_params=[(16, 0.1)])),
        (*_cloud(7), torch.randint(0, 5, (JETS,))),
    ),
    "Edges": lambda: (
        following.ParticleNeXt(
            7,
            num_classes=4,
            layer_params=LAYERS,
            fc_params=[(32, 0.1)],
            global_aggregation="mean",
            edge_aggregation="max",
            use_rel_fts=True,
            for_segmentation=True,
        ),
        _vectors(7),
    ),
}

__getattr__ = factories(MODELS)
