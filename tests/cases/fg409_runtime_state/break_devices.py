import torch

SEEN = {}


@torch.compile
def devices(x):
    x = x + 1
    SEEN["count"] = torch.cuda.device_count()  # break: FG409
    x = x * 2
    SEEN["bf16"] = torch.cuda.is_bf16_supported()  # break: FG409
    x = x + 1
    SEEN["xpu"] = torch.xpu.device_count()  # break: FG409
    x = x * 2
    SEEN["accelerators"] = torch.accelerator.device_count()  # break: FG409
    return x


def make():
    return devices


def inputs():
    return [(torch.ones(3),)]
