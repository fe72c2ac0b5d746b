import csv
import gzip
import io
import json
import os
import pickle
import zipfile

import torch

NULL = open(os.devnull, "w")
BINARY = open(os.devnull, "wb")
PICKLED = pickle.dumps(1)
ROWS = ["a,b"]
SEEN = {}


@torch.compile
def text(x):
    x = x + len(json.dumps({"a": 1}))  # break: FG405
    x = x * 2
    x = x + json.loads('{"a": 1}')["a"]  # break: FG405
    x = x * 2
    json.dump({"a": 1}, NULL)  # break: FG405
    x = x + 1
    SEEN["reader"] = csv.reader(ROWS)  # break: FG405
    x = x * 2
    SEEN["writer"] = csv.writer(NULL)  # break: FG405
    return x


@torch.compile
def binary(x):
    x = x + len(pickle.dumps({"a": 1}))  # break: FG405
    x = x * 2
    x = x + pickle.loads(PICKLED)  # break: FG405
    x = x * 2
    pickle.dump({"a": 1}, BINARY)  # break: FG405
    x = x + 1
    SEEN["packed"] = gzip.compress(b"a")  # break: FG405
    x = x * 2
    SEEN["unpacked"] = gzip.decompress(SEEN["packed"])  # break: FG405
    return x


@torch.compile
def files(x):
    x = x + 1
    SEEN["zip"] = zipfile.ZipFile(ARCHIVE, "w")  # break: FG405
    x = x * 2
    SEEN["gzip"] = gzip.open(os.devnull)  # break: FG405
    x = x + 1
    SEEN["json"] = json.load(JSON)  # break: FG405
    x = x * 2
    SEEN["pickle"] = pickle.load(PICKLE)  # break: FG405
    return x


ARCHIVE = io.BytesIO()


JSON = io.StringIO("{}")
PICKLE = io.BytesIO(PICKLED)


class All(torch.nn.Module):
    def forward(self, x):
        return files(binary(text(x)))


def make():
    JSON.seek(0)
    PICKLE.seek(0)
    return All()


def inputs():
    return [(torch.ones(3),)]
