import torch
from torch import nn

SEEN = {}


class Model(nn.Module):
    def forward(self, x):
        SEEN["threads"] = torch.get_num_threads()  # break: FG409
        x = x + 1
        torch.set_num_threads(1)  # break: FG409
        x = x * 2
        SEEN["interop"] = torch.get_num_interop_threads()  # break: FG409
        x = x + 1
        SEEN["precision"] = torch.get_float32_matmul_precision()  # break: FG409
        x = x * 2
        SEEN["device"] = torch.get_default_device()  # break: FG409
        x = x + 1
        SEEN["autocast"] = torch.get_autocast_cpu_dtype()  # break: FG409
        x = x * 2
        torch.set_flush_denormal(False)  # break: FG409
        x = x + 1
        SEEN["anomaly"] = torch.is_anomaly_enabled()  # break: FG409
        x = x * 2
        torch.set_anomaly_enabled(False)  # break: FG409
        x = x + 1
        SEEN["inference mode"] = torch.is_inference_mode_enabled()  # break: FG409
        x = x * 2
        SEEN["pinned"] = x.is_pinned()  # break: FG409
        return self.more(x)

    def more(self, x):
        SEEN["warn only"] = torch.is_deterministic_algorithms_warn_only_enabled()  # break: FG409
        x = x * 2
        SEEN["debug mode"] = torch.get_deterministic_debug_mode()  # break: FG409
        x = x + 1
        SEEN["warn always"] = torch.is_warn_always_enabled()  # break: FG409
        x = x * 2
        SEEN["abi"] = torch.compiled_with_cxx11_abi()  # break: FG409
        x = x + 1
        SEEN["config"] = torch.__config__.show()  # break: FG409
        x = x * 2
        SEEN["parallel"] = torch.__config__.parallel_info()  # break: FG409
        x = x + 1
        SEEN["worker"] = torch.utils.data.get_worker_info()  # break: FG409
        x = x * 2
        SEEN["hub"] = torch.hub.get_dir()  # break: FG409
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
