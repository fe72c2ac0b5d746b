/** The view of the findings by cause. */
import * as vscode from "vscode";
import { counted } from "../words";
import type { Finding, Group } from "./cause";
import type { Findings } from "./store";

export type Node = { kind: "cause"; group: Group } | { kind: "place"; finding: Finding };

export class FindingsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly findings: Findings) {
    this.view = vscode.window.createTreeView("fullgraph.findings", { treeDataProvider: this, showCollapseAll: true });
    this.subscription = findings.onChange(() => this.update());
    this.update();
  }

  dispose(): void {
    vscode.Disposable.from(this.view, this.subscription, this.changed).dispose();
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) {
      return this.findings.causes.map((group) => ({ kind: "cause", group }));
    }
    return node.kind === "cause" && hasPlaces(node.group)
      ? node.group.findings.map((finding) => ({ kind: "place", finding }))
      : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return node.kind === "cause" ? causeItem(node.group) : placeItem(node.finding);
  }

  private update(): void {
    const count = this.findings.causes.length;
    this.view.badge = count > 0 ? { value: count, tooltip: `${counted(count, "cause")} of graph breaks` } : undefined;
    this.changed.fire(undefined);
  }
}

/** Whether several lines lead to the cause, or the one that does is another than where it breaks. */
function hasPlaces(group: Group): boolean {
  return group.findings.length > 1 || group.cause.place !== null;
}

function causeItem(group: Group): vscode.TreeItem {
  const [first] = group.findings;
  const expands = hasPlaces(group);
  const item = new vscode.TreeItem(
    `${first.code} ${first.message}`,
    expands ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
  );
  const place = group.cause.place ?? first;
  const lines = group.findings.length > 1 ? [counted(group.findings.length, "line")] : [];
  item.description = [placeName(place.uri, place.line), ...lines, group.cause.why].filter(Boolean).join(" · ");
  item.iconPath = icon(first);
  item.contextValue = expands ? "cause" : "place";
  item.command = opening(place.uri, place.line, group.cause.place === null ? first.character : 0);
  item.tooltip = new vscode.MarkdownString()
    .appendMarkdown(`**${first.code}** `)
    .appendText(`${first.message}\n\n${group.cause.why}`)
    .appendText(first.fixable ? "\n\nA safe fix is offered there." : "");
  return item;
}

function placeItem(finding: Finding): vscode.TreeItem {
  const item = new vscode.TreeItem(placeName(finding.uri, finding.line));
  item.description = finding.message;
  item.iconPath = icon(finding);
  item.contextValue = "place";
  item.command = opening(finding.uri, finding.line, finding.character);
  return item;
}

function icon(finding: Finding): vscode.ThemeIcon {
  if (finding.fixable) {
    return new vscode.ThemeIcon("lightbulb-autofix", new vscode.ThemeColor("editorLightBulbAutoFix.foreground"));
  }
  return finding.isWarning
    ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
    : new vscode.ThemeIcon("info", new vscode.ThemeColor("editorInfo.foreground"));
}

function placeName(uri: string, line: number): string {
  const parsed = vscode.Uri.parse(uri);
  const isCell = parsed.scheme === "vscode-notebook-cell";
  const path = vscode.workspace.asRelativePath(isCell ? vscode.Uri.file(parsed.path) : parsed);
  const name = path.split("/").slice(-2).join("/");
  return isCell ? `${name}, line ${line + 1} of its cell` : `${name}:${line + 1}`;
}

function opening(uri: string, line: number, character: number): vscode.Command {
  const start = new vscode.Position(line, character);
  return {
    command: "vscode.open",
    title: "Open",
    arguments: [vscode.Uri.parse(uri), { selection: new vscode.Range(start, start) }],
  };
}
