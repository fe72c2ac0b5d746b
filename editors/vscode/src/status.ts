/** The item in the status bar, and what clicking it offers. */
import * as vscode from "vscode";
import type { Findings } from "./findings/store";
import { counted } from "./words";
import type { Server, Status } from "./server";

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("fullgraph.status", vscode.StatusBarAlignment.Left, 0);
  private readonly subscriptions: vscode.Disposable[];
  /** What the editor that was used last shows: a file, or the cells of a notebook. */
  private here: vscode.TextDocument[] = [];

  constructor(
    private readonly server: Server,
    private readonly findings: Findings,
  ) {
    this.item.name = "fullgraph";
    this.item.command = "fullgraph.showMenu";
    this.subscriptions = [
      server.onStatus(() => this.update()),
      findings.onChange(() => this.update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
      vscode.window.onDidChangeActiveNotebookEditor(() => this.update()),
    ];
    this.update();
  }

  dispose(): void {
    this.item.dispose();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private update(): void {
    const { status } = this.server;
    this.here = shown() ?? this.here;
    const count = this.here.reduce((sum, one) => sum + this.findings.of(one.uri).length, 0);
    this.item.text = textOf(status, count);
    this.item.tooltip = tooltipOf(status, this.findings.causes.length);
    this.item.backgroundColor =
      status.state === "failed" ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.show();
  }
}

/** Undefined for the log, which is an editor to VS Code, too. */
function shown(): vscode.TextDocument[] | undefined {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  if (notebook !== undefined) {
    return notebook.getCells().map((cell) => cell.document);
  }
  const document = vscode.window.activeTextEditor?.document;
  return document?.uri.scheme === "output" ? undefined : document === undefined ? [] : [document];
}

function textOf(status: Status, count: number): string {
  switch (status.state) {
    case "starting":
      return "$(sync~spin) fullgraph";
    case "running":
      return count > 0 ? `$(type-hierarchy) fullgraph: ${count}` : "$(type-hierarchy) fullgraph";
    case "failed":
      return "$(warning) fullgraph";
    case "stopped":
      return "$(circle-slash) fullgraph";
  }
}

function tooltipOf(status: Status, causes: number): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  switch (status.state) {
    case "starting":
      return text.appendText("fullgraph is starting");
    case "stopped":
      return text.appendText("fullgraph is stopped");
    case "failed":
      return text.appendText(status.problem.message);
    case "running": {
      const { path, probed } = status.interpreter;
      text.appendText(`fullgraph ${probed.fullgraph ?? ""}: ${counted(causes, "cause")} found\n`);
      text.appendText(`${path}, Python ${probed.python.join(".")}, `);
      return text.appendText(probed.torch === undefined ? "without torch" : `torch ${probed.torch}`);
    }
  }
}

interface Choice extends vscode.QuickPickItem {
  command: string;
}

/** The menu of the status bar. */
export async function showMenu(server: Server): Promise<void> {
  const { status } = server;
  const choices: Choice[] = [
    { label: "$(list-tree) Show the findings by cause", command: "fullgraph.findings.focus" },
    { label: "$(question) Explain this line", command: "fullgraph.explainLine" },
    { label: "$(beaker) Verify…", command: "fullgraph.verify" },
    { label: "$(output) Show the log", command: "fullgraph.showLog" },
    { label: "$(debug-restart) Restart the server", command: "fullgraph.restart" },
    { label: "$(gear) Choose the interpreter", command: "fullgraph.chooseInterpreter" },
  ];
  const needsEditor = new Set(["fullgraph.explainLine", "fullgraph.verify"]);
  const isPython = vscode.window.activeTextEditor?.document.languageId === "python";
  const offered = choices.filter(
    ({ command }) =>
      !needsEditor.has(command) ||
      (isPython && status.state === "running" && (command !== "fullgraph.verify" || vscode.workspace.isTrusted)),
  );
  const placeHolder = status.state === "failed" ? status.problem.message : "fullgraph";
  const picked = await vscode.window.showQuickPick(offered, { placeHolder });
  if (picked !== undefined) {
    await vscode.commands.executeCommand(picked.command);
  }
}
