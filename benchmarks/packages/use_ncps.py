import torch
from ncps import torch as liquid
from ncps import wirings
from seeded import factories


def _sequence(length=8):
    return (torch.randn(2, length, 5),)


MODELS = {
    "CfC": lambda: (liquid.CfC(5, 12), _sequence()),
    "CfCProjected": lambda: (liquid.CfC(5, 12, proj_size=3, return_sequences=False), _sequence()),
    "CfCMixedMemory": lambda: (liquid.CfC(5, 12, mixed_memory=True), _sequence()),
    "CfCPure": lambda: (liquid.CfC(5, 12, mode="pure", backbone_layers=0), _sequence()),
    "CfCNoGate": lambda: (liquid.CfC(5, 12, mode="no_gate", backbone_layers=2, backbone_dropout=0.1), _sequence()),
    "CfCTimespans": lambda: (
        liquid.CfC(5, 12),
        ((torch.randn(2, 8, 5),), {"timespans": torch.rand(2, 8, 12) + 0.5}),
    ),
    "CfCTimeFirst": lambda: (liquid.CfC(5, 12, batch_first=False), (torch.randn(8, 2, 5),)),
    "CfCUnbatched": lambda: (liquid.CfC(5, 12), (torch.randn(8, 5),)),
    "WiredCfC": lambda: (liquid.CfC(5, wirings.AutoNCP(16, 3)), _sequence()),
    "LTC": lambda: (liquid.LTC(5, 12, ode_unfolds=2), _sequence(4)),
    "LTCMixedMemory": lambda: (liquid.LTC(5, 12, mixed_memory=True, ode_unfolds=2), _sequence(4)),
    "LTCWired": lambda: (liquid.LTC(5, wirings.AutoNCP(16, 3), ode_unfolds=2), _sequence(4)),
    "LTCImplicit": lambda: (
        liquid.LTC(5, wirings.FullyConnected(8, 2), implicit_param_constraints=True, return_sequences=False),
        _sequence(3),
    ),
    "LTCRandomWiring": lambda: (liquid.LTC(5, wirings.Random(10, 4, sparsity_level=0.5)), _sequence(3)),
    "CfCCell": lambda: (
        liquid.CfCCell(5, 12, backbone_activation="gelu"),
        (torch.randn(2, 5), torch.randn(2, 12), torch.ones(2, 1)),
    ),
    "LTCInputMapping": lambda: (liquid.LTC(5, 6, input_mapping="linear", output_mapping="linear"), _sequence(3)),
}

__getattr__ = factories(MODELS)
