import argparse
import binascii
import codecs
import configparser
import enum
import fnmatch
import linecache
import locale
import pprint
import shlex
import unicodedata
import urllib.parse

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        fnmatch.fnmatch("a", "*")  # break: FG510 (before 2.14)
        unicodedata.name("a")  # break: FG510
        unicodedata.normalize("NFC", "a")  # break: FG510
        binascii.hexlify(b"a")  # break: FG510
        codecs.encode("a", "rot13")  # break: FG510
        argparse.ArgumentParser()  # break: FG510
        configparser.ConfigParser()  # break: FG510
        enum.auto()  # break: FG510
        linecache.getline("a", 1)  # break: FG510
        locale.getlocale()  # break: FG510
        pprint.pformat([1])  # break: FG510
        shlex.split("a b")  # break: FG510
        urllib.parse.quote("a b")  # break: FG510
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
