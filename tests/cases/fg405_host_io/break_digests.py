import base64
import hashlib
import secrets
import uuid
import zlib

import torch

SEEN = {}


@torch.compile
def digest(x):
    x = x + 1
    SEEN["md5"] = hashlib.md5(b"a")  # break: FG405
    x = x * 2
    SEEN["sha1"] = hashlib.sha1(b"a")  # break: FG405
    x = x + 1
    SEEN["sha224"] = hashlib.sha224(b"a")  # break: FG405
    x = x * 2
    SEEN["sha256"] = hashlib.sha256(b"a").hexdigest()  # break: FG405
    x = x + 1
    SEEN["sha384"] = hashlib.sha384(b"a")  # break: FG405
    x = x * 2
    SEEN["sha512"] = hashlib.sha512(b"a")  # break: FG405
    x = x + 1
    SEEN["blake2b"] = hashlib.blake2b(b"a")  # break: FG405
    x = x * 2
    SEEN["blake2s"] = hashlib.blake2s(b"a")  # break: FG405
    x = x + 1
    SEEN["new"] = hashlib.new("md5", b"a")  # break: FG405
    return x


@torch.compile
def coding(x):
    x = x + 1
    SEEN["b64encode"] = base64.b64encode(b"a")  # break: FG405
    x = x * 2
    SEEN["b64decode"] = base64.b64decode(b"YQ==")  # break: FG405
    x = x + 1
    SEEN["crc32"] = zlib.crc32(b"a")  # break: FG405
    x = x * 2
    SEEN["adler32"] = zlib.adler32(b"a")  # break: FG405
    x = x + 1
    SEEN["compress"] = zlib.compress(b"a")  # break: FG405
    x = x * 2
    SEEN["decompress"] = zlib.decompress(SEEN["compress"])  # break: FG405
    x = x + 1
    SEEN["uuid1"] = uuid.uuid1()  # break: FG405
    x = x * 2
    SEEN["uuid4"] = uuid.uuid4()  # break: FG405
    x = x + 1
    SEEN["token_hex"] = secrets.token_hex(4)  # break: FG405
    x = x * 2
    SEEN["token_bytes"] = secrets.token_bytes(4)  # break: FG405
    x = x + 1
    SEEN["token_urlsafe"] = secrets.token_urlsafe(4)  # break: FG405
    x = x * 2
    SEEN["randbelow"] = secrets.randbelow(4)  # break: FG405
    return x


class Both(torch.nn.Module):
    def forward(self, x):
        return coding(digest(x))


def make():
    return Both()


def inputs():
    return [(torch.ones(3),)]
