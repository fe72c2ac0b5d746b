// The extension in a real editor: see README.md, "Working on it".
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { Editor, extension, here, script, shots, step, tools } from "./editor.mjs";

const found = tools();
const project = path.join(here, "project");
const editor = await Editor.open({ tools: found, project, extensions: [extension], shots, settings: { "fullgraph.interpreter": found.python } });
try {
  step("in a workspace that is not trusted there are findings, and nothing is run");
  await editor.text(".monaco-dialog-box", /trust/i);
  await editor.click(".monaco-dialog-box .monaco-button", /No, I don't/);
  await editor.openFile("model.py");
  await editor.page.waitForSelector(".squiggly-warning", { timeout: 60_000 });
  await editor.text(".statusbar-item", "fullgraph: 3");
  assert.equal(await editor.page.$(".codelens-decoration"), null);
  await editor.shot("01-untrusted");

  step("with trust it is offered to verify");
  await editor.command("Workspaces: Manage Workspace Trust");
  await editor.click(".workspace-trust-editor .monaco-button", /^Trust/);
  await editor.openFile("model.py");
  await editor.text(".codelens-decoration", "verify");
  await editor.text(".statusbar-item", "fullgraph: 3");
  await editor.shot("02-diagnostics");

  step("hovering tells why, and leads to an explanation of the line");
  await editor.goTo(16, 16);
  await editor.command("Show or Focus Hover");
  await editor.text(".monaco-hover", /FG101.*branch-on-tensor/s);
  await editor.shot("03-hover");
  await editor.clickUntil([".monaco-hover a", "Explain this line"], [".tab", "Explanation"]);
  await editor.text(".view-lines", "In compile scope");
  await editor.press("Escape");
  await editor.shot("04-explanation");
  await editor.command("View: Close Editors in Other Groups");

  step("a quick fix is offered, and does what it says");
  await editor.openFile("model.py");
  await editor.goTo(16, 16);
  await editor.press("Control+.");
  await editor.text(".action-widget", "Replace the branch by torch.where");
  await editor.text(".action-widget", "ignore on this line");
  await editor.text(".action-widget", "explain this line");
  await editor.shot("05-quick-fix");
  await editor.press("Enter");
  await editor.text(".view-line", "torch.where(x.abs().max() > 3.0, x * 0.5, x)");
  await editor.text(".statusbar-item", "fullgraph: 2");
  await editor.press("Control+z");
  await editor.text(".statusbar-item", "fullgraph: 3");

  step("the tree has the findings by cause, the most costly first");
  await editor.openFile("blocks.py");
  await editor.text(".statusbar-item", /fullgraph: \d/);
  await editor.click(".activitybar .action-label", "fullgraph");
  await editor.text(".pane-body .monaco-list-row", /FG101 if depends on tensor data: x\.sum\(\) > 0.*blocks\.py:11/s);
  await editor.widen(230);
  await editor.shot("06-tree");

  step("verifying says what breaks and what it costs, beside the code");
  await editor.openFile("model.py");
  await editor.click(".codelens-decoration a", /^\s*verify/);
  await editor.text(".codelens-decoration", "verifying");
  await editor.text(".notification-toast", "Verifying net/model.py:Net");
  await editor.shot("07-verifying");
  await editor.text(".codelens-decoration", /\d graph breaks · \d graphs/, 300_000);
  await editor.text(".pane-body .monaco-list-row", /net\/model.py:Net.*graph breaks/s);
  await editor.shot("08-verified");
  await editor.click(".codelens-decoration a", /graph breaks/);
  await editor.text(".tab", "Net.md");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await editor.shot("09-report");
  await editor.command("View: Close Editors in Other Groups");

  step("what was verified before a change says so, and stays at its lines");
  await editor.openFile("model.py");
  await editor.goTo(1, 1);
  await editor.page.keyboard.type("import math\n");
  await editor.text(".codelens-decoration", "before the last change");
  await editor.shot("10-changed");
  assert(!(await editor.lines()).some((line) => /x = x \* 0.5 *graph break/.test(line)), "a cost is at another line");
  await editor.command("File: Revert File");
  await editor.page.waitForFunction(() => ![...document.querySelectorAll(".codelens-decoration")].some((one) => one.textContent.includes("before the last change")));

  step("verifying is cancelled, with all that it has started");
  await editor.click(".codelens-decoration a", /^\s*verify/);
  await editor.text(".codelens-decoration", "verifying");
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await editor.click(".codelens-decoration a", "cancel");
  await editor.page.waitForFunction(() => ![...document.querySelectorAll(".codelens-decoration")].some((one) => /verifying|cancel/.test(one.textContent)), { timeout: 30_000 });
  await editor.text(".codelens-decoration", /\d graph breaks/);
  const left = running("verify net/model.py:Net");
  assert.deepEqual(left, [], "processes are left");

  step("a module without inputs is asked for them");
  await editor.command("fullgraph: Verify…");
  await editor.answer("Head", "Head");
  await editor.text(".quick-input-widget", "Inputs of net/model.py:Head");
  await editor.shot("11-inputs");
  await editor.answer("x=f32[4,8]");
  await editor.text(".pane-body .monaco-list-row", /net\/model.py:Head.*no graph break/s, 300_000);
  await editor.shot("12-no-break");
  assert.match(readFileSync(path.join(editor.folder, ".vscode", "settings.json"), "utf8"), /"net\/model.py:Head": \[\s*"x=f32\[4,8\]"/);

  step("a module that takes arguments gets a factory");
  await editor.openFile("blocks.py");
  await editor.click(".codelens-decoration a", /verify \(built with width\)/);
  await editor.click(".notification-toast .monaco-button", "Insert build_block");
  await editor.text(".view-line", "def build_block():");
  await editor.shot("13-factory");
  await editor.command("File: Revert File");

  step("a notebook is one program, and its findings stand in its cells");
  await editor.openFile("gate.ipynb");
  await editor.page.waitForSelector(".notebookOverlay .squiggly-warning", { timeout: 60_000 });
  await editor.text(".pane-body .monaco-list-row", /FG401.*gate\.ipynb, line 3 of its cell/s);
  assert.equal((await editor.page.$$(".notebookOverlay .squiggly-warning")).length, 1);
  await editor.text(".statusbar-item", "fullgraph: 1");
  await editor.shot("20-notebook");

  step("the log and the menu");
  await editor.click(".statusbar-item a", /fullgraph/);
  await editor.text(".quick-input-widget", "Restart the server");
  await editor.shot("14-menu");
  await editor.press("Escape");
  await editor.command("fullgraph: Show the Log");
  await editor.text(".panel", "verify net/model.py:Net");
  await editor.shot("15-log");

  step("restarting brings the findings back");
  await editor.command("fullgraph: Restart the Server");
  await editor.text(".panel", /exited with code 0[^]*serves/);
  await editor.text(".statusbar-item", /fullgraph: \d/);
  await editor.shot("16-restarted");

  step("an interpreter that cannot be used gives one clear message, and one that can makes all well again");
  const bare = script(editor.home, "bare", "unset PYTHONPATH", `exec /usr/bin/python3 "$@"`);
  writeSettings(editor, { "fullgraph.interpreter": bare });
  await editor.text(".notification-toast", `fullgraph is not installed for ${bare}. Install it there`);
  await editor.text(".notification-toast", "How to Install");
  await editor.text(".statusbar-item.warning-kind", "fullgraph");
  await editor.shot("17-not-installed");
  await editor.command("Notifications: Clear All Notifications");
  mkdirSync(path.join(editor.home, "old", "fullgraph"), { recursive: true });
  writeFileSync(path.join(editor.home, "old", "fullgraph", "__init__.py"), '__version__ = "0.0.3"\n');
  writeSettings(editor, { "fullgraph.interpreter": script(editor.home, "old-python", `PYTHONPATH=${editor.home}/old exec /usr/bin/python3 "$@"`) });
  await editor.text(".notification-toast", /fullgraph 0\.0\.3 of .* is too old for this extension, which needs 0\.1\.0 or newer/);
  await editor.shot("18-too-old");
  await editor.command("Notifications: Clear All Notifications");
  writeSettings(editor, { "fullgraph.interpreter": "/nowhere/python" });
  await editor.text(".notification-toast", "/nowhere/python cannot be used: there is no such file");
  await editor.command("Notifications: Clear All Notifications");
  writeSettings(editor, { "fullgraph.interpreter": found.python });
  await editor.text(".statusbar-item", /fullgraph: \d/);

  step("the settings are documented");
  await editor.command("Preferences: Open Settings (UI)");
  await editor.page.keyboard.type("@ext:fullgraph.fullgraph");
  await editor.text(".settings-editor", "Which files are checked");
  await editor.shot("19-settings");
} finally {
  await editor.close();
}

/** Command lines of processes that have a text in them. */
function running(text) {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      return line.includes(text) ? [line] : [];
    } catch {
      return [];
    }
  });
}

function writeSettings(editor, changed) {
  const file = path.join(editor.folder, ".vscode", "settings.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...changed }, null, 2));
}
