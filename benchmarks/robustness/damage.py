"""Ways to damage a file. Each takes the bytes of a real file and a random generator and gives other bytes."""

from __future__ import annotations

import ast
import io
import tokenize
import warnings
from collections.abc import Callable, Iterator, Sequence
from random import Random

Damage = Callable[[bytes, Random], bytes]

_NAMES = (
    "\ufb01",
    "\U0001d431",
    "é",
    "\u0435",
    "x" * 300,
    "class",
    "match",
    "type",
    "_",
    "__debug__",
    "torch",
    "self",
    "None",
)
"""Names that normalise to another, look like another, are long, or mean something."""

_PIECES = (
    *"( ) [ ] { } : , . ; = := -> @ * ** // % ~ ... \\ \t \x0c \x00 \x1b \u202e \u2028 \x85 \ufeff".split(" "),
    *"if else elif for while try except finally with async await lambda yield return raise assert del global".split(),
    *("nonlocal x", "match x:", "case _:", "print(x)", "x.item()", "torch.compile", "@torch.compile", "f'{x!r:>{y}}'"),
    *("'", '"""', "0x", "1_000", "1e400", "9" * 5000, "b'\\xff'", "# noqa", "# fullgraph: ignore[", "# type: ignore"),
)


def damage_text(change: Callable[[str, Random], str]) -> Damage:
    """The damage of a file's text, which stays in UTF-8 where it was."""

    def damaged(data: bytes, random: Random) -> bytes:
        return change(data.decode("utf-8", "surrogateescape"), random).encode("utf-8", "surrogateescape")

    return damaged


def truncated(text: str, random: Random) -> str:
    return text[: random.randrange(len(text) + 1)]


def truncated_at_line(text: str, random: Random) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(lines[: random.randrange(len(lines) + 1)])


def reindented(text: str, random: Random) -> str:
    """Tabs, or other widths, for the indentation; or some lines moved."""
    lines = text.splitlines(keepends=True)
    unit = random.choice(["\t", "  ", "   ", " \t", "        ", None])
    if unit is None:
        for index in _some(lines, random):
            lines[index] = random.choice(["", " ", "    ", "\t"]) + lines[index].lstrip(" ")
        return "".join(lines)
    return "".join(unit * ((len(line) - len(line.lstrip(" "))) // 4) + line.lstrip(" ") for line in lines)


def tokens_changed(text: str, random: Random) -> str:
    """Tokens inserted, deleted and swapped."""
    spans = list(_tokens(text))
    if len(spans) < 2:
        return text
    pieces = [text[: spans[0][0]]]
    for (start, end), following in zip(spans, [*(first for first, _ in spans[1:]), len(text)], strict=True):
        pieces += [text[start:end], text[end:following]]
    for _ in range(random.choice([1, 1, 2, 5, 30])):
        index, other = 1 + 2 * random.randrange(len(spans)), 1 + 2 * random.randrange(len(spans))
        how = random.randrange(4)
        if how == 0:
            pieces[index] = ""
        elif how == 1:
            pieces[index], pieces[other] = pieces[other], pieces[index]
        elif how == 2:
            pieces[index] += f" {random.choice(_PIECES)} "
        else:
            pieces[index] = random.choice(_NAMES)
    return "".join(pieces)


def names_exchanged(text: str, random: Random) -> str:
    """Names put in the places of other names, so that the syntax mostly holds."""
    spans = [(start, end) for start, end in _tokens(text) if text[start:end].isidentifier()]
    if not spans:
        return text
    names = [text[start:end] for start, end in spans]
    chosen = set(random.sample(range(len(spans)), min(len(spans), random.choice([1, 3, 10, 60]))))
    pieces, done = [], 0
    for index, (start, end) in enumerate(spans):
        if index in chosen:
            pieces += [text[done:start], random.choice((*names, *_NAMES))]
            done = end
    return "".join([*pieces, text[done:]])


def expressions_exchanged(text: str, random: Random) -> str:
    """Whole expressions, or whole statements, put in the places of others."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return tokens_changed(text, random)
    lines = [line.encode("utf-8", "surrogateescape") for line in io.StringIO(text, newline="")]
    of_expressions = random.choice([True, True, False])
    nodes = [
        node
        for node in ast.walk(tree)
        if (isinstance(node, ast.expr) if of_expressions else isinstance(node, ast.stmt))
        and isinstance(node, (ast.expr, ast.stmt))
    ]
    if len(nodes) < 2:
        return text
    for _ in range(random.choice([1, 2, 5, 20])):
        place, other = random.choice(nodes), random.choice(nodes)
        try:
            content = ast.unparse(other)[:2000] if isinstance(other, ast.expr) else _one_line(other)
        except RecursionError:
            continue
        if place.end_lineno is None or place.end_col_offset is None or place.end_lineno > len(lines):
            continue
        row, end = place.lineno - 1, place.end_lineno - 1
        if row >= len(lines):
            continue
        new = content if isinstance(other, ast.stmt) else f"({content})"
        merged = lines[row][: place.col_offset] + new.encode("utf-8", "surrogateescape")
        lines[row : end + 1] = [merged + lines[end][place.end_col_offset :], *[b""] * (end - row)]
        nodes = [node for node in nodes if node.lineno - 1 > end or (node.end_lineno or 0) - 1 < row]
        if len(nodes) < 2:
            break
    return b"".join(lines).decode("utf-8", "surrogateescape")


def _one_line(statement: ast.AST) -> str:
    return "; ".join(ast.unparse(statement).splitlines()[:1])[:2000]


def lines_repeated(text: str, random: Random) -> str:
    """Lines or blocks of them repeated, deleted, moved."""
    lines = text.splitlines(keepends=True)
    for _ in range(random.choice([1, 3, 10])):
        if not lines:
            break
        first = random.randrange(len(lines))
        block = lines[first : first + random.choice([1, 1, 2, 8, 40])]
        how = random.randrange(3)
        if how == 0:
            lines[first:first] = block
        elif how == 1:
            del lines[first : first + len(block)]
        else:
            place = random.randrange(len(lines) + 1)
            lines[place:place] = block
    return "".join(lines)


def newlines_changed(text: str, random: Random) -> str:
    """Other ends of lines, one kind or mixed; form feeds and other separators at their beginnings."""
    ends = random.choice([["\r\n"], ["\r"], ["\n", "\r\n", "\r"], ["\n", "\n", "\n\x0c"], ["\n", "\x0b\n", " \\\n"]])
    return "".join(line.rstrip("\r\n") + random.choice(ends) for line in io.StringIO(text))


def nested(text: str, random: Random) -> str:
    """Something deep after the code, or in it."""
    depth = random.choice([20, 60, 95, 150, 400, 1500, 6000])
    shapes: list[Callable[[], str]] = [
        lambda: f"y = {'(' * depth}x{')' * depth}\n",
        lambda: f"y = {'[' * depth}x{']' * depth}\n",
        lambda: f"y = {'f(' * depth}x{')' * depth}\n",
        lambda: f"y = {'-' * depth}x\n",
        lambda: f"y = {'not ' * depth}x\n",
        lambda: f"y = x{'.a' * depth}\n",
        lambda: f"y = x{'()' * depth}\n",
        lambda: f"y = x{'[0]' * depth}\n",
        lambda: f"y = {' + '.join(['x'] * depth)}\n",
        lambda: f"y = {' ** '.join(['x'] * depth)}\n",
        lambda: f"y = {' and '.join(['x'] * depth)}\n",
        lambda: f"y = {' < '.join(['x'] * depth)}\n",
        lambda: f"y = {'x if x else ' * depth}x\n",
        lambda: f"y = {'lambda: ' * depth}x\n",
        lambda: f"y = {'await ' * depth}x\n",
        lambda: f"{' = '.join(['x'] * depth)}\n",
        lambda: f"import {'.'.join(['x'] * depth)}\n",
        lambda: "".join(f"{' ' * level}if x:\n" for level in range(min(depth, 120))) + f"{' ' * 130}pass\n",
        lambda: "if x: pass\n" + "elif x: pass\n" * depth,
        lambda: "@f\n" * depth + "def g(): pass\n",
        lambda: f"y = f'{'{f' * min(depth, 90)}x\n",
        lambda: f"y = {'(x := ' * depth}x{')' * depth}\n",
        lambda: f"y = {'*' * depth}x\n",
    ]
    deep = random.choice(shapes)()
    if random.random() < 0.5:
        body = "".join(f"    {line}\n" for line in deep.splitlines())
        deep = f"import torch\n@torch.compile\ndef deep(x: torch.Tensor):\n{body}    return y\n"
    if random.random() < 0.5:
        return deep
    return text + ("" if text.endswith("\n") else "\n") + deep


def encoded(data: bytes, random: Random) -> bytes:
    """Another encoding, declared or not, rightly or wrongly."""
    text = data.decode("utf-8", "replace")
    name = random.choice(
        ["latin-1", "cp1252", "utf-16", "utf-32", "shift_jis", "koi8-r", "utf-7", "utf-8-sig", "utf-8"]
    )
    declared = random.choice([name, name, "latin-1", "ascii", "utf-16", "rot13", "hex", "nothing", "../x", None])
    head = f"# -*- coding: {declared} -*-\n" if declared is not None else ""
    return (head + text + random.choice(["", "# é\n", "# \u65e5\n"])).encode(name, "replace")


def bytes_changed(data: bytes, random: Random) -> bytes:
    """Single bytes changed, such as to NUL or to what is no UTF-8."""
    changed = bytearray(data)
    for _ in range(random.choice([1, 2, 8, 64])):
        if changed:
            place = random.randrange(len(changed))
            how = random.randrange(3)
            if how == 0:
                changed[place] = random.randrange(256)
            elif how == 1:
                changed[place:place] = random.choice([b"\x00", b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xef\xbb\xbf"])
            else:
                del changed[place]
    return bytes(changed)


def unchanged(data: bytes, random: Random) -> bytes:
    return data


DAMAGES: dict[str, Damage] = {
    "as it is": unchanged,
    "truncated": damage_text(truncated),
    "truncated at a line": damage_text(truncated_at_line),
    "re-indented": damage_text(reindented),
    "tokens inserted, deleted, swapped": damage_text(tokens_changed),
    "names exchanged": damage_text(names_exchanged),
    "expressions exchanged": damage_text(expressions_exchanged),
    "lines repeated, deleted, moved": damage_text(lines_repeated),
    "ends of lines changed": damage_text(newlines_changed),
    "something deep added": damage_text(nested),
    "encoding changed": encoded,
    "bytes changed": bytes_changed,
}


SYNTAX_HOLDS = ("names exchanged", "expressions exchanged", "lines repeated, deleted, moved", "ends of lines changed")
"""Those after which a file is mostly Python still, so that more than its syntax error is tried."""


def _some(lines: Sequence[str], random: Random) -> list[int]:
    return random.sample(range(len(lines)), min(len(lines), random.choice([1, 3, 20])))


def _tokens(text: str) -> Iterator[tuple[int, int]]:
    """The offsets of the tokens that are text, until the tokenizer gives up."""
    starts = [0]
    for line in io.StringIO(text, newline=""):
        starts.append(starts[-1] + len(line))
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline="").readline):
            if token.string.strip() and token.end[0] <= len(starts):
                yield starts[token.start[0] - 1] + token.start[1], starts[token.end[0] - 1] + token.end[1]
    except (tokenize.TokenError, SyntaxError):
        return
