/** What is known of a line, in a document beside it. */
import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Node } from "./findings/tree";
import { log } from "./log";
import { linesNamed } from "./places";
import type { Server } from "./server";

const SCHEME = "fullgraph-explain";
/** The one document that all explanations are shown in. */
const SHOWN = vscode.Uri.from({ scheme: SCHEME, path: "/Explanation" });

/** A line of a document. */
export interface Line {
  uri: string;
  line: number;
}

export class Explanations implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private text = "";
  private about: vscode.Uri | undefined;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly server: Server) {
    this.subscription = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, this),
      vscode.languages.registerCodeActionsProvider({ language: "python" }, { provideCodeActions: offered }),
    );
  }

  dispose(): void {
    vscode.Disposable.from(this.subscription, this.changed).dispose();
  }

  /** Shows what is known of a line: of the one given, of a node of the view of findings, or of the cursor's. */
  async show(given?: Line | Node): Promise<void> {
    const place = placeOf(given);
    if (place === undefined) {
      void vscode.window.showInformationMessage("Put the cursor on a line of a Python file to explain it.");
      return;
    }
    if (this.server.status.state !== "running") {
      void vscode.window.showWarningMessage("fullgraph does not run, and so can explain nothing.");
      return;
    }
    const uri = vscode.Uri.parse(place.uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const text = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: "fullgraph explains" },
      () => this.server.explain(document, place.line),
    );
    if (text === undefined) {
      log.warn(`no explanation of ${place.uri}:${place.line + 1}`);
      void vscode.window.showWarningMessage("fullgraph could not explain this line; the log may say why.");
      return;
    }
    this.text = text;
    this.about = uri;
    this.changed.fire(SHOWN);
    const shown = await vscode.workspace.openTextDocument(SHOWN);
    await vscode.window.showTextDocument(shown, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }

  provideTextDocumentContent(): string {
    return this.text;
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const { about } = this;
    if (about?.scheme !== "file") {
      return [];
    }
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
    return linesNamed(document.getText()).flatMap(({ start, end, file, line }) => {
      const named = file === undefined ? about : vscode.Uri.file(path.resolve(folder, file));
      if (!existsSync(named.fsPath)) {
        return []; // such as a module of an installed package, by its name there
      }
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      return [new vscode.DocumentLink(range, named.with({ fragment: `L${line}` }))];
    });
  }
}

function placeOf(given: Line | Node | undefined): Line | undefined {
  if (given !== undefined && "kind" in given) {
    return given.kind === "place" ? given.finding : given.group.findings[0];
  }
  if (given !== undefined && "uri" in given && typeof given.line === "number") {
    return { uri: given.uri, line: given.line };
  }
  const editor = vscode.window.activeTextEditor;
  return editor?.document.languageId === "python"
    ? { uri: editor.document.uri.toString(), line: editor.selection.active.line }
    : undefined;
}

/** Offers the explanation among the actions for a finding. */
function offered(
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
): vscode.CodeAction[] {
  const found = context.diagnostics.some((one) => one.source === "fullgraph");
  if (!found || (context.only !== undefined && !context.only.contains(vscode.CodeActionKind.QuickFix))) {
    return [];
  }
  const action = new vscode.CodeAction("fullgraph: explain this line", vscode.CodeActionKind.QuickFix);
  const line: Line = { uri: document.uri.toString(), line: range.start.line };
  action.command = { command: "fullgraph.explainLine", title: action.title, arguments: [line] };
  return [action];
}

/** Adds to a hover over a finding what leads to the explanation of its line. */
export function withExplanation(hover: vscode.Hover, document: vscode.TextDocument, line: number): vscode.Hover {
  const given: Line = { uri: document.uri.toString(), line };
  const link = new vscode.MarkdownString(
    `[Explain this line](command:fullgraph.explainLine?${encodeURIComponent(JSON.stringify([given]))})`,
  );
  link.isTrusted = { enabledCommands: ["fullgraph.explainLine"] };
  return new vscode.Hover([...hover.contents, link], hover.range);
}
