import glob
import os
import shutil
import tempfile
import urllib.request

import torch

FOLDER = tempfile.mkdtemp()
TREE = os.path.join(FOLDER, "tree")
COPY = os.path.join(FOLDER, "copy")
SEEN = {}


@torch.compile
def copies(x):
    x = x + 1
    shutil.copy(__file__, FOLDER)  # break: FG405
    x = x * 2
    shutil.copy2(__file__, FOLDER)  # break: FG405
    x = x + 1
    shutil.copyfile(__file__, COPY)  # break: FG405
    x = x * 2
    shutil.move(COPY, COPY + "2")  # break: FG405
    x = x + 1
    shutil.copytree(TREE, COPY)  # break: FG405
    x = x * 2
    shutil.rmtree(COPY)  # break: FG405
    x = x + 1
    SEEN["which"] = shutil.which("true")  # break: FG405
    x = x * 2
    SEEN["usage"] = shutil.disk_usage(FOLDER)  # break: FG405
    x = x + 1
    SEEN["size"] = 80
    return x


@torch.compile
def temporary(x):
    x = x + 1
    SEEN["mkdtemp"] = tempfile.mkdtemp()  # break: FG405
    x = x * 2
    SEEN["mkstemp"] = tempfile.mkstemp()  # break: FG405
    x = x + 1
    SEEN["folder"] = tempfile.TemporaryDirectory()  # break: FG405
    x = x * 2
    SEEN["file"] = tempfile.NamedTemporaryFile()  # break: FG405
    x = x + 1
    SEEN["unnamed"] = tempfile.TemporaryFile()  # break: FG405
    x = x * 2
    SEEN["glob"] = glob.glob(FOLDER + "/*")  # break: FG405
    x = x + 1
    SEEN["page"] = urllib.request.urlopen("file://" + __file__)  # break: FG405
    return x


class Both(torch.nn.Module):
    def forward(self, x):
        return temporary(copies(x))


def make():
    os.makedirs(TREE, exist_ok=True)
    return Both()


def inputs():
    return [(torch.ones(3),)]
