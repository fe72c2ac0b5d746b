// Where the interpreter comes from: see README.md, "Working on it".
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { createVSIX } from "@vscode/vsce";
import { Editor, extension, here, script, shots, step, tools } from "./editor.mjs";

const found = tools();
const home = mkdtempSync(path.join(tmpdir(), "fullgraph-stub-"));
const project = path.join(home, "project");
cpSync(path.join(here, "project"), project, { recursive: true });

async function trusting(options) {
  return Editor.open({ tools: found, project, shots, ...options, settings: { "security.workspace.trust.enabled": false, ...options.settings } });
}

async function log(editor) {
  await editor.command("fullgraph: Show the Log");
}

async function chosenThere() {
  step("the interpreter that is chosen in the Python extension is taken, and again when another is chosen");
  const stub = path.join(home, "python.vsix");
  await createVSIX({ cwd: path.join(here, "python"), packagePath: stub, allowMissingRepository: true, dependencies: false });
  const choice = path.join(home, "choice");
  writeFileSync(choice, script(home, "bare", "unset PYTHONPATH", `exec /usr/bin/python3 "$@"`));
  const editor = await trusting({ extensions: [stub, extension], environment: { STUB_PYTHON: choice, STUB_OTHER: found.python } });
  try {
    await editor.openFile("model.py");
    await editor.text(".notification-toast", `fullgraph is not installed for ${path.join(home, "bare")}`);
    await editor.shot("21-python-extension-without");
    await editor.click(".notification-toast .monaco-button", "Choose an Interpreter");
    await editor.text(".statusbar-item", "fullgraph: 3");
    await log(editor);
    await editor.text(".panel", `${found.python} (python-extension)`);
    await editor.shot("22-python-extension");
  } finally {
    await editor.close();
  }
}

async function inTheFolder() {
  step("without it, one of the folder is taken; and the whole folder is checked where that is set");
  mkdirSync(path.join(project, ".venv", "bin"), { recursive: true });
  script(path.join(project, ".venv", "bin"), "python", `exec ${found.python} "$@"`);
  const settings = { "workbench.colorTheme": "Default Dark Modern", "fullgraph.diagnosticMode": "workspace" };
  const editor = await trusting({ extensions: [extension], settings });
  try {
    await editor.openFile("model.py");
    await editor.text(".statusbar-item", "fullgraph: 3");
    await editor.click(".activitybar .action-label", "fullgraph");
    await editor.text(".pane-body .monaco-list-row", /net\/blocks\.py:11/);
    await log(editor);
    await editor.text(".panel", `${path.join(".venv", "bin", "python")} (workspace)`);
    await editor.shot("23-folder-dark");
  } finally {
    await editor.close();
  }
}

async function untrusted() {
  step("of a folder that is not trusted none is run");
  const marker = path.join(home, "run");
  script(path.join(project, ".venv", "bin"), "python", `touch ${marker}`, `exec ${found.python} "$@"`);
  mkdirSync(path.join(project, ".vscode"));
  const given = { "fullgraph.interpreter": path.join(project, ".venv", "bin", "python") };
  writeFileSync(path.join(project, ".vscode", "settings.json"), JSON.stringify(given));
  const editor = await Editor.open({ tools: found, project, shots, extensions: [extension] });
  try {
    await editor.text(".monaco-dialog-box", /trust/i);
    await editor.click(".monaco-dialog-box .monaco-button", /No, I don't/);
    await editor.openFile("model.py");
    // That python3 need not have fullgraph: it is the one that was asked, and no other.
    await log(editor);
    await editor.text(".panel", "python3 (path)");
    await editor.shot("24-untrusted-path");
    assert(!existsSync(marker), "an interpreter of the folder was run");
  } finally {
    await editor.close();
  }
}

try {
  await chosenThere();
  await inTheFolder();
  await untrusted();
} finally {
  rmSync(home, { recursive: true });
}
