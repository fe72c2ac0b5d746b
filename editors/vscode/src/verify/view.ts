/** The view of what was verified, and the report on it. */
import * as vscode from "vscode";
import { markdown } from "./markdown";
import { type Break, type Place, costTold, headline, outcome } from "./report";
import type { Entry, Subject, Verifications } from "./verifications";

type Node = { kind: "target"; entry: Entry } | { kind: "break"; one: Break };

const SCHEME = "fullgraph-report";

export class VerifiedView implements vscode.TreeDataProvider<Node>, vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly rewritten = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.rewritten.event;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly verifications: Verifications) {
    this.subscription = vscode.Disposable.from(
      vscode.window.registerTreeDataProvider("fullgraph.verified", this),
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      verifications.onChange(() => {
        this.changed.fire(undefined);
        verifications.all.forEach((entry) => this.rewritten.fire(addressOf(entry)));
      }),
    );
  }

  dispose(): void {
    vscode.Disposable.from(this.subscription, this.changed, this.rewritten).dispose();
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) {
      return this.verifications.all.map((entry) => ({ kind: "target", entry }));
    }
    if (node.kind === "target" && node.entry.state.kind === "done") {
      return node.entry.state.verified.breaks.map((one) => ({ kind: "break", one }));
    }
    return [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return node.kind === "target" ? targetItem(node.entry) : breakItem(node.one);
  }

  /** Shows the report on a target; without one given, on the one that was verified last. */
  async show(given?: Subject | Node): Promise<void> {
    const subject = given !== undefined && "kind" in given ? (given.kind === "target" ? given.entry : undefined) : given;
    const entry = subject ?? this.verifications.all.findLast(({ state }) => state.kind === "done");
    if (entry !== undefined) {
      await vscode.commands.executeCommand("markdown.showPreviewToSide", addressOf(entry));
    }
  }

  provideTextDocumentContent(address: vscode.Uri): string {
    const entry = this.verifications.all.find((one) => addressOf(one).toString() === address.toString());
    if (entry === undefined) {
      return "The result is no longer available. Verify it again.";
    }
    switch (entry.state.kind) {
      case "running":
        return "Verifying…";
      case "failed":
        return `Could not be verified:\n\n\`\`\`\n${entry.state.error.replaceAll("```", "'''")}\n\`\`\``;
      case "done":
        return markdown(entry.state.verified, linked);
    }
  }
}

function addressOf({ uri, name }: Subject): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${name}.md`, query: `${uri.toString()}#${name}` });
}

function linked(place: Place): string {
  return vscode.Uri.file(place.filename).with({ fragment: `L${place.line}` }).toString();
}

function targetItem(entry: Entry): vscode.TreeItem {
  const item = new vscode.TreeItem(`${vscode.workspace.asRelativePath(entry.uri)}:${entry.name}`);
  const stale = entry.stale ? " (before the last change)" : "";
  item.contextValue = "target";
  // Another item for another result: one that had no breaks is not shown expanded later.
  item.id = `${entry.state.kind} ${entry.uri.toString()}#${entry.name}`;
  switch (entry.state.kind) {
    case "running":
      item.description = "verifying…";
      item.iconPath = new vscode.ThemeIcon("loading~spin");
      break;
    case "failed":
      item.description = entry.state.error;
      item.tooltip = entry.state.error;
      item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
      break;
    case "done": {
      const { verified } = entry.state;
      item.description = headline(verified) + stale;
      item.tooltip = `${headline(verified)}${stale}\n${verified.what}; ${verified.inputs.join(", ")}\n${verified.environment}`;
      item.iconPath = outcomeIcon(outcome(verified));
      if (verified.breaks.length > 0) {
        item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
      }
    }
  }
  return item;
}

function outcomeIcon(found: "pass" | "fail" | "error"): vscode.ThemeIcon {
  switch (found) {
    case "pass":
      return new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed"));
    case "fail":
      return new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed"));
    case "error":
      return new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  }
}

function breakItem(one: Break): vscode.TreeItem {
  const uri = vscode.Uri.file(one.place.filename);
  const item = new vscode.TreeItem(one.reason);
  const name = `${vscode.workspace.asRelativePath(uri)}:${one.place.line}`;
  item.description = [name, costTold(one)].filter(Boolean).join(" · ");
  item.tooltip = [one.place.source?.trim(), one.explanation].filter(Boolean).join("\n\n");
  item.iconPath = new vscode.ThemeIcon("debug-disconnect");
  const start = new vscode.Position(one.place.line - 1, 0);
  item.command = { command: "vscode.open", title: "Open", arguments: [uri, { selection: new vscode.Range(start, start) }] };
  return item;
}
