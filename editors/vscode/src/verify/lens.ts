/** The line above a target: what verifies it, and what came of it. */
import * as vscode from "vscode";
import type { Server } from "../server";
import { headline, outcome } from "./report";
import type { Target } from "./target";
import type { Entry, Subject, Verifications } from "./verifications";

const ICONS = { pass: "$(pass)", fail: "$(error)", error: "$(warning)" };

export class VerifyLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly verifications: Verifications,
    server: Server,
  ) {
    this.subscription = vscode.Disposable.from(
      vscode.languages.registerCodeLensProvider({ language: "python", scheme: "file" }, this),
      verifications.onChange(() => this.changed.fire()),
      server.onStatus(() => this.changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.changed.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("fullgraph.verify.codeLens")) {
          this.changed.fire();
        }
      }),
    );
  }

  dispose(): void {
    vscode.Disposable.from(this.subscription, this.changed).dispose();
  }

  async provideCodeLenses(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[]> {
    const settings = vscode.workspace.getConfiguration("fullgraph", document.uri);
    if (!vscode.workspace.isTrusted || !settings.get<boolean>("verify.codeLens", true)) {
      return [];
    }
    const targets = await this.verifications.targets(document, token);
    return targets.flatMap((target) => {
      const subject: Subject = { uri: document.uri, name: target.name };
      const range = document.lineAt(Math.min(target.line, document.lineCount - 1)).range;
      return lenses(subject, target, this.verifications.of(subject)).map((command) => new vscode.CodeLens(range, command));
    });
  }
}

function lenses(subject: Subject, target: Target, entry: Entry | undefined): vscode.Command[] {
  const verify: vscode.Command = {
    title: "$(beaker) verify",
    tooltip: "Compile it, and show its graph breaks and their costs. This runs its code.",
    command: "fullgraph.verify",
    arguments: [subject],
  };
  if (target.needs.length > 0) {
    const tooltip = "To verify it, add a function that builds it";
    return [{ ...verify, title: `$(beaker) verify (built with ${target.needs.join(", ")})`, tooltip }];
  }
  if (entry === undefined) {
    return [verify];
  }
  const old = entry.stale ? "before the last change: " : "";
  switch (entry.state.kind) {
    case "running":
      return [
        { title: "$(loading~spin) verifying…", command: "" },
        { title: "cancel", command: "fullgraph.cancelVerify", arguments: [subject] },
      ];
    case "failed":
      return [verify, { title: `$(warning) ${old}could not be verified`, tooltip: entry.state.error, command: "fullgraph.showLog" }];
    case "done": {
      const { verified } = entry.state;
      const title = `${ICONS[outcome(verified)]} ${old}${headline(verified)}`;
      return [verify, { title, tooltip: "Show the report", command: "fullgraph.showReport", arguments: [subject] }];
    }
  }
}
