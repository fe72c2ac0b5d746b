import torch
from seeded import factories
from spikingjelly.activation_based import functional, layer, neuron, surrogate
from spikingjelly.activation_based.model import parametric_lif_net, sew_resnet, spiking_resnet, spiking_vgg
from torch import nn


class Reset(nn.Module):
    """A network whose states are reset for each batch, as in training."""

    def __init__(self, net, mode="m"):
        super().__init__()
        self.net = net
        functional.set_step_mode(net, mode)

    def forward(self, x):
        functional.reset_net(self.net)
        return self.net(x)


def _neuron(build):
    return lambda: (
        Reset(nn.Sequential(layer.Linear(8, 6, step_mode="m"), build())),
        (torch.rand(4, 2, 8) * 3,),
    )


def _image_net(build):
    return lambda: (Reset(build()), (torch.rand(2, 1, 3, 32, 32),))


def _small_resnet(block, **kwargs):
    return {"block": block, "layers": [1, 1, 1, 1], "num_classes": 4, "spiking_neuron": neuron.IFNode, **kwargs}


MODELS = {
    "IFNode": _neuron(neuron.IFNode),
    "LIFNode": _neuron(lambda: neuron.LIFNode(tau=2.0, surrogate_function=surrogate.ATan(), detach_reset=True)),
    "LIFNodeSoftReset": _neuron(lambda: neuron.LIFNode(v_reset=None, decay_input=False, store_v_seq=True)),
    "ParametricLIFNode": _neuron(lambda: neuron.ParametricLIFNode(init_tau=2.0)),
    "QIFNode": _neuron(neuron.QIFNode),
    "EIFNode": _neuron(neuron.EIFNode),
    "IzhikevichNode": _neuron(neuron.IzhikevichNode),
    "KLIFNode": _neuron(neuron.KLIFNode),
    "CUBALIFNode": _neuron(neuron.CUBALIFNode),
    "PSN": _neuron(lambda: neuron.PSN(T=4)),
    "MaskedPSN": _neuron(lambda: neuron.MaskedPSN(k=2, T=4, step_mode="m")),
    "SlidingPSN": _neuron(lambda: neuron.SlidingPSN(k=2, step_mode="m")),
    "GatedLIFNode": _neuron(lambda: neuron.GatedLIFNode(T=4, step_mode="m")),
    "SingleStepLIF": lambda: (
        Reset(nn.Sequential(layer.Linear(8, 6), neuron.LIFNode()), mode="s"),
        (torch.rand(2, 8),),
    ),
    "SynapseFilter": lambda: (Reset(layer.SynapseFilter(tau=5.0, learnable=True)), (torch.rand(4, 2, 8),)),
    "NeuNorm": lambda: (Reset(layer.NeuNorm(3, 6, 6)), (torch.rand(4, 2, 3, 6, 6),)),
    "LinearRecurrentContainer": lambda: (
        Reset(layer.LinearRecurrentContainer(neuron.IFNode(), 8, 8)),
        (torch.rand(4, 2, 8),),
    ),
    "ThresholdDependentBatchNorm": lambda: (
        Reset(layer.ThresholdDependentBatchNorm2d(1.0, 1.0, 3)),
        (torch.rand(4, 2, 3, 6, 6),),
    ),
    "TemporalWiseAttention": lambda: (layer.TemporalWiseAttention(4, reduction=2), (torch.rand(4, 2, 3, 6, 6),)),
    "MultiDimensionalAttention": lambda: (
        layer.MultiDimensionalAttention(4, 4, reduction_t=2, reduction_c=2),
        (torch.rand(4, 2, 4, 6, 6),),
    ),
    "SpikingSelfAttention": lambda: (Reset(layer.SpikingSelfAttention(16, num_heads=2)), (torch.rand(2, 2, 16, 6),)),
    "DropConnectLinear": lambda: (Reset(layer.DropConnectLinear(8, 6), mode="s"), (torch.rand(2, 8),)),
    "VotingConvNet": lambda: (
        Reset(
            nn.Sequential(
                layer.Conv2d(1, 4, 3, padding=1),
                layer.BatchNorm2d(4),
                neuron.LIFNode(surrogate_function=surrogate.Sigmoid()),
                layer.MaxPool2d(2),
                layer.Flatten(),
                layer.Dropout(0.5),
                layer.Linear(4 * 16, 20),
                neuron.IFNode(),
                layer.VotingLayer(10),
            )
        ),
        (torch.rand(4, 2, 1, 8, 8),),
    ),
    "SEWResNet": _image_net(lambda: sew_resnet.SEWResNet(**_small_resnet(sew_resnet.BasicBlock, cnf="ADD"))),
    "SpikingResNet": _image_net(lambda: spiking_resnet.SpikingResNet(**_small_resnet(spiking_resnet.BasicBlock))),
    "SpikingVGG": _image_net(
        lambda: spiking_vgg.spiking_vgg11(spiking_neuron=neuron.LIFNode, num_classes=4, detach_reset=True)
    ),
    "CIFAR10Net": lambda: (
        Reset(parametric_lif_net.CIFAR10Net(channels=8, spiking_neuron=neuron.LIFNode)),
        (torch.rand(2, 2, 3, 32, 32),),
    ),
    "MNISTNet": lambda: (
        Reset(parametric_lif_net.MNISTNet(channels=4, spiking_neuron=neuron.ParametricLIFNode)),
        (torch.rand(2, 2, 1, 28, 28),),
    ),
}

__getattr__ = factories(MODELS)
