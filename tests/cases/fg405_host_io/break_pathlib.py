import tempfile
from pathlib import Path

import torch
from torch import nn

FOLDER = Path(tempfile.mkdtemp())
FILE = Path(tempfile.mkdtemp(), "file")
OTHER = Path(tempfile.mkdtemp(), "other")
SEEN = {}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.file = Path(__file__)

    def forward(self, x):
        x = x + int(self.file.exists())  # break: FG405
        x = x * 2
        x = x + int(self.file.is_file())  # break: FG405
        x = x * 2
        x = x + int(FOLDER.is_dir())  # break: FG405
        x = x * 2
        x = x + int(FOLDER.is_symlink())  # break: FG405
        x = x * 2
        SEEN["stat"] = FOLDER.stat()  # break: FG405
        x = x + 1
        SEEN["lstat"] = FOLDER.lstat()  # break: FG405
        x = x * 2
        SEEN["cwd"] = Path.cwd()  # break: FG405
        x = x + 1
        SEEN["resolve"] = FOLDER.resolve()  # break: FG405
        x = x * 2
        x = x + int(FOLDER.samefile(FOLDER))  # break: FG405
        return self.write(x)

    def write(self, x):
        FILE.write_text("text")  # break: FG405
        x = x * 2
        x = x + len(FILE.read_text())  # break: FG405
        x = x * 2
        FILE.write_bytes(b"bytes")  # break: FG405
        x = x + 1
        x = x + len(FILE.read_bytes())  # break: FG405
        x = x * 2
        FILE.touch()  # break: FG405
        x = x + 1
        FILE.rename(OTHER)  # break: FG405
        x = x * 2
        OTHER.replace(FILE)  # break: FG405
        x = x + 1
        file = FILE.open()  # break: FG405
        x = x * 2
        file.close()  # break: FG405
        x = x + 1
        FILE.unlink()  # break: FG405
        x = x * 2
        FILE.mkdir()  # break: FG405
        x = x + 1
        FILE.rmdir()  # break: FG405
        return x


def make():
    return Model()


def inputs():
    return [(torch.zeros(3),)]
