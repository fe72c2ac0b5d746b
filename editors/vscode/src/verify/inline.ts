/** The breaks that were observed, behind their lines. */
import * as vscode from "vscode";
import { lineNow } from "../places";
import { escaped } from "./markdown";
import { type Break, costTold, inlineTold } from "./report";
import type { Verifications } from "./verifications";

const PAUSE = 200;

export class InlineCosts implements vscode.Disposable {
  private readonly type = vscode.window.createTextEditorDecorationType({
    after: { margin: "0 0 0 3em", color: new vscode.ThemeColor("fullgraph.costForeground"), fontStyle: "italic" },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.warningForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });
  private readonly subscription: vscode.Disposable;
  private later: NodeJS.Timeout | undefined;

  constructor(private readonly verifications: Verifications) {
    this.subscription = vscode.Disposable.from(
      verifications.onChange(() => this.update()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.update()),
      // What is told while somebody types may come too late for its lines: it is told again when they pause.
      vscode.workspace.onDidChangeTextDocument(() => {
        clearTimeout(this.later);
        this.later = setTimeout(() => this.update(), PAUSE);
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("fullgraph.verify.inlineCosts")) {
          this.update();
        }
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.later);
    vscode.Disposable.from(this.subscription, this.type).dispose();
  }

  private update(): void {
    const breaks = this.verifications.all.flatMap(({ state }) => (state.kind === "done" ? state.verified.breaks : []));
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      if (document.languageId === "python" && document.uri.scheme === "file") {
        const wanted = vscode.workspace.getConfiguration("fullgraph", document.uri).get<boolean>("verify.inlineCosts", true);
        editor.setDecorations(this.type, wanted ? decorations(document, breaks) : []);
      }
    }
  }
}

function decorations(document: vscode.TextDocument, breaks: Break[]): vscode.DecorationOptions[] {
  const lines = document.getText().split(/\r?\n/);
  const byLine = new Map<number, Break[]>();
  for (const one of breaks) {
    if (vscode.Uri.file(one.place.filename).fsPath === document.uri.fsPath) {
      const line = lineNow(lines, one.place.line - 1, one.place.source);
      if (line !== undefined) {
        byLine.set(line, [...(byLine.get(line) ?? []), one]);
      }
    }
  }
  return [...byLine].map(([line, here]) => {
    const range = document.lineAt(line).range;
    const told = [...new Set(here.map(inlineTold))].join("; ");
    return { range: new vscode.Range(range.end, range.end), hoverMessage: hover(here), renderOptions: { after: { contentText: told } } };
  });
}

function hover(breaks: Break[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  for (const one of breaks) {
    text.appendMarkdown(`**Verified: ${escaped(one.reason)}**\n\n${escaped(one.explanation)}\n\n`);
    text.appendMarkdown(`${escaped(costTold(one) ?? "")}\n\n`);
  }
  return text;
}
