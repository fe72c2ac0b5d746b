"""``fullgraph server`` in Neovim, with the client that it has built in."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GATE = """\
import torch
from torch import nn


class Gate(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x.float()
        if x.abs().max() > 3.0:
            x = x * 0.5
        return torch.relu(x)
"""

SCRIPT = """\
local told = {}
vim.cmd('edit model.py')
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({
  name = 'fullgraph',
  cmd = vim.fn.json_decode(vim.env.SERVER),
  root_dir = vim.fn.getcwd(),
  settings = { fullgraph = { confidence = 'medium' } },
})
vim.lsp.buf_attach_client(buffer, client)

local function diagnostics()
  local shown = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(shown, string.format('%d:%d %s %s', one.lnum + 1, one.col + 1, one.code, one.message))
  end
  return shown
end

vim.wait(60000, function() return #vim.diagnostic.get(buffer) > 0 end, 50)
told.before = diagnostics()
vim.api.nvim_win_set_cursor(0, { 8, 12 })
local position = vim.lsp.util.make_position_params()
for _, answer in pairs(vim.lsp.buf_request_sync(buffer, 'textDocument/hover', position, 60000)) do
  told.hover = answer.result.contents.value
end

told.choices = {}
vim.ui.select = function(items, options, choose)
  for _, item in ipairs(items) do table.insert(told.choices, (options.format_item(item))) end
  choose(items[1], 1)
end
local tick = vim.api.nvim_buf_get_changedtick(buffer)
vim.lsp.buf.code_action()
vim.wait(60000, function() return vim.api.nvim_buf_get_changedtick(buffer) ~= tick end, 50)
vim.wait(60000, function() return #vim.diagnostic.get(buffer) == 0 end, 50)
told.text = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
told.after = #vim.diagnostic.get(buffer)
vim.lsp.stop_client(client)
vim.fn.writefile({ vim.fn.json_encode(told) }, 'told.json')
vim.cmd('qa!')
"""


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_neovim_shows_a_finding_its_evidence_and_its_fix(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(GATE)
    (tmp_path / "script.lua").write_text(SCRIPT)
    server = json.dumps([sys.executable, "-m", "fullgraph", "server"])
    subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile script.lua"],
        cwd=tmp_path,
        env={**os.environ, "SERVER": server, "XDG_STATE_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        check=True,
        timeout=300,
    )
    told = json.loads((tmp_path / "told.json").read_text())
    assert told["before"] == ["8:12 FG101 if depends on tensor data: x.abs().max() > 3.0"]
    assert told["hover"].startswith("**FG101** branch-on-tensor")
    assert told["choices"][0].startswith("FG101: Replace the branch by torch.where")
    assert "fullgraph: apply all safe fixes" in told["choices"]
    assert (
        told["text"]
        == GATE.replace(
            "        if x.abs().max() > 3.0:\n            x = x * 0.5\n",
            "        x = torch.where(x.abs().max() > 3.0, x * 0.5, x)\n",
        ).splitlines()
    )
    assert told["after"] in (0, {})


EDITORS = (Path(__file__).parents[2] / "docs" / "editors.md").read_text(encoding="utf-8")

COUNT = """\
local told = { files = {}, version = vim.version().minor }
local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
for _, file in ipairs(vim.fn.json_decode(vim.env.FILES)) do
  vim.cmd('edit ' .. file)
  local buffer = vim.api.nvim_get_current_buf()
  vim.wait(60000, function() return #vim.diagnostic.get(buffer) > 0 end, 50)
  local attached = {}
  for _, client in ipairs(clients({ bufnr = buffer })) do
    if client.attached_buffers[buffer] then table.insert(attached, client.config.root_dir) end
  end
  table.insert(told.files, { #vim.diagnostic.get(buffer), attached })
end
told.clients = #clients()
vim.fn.writefile({ vim.fn.json_encode(told) }, 'told.json')
vim.lsp.stop_client(clients())
vim.cmd('qa!')
"""


def snippet(heading: str) -> str:
    """The Lua code on the page about editors that a line beginning so introduces."""
    found = re.search(rf"^{heading}[^\n]*\n\n```lua\n(.*?)```", EDITORS, re.S | re.M)
    assert found is not None, heading
    return found[1]


EXPLAIN = """\
vim.cmd('edit model.py')
local server = vim.fn.json_decode(vim.env.SERVER)
local client = vim.lsp.start_client({ name = 'fullgraph', cmd = server, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
vim.api.nvim_win_set_cursor(0, { 8, 12 })
local windows = #vim.api.nvim_list_wins()
vim.cmd('FullgraphExplain')
vim.wait(60000, function() return #vim.api.nvim_list_wins() > windows end, 50)
local shown = vim.api.nvim_win_get_buf(vim.api.nvim_list_wins()[windows + 1])
vim.fn.writefile(vim.api.nvim_buf_get_lines(shown, 0, -1, false), 'told.txt')
vim.lsp.stop_client(client)
vim.cmd('qa!')
"""


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_what_the_page_says_explains_a_line(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(GATE)
    (tmp_path / "page.lua").write_text(snippet("`:FullgraphExplain` shows"))
    (tmp_path / "script.lua").write_text(EXPLAIN)
    server = json.dumps([sys.executable, "-m", "fullgraph", "server"])
    subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile page.lua", "-c", "luafile script.lua"],
        cwd=tmp_path,
        env={**os.environ, "SERVER": server, "XDG_STATE_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        check=True,
        timeout=300,
    )
    told = (tmp_path / "told.txt").read_text()
    assert told.startswith("model.py:8\n")
    assert "In compile scope (1 way):" in told
    assert "FG101 if depends on tensor data: x.abs().max() > 3.0" in told


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_what_the_page_says_starts_one_server_for_each_project(tmp_path: Path) -> None:
    """By the snippet of the page for the version that is installed."""
    one, two, three = (
        tmp_path / "one, first" / "model.py",
        tmp_path / "one, first" / "sub" / "other.py",
        tmp_path / "b" / "c.py",
    )
    for path in (one, two, three):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(GATE)
    for folder in (one.parent, three.parent):
        (folder / "pyproject.toml").write_text("")
    command = tmp_path / "bin" / "fullgraph"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m fullgraph "$@"\n')
    command.chmod(0o755)
    configured = tmp_path / "config" / "nvim"
    (configured / "lsp").mkdir(parents=True)
    (configured / "lsp" / "fullgraph.lua").write_text(snippet("For Neovim 0\\.11 and later"))
    old, new = snippet("For older versions"), snippet("and in `init\\.lua`")
    (configured / "old.lua").write_text(old)
    (configured / "new.lua").write_text(new)
    (configured / "init.lua").write_text(
        "vim.cmd('luafile ' .. vim.fn.stdpath('config') .. (vim.lsp.enable and '/new.lua' or '/old.lua'))\n"
    )
    (tmp_path / "count.lua").write_text(COUNT)
    files = [str(path).replace(" ", "\\ ") for path in (one, two, three, one)]
    homes = {f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in ("CONFIG", "STATE", "CACHE", "DATA")}
    subprocess.run(
        ["nvim", "--headless", "-i", "NONE", "-n", "-c", "luafile count.lua"],
        cwd=tmp_path,
        env={**os.environ, **homes, "PATH": f"{command.parent}:{os.environ['PATH']}", "FILES": json.dumps(files)},
        stdin=subprocess.DEVNULL,
        check=True,
        timeout=300,
    )
    told = json.loads((tmp_path / "told.json").read_text())
    roots = [str(path.parent) for path in (one, one, three, one)]
    assert told["files"] == [[1, [root]] for root in roots]
    assert told["clients"] == 2
