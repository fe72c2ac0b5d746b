import os
import tempfile

import torch

FOLDER = tempfile.mkdtemp()
NAME = os.path.join(FOLDER, "name")
OTHER = os.path.join(FOLDER, "other")
SEEN = {}


@torch.compile
def step(x):
    x = x + 1
    os.makedirs(NAME, exist_ok=True)  # break: FG405
    x = x * 2
    os.rmdir(NAME)  # break: FG405
    x = x + 1
    os.mkdir(NAME)  # break: FG405
    x = x * 2
    os.rename(NAME, OTHER)  # break: FG405
    x = x + 1
    os.replace(OTHER, NAME)  # break: FG405
    x = x * 2
    SEEN["listdir"] = os.listdir(NAME)  # break: FG405
    x = x + 1
    SEEN["scandir"] = os.scandir(NAME)  # break: FG405
    x = x * 2
    os.chmod(NAME, 0o755)  # break: FG405
    x = x + 1
    os.utime(NAME)  # break: FG405
    x = x * 2
    os.symlink(NAME, OTHER)  # break: FG405
    x = x + 1
    SEEN["readlink"] = os.readlink(OTHER)  # break: FG405
    x = x * 2
    os.unlink(OTHER)  # break: FG405
    x = x + 1
    number = os.open(OTHER, os.O_CREAT)  # break: FG405
    x = x * 2
    os.close(number)  # break: FG405
    x = x + 1
    os.truncate(OTHER, 0)  # break: FG405
    x = x * 2
    SEEN["access"] = os.access(OTHER, os.R_OK)  # break: FG405
    x = x + 1
    SEEN["stat"] = os.stat(OTHER)  # break: FG405
    x = x * 2
    SEEN["lstat"] = os.lstat(OTHER)  # break: FG405
    x = x + 1
    os.remove(OTHER)  # break: FG405
    x = x * 2
    os.removedirs(NAME)  # break: FG405
    x = x + 1
    SEEN["getcwd"] = os.getcwd()  # break: FG405
    x = x * 2
    os.chdir(SEEN["getcwd"])  # break: FG405
    return x


def make():
    os.makedirs(FOLDER, exist_ok=True)
    return step


def inputs():
    return [(torch.ones(3),)]
