"""The environment variables that a target's process gets: those that Python, PyTorch and its libraries go by.

Everything else stays behind, above all what a CI job or a shell has for other programs: access keys, tokens, passwords.
This keeps secrets out of logs, reports and crash dumps of code that has no use for them. It is no wall: a process can
read what its user can, also of other processes.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable, Mapping

NAMES = frozenset(
    # the user, the shell and the language
    "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM COLUMNS LINES NO_COLOR FORCE_COLOR PWD "
    "TMPDIR TEMP TMP VIRTUAL_ENV "
    # compilers and linkers, which inductor calls
    "CC CXX CPP LD_LIBRARY_PATH LD_PRELOAD LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH "
    # where models lie, and whether they may be fetched
    "HF_HOME HF_HUB_CACHE HF_HUB_OFFLINE HF_DATASETS_CACHE HF_DATASETS_OFFLINE TRANSFORMERS_CACHE TRANSFORMERS_OFFLINE "
    "HUGGINGFACE_HUB_CACHE "
    # Windows
    "SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE USERNAME HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA "
    "PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) COMMONPROGRAMFILES NUMBER_OF_PROCESSORS "
    "PROCESSOR_ARCHITECTURE OS".split()
)
"""Passed on, in capitals as Windows has them."""

PREFIXES = (
    *("LC_", "XDG_", "CONDA_", "PYTHON", "FULLGRAPH_", "DYLD_", "MALLOC_", "JEMALLOC_", "TCMALLOC_"),
    *("TORCH", "PYTORCH_", "ATEN_", "AOT_", "INDUCTOR_", "TRITON_", "DYNAMO_", "FUNCTORCH_", "C10_", "TEST_CUDA_"),
    *("CUDA_", "CUDNN_", "CUBLAS_", "CUTLASS_", "NVIDIA_", "NCCL_", "GLOO_", "UCC_", "UCX_", "FI_"),
    *("HIP_", "HSA_", "ROCM_", "ROCR_", "MIOPEN_", "SYCL_", "ONEAPI_", "ZE_"),
    *("OMP_", "GOMP_", "KMP_", "MKL_", "DNNL_", "ONEDNN_", "OPENBLAS_", "VECLIB_", "NUMEXPR_", "NUMBA_"),
)
"""Prefixes of variables that are passed on."""

SECRET = re.compile(r"TOKEN|SECRET|PASSW|CREDENTIAL|KEY|AUTH|COOKIE|SIGNATURE", re.IGNORECASE)
"""Parts of names of variables that are passed on only where named in full."""


def inherited(environment: Mapping[str, str], named: Iterable[str] = ()) -> dict[str, str]:
    """The variables to pass on; ``named`` are further ones, by name or by a pattern such as ``WANDB_*``."""
    names = tuple(named)
    return {name: value for name, value in environment.items() if _passes(name, names)}


def named_in(environment: Mapping[str, str], named: Iterable[str]) -> list[str]:
    """The variables that are named in full, or by a pattern that is about no secret."""
    names = tuple(named)
    return sorted(name for name in environment if _is_named(name, names))


def _passes(name: str, named: Iterable[str]) -> bool:
    known = name.upper() in NAMES or name.upper().startswith(PREFIXES)
    return _is_named(name, named) or (known and not SECRET.search(name))


def _is_named(name: str, named: Iterable[str]) -> bool:
    return name in named or (not SECRET.search(name) and any(fnmatch.fnmatchcase(name, pattern) for pattern in named))


def withheld(message: str, environment: Mapping[str, str], named: Iterable[str] = ()) -> str | None:
    """The variable that a target's failure is about, if it is set here and was not passed on."""
    passed = inherited(environment, named)
    quoted = re.findall(r"\w+", message)
    return next((word for word in quoted if word in environment and word not in passed and len(word) > 2), None)
