import * as vscode from "vscode";

/** Where everything is logged that a user may have to look up. */
export const log: vscode.LogOutputChannel = vscode.window.createOutputChannel("fullgraph", { log: true });
