// The interface of the Python extension, as far as fullgraph uses it. The file that STUB_PYTHON names has the path of
// the chosen interpreter; the command chooses the one of STUB_OTHER.
const { readFileSync, writeFileSync } = require("node:fs");
const vscode = require("vscode");

exports.activate = () => {
  const file = process.env.STUB_PYTHON;
  const changed = new vscode.EventEmitter();
  vscode.commands.registerCommand("python.setInterpreter", () => {
    writeFileSync(file, process.env.STUB_OTHER);
    changed.fire({ path: process.env.STUB_OTHER });
  });
  return {
    environments: {
      getActiveEnvironmentPath: () => ({ id: "stub", path: readFileSync(file, "utf8").trim() }),
      resolveEnvironment: async ({ path }) => ({ executable: { uri: vscode.Uri.file(path) } }),
      onDidChangeActiveEnvironmentPath: changed.event,
    },
  };
};
