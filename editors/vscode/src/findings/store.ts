/** The findings that the server shows, as it published them. */
import * as vscode from "vscode";
import type { HandleDiagnosticsSignature } from "vscode-languageclient";
import { type Finding, type Group, causeIn, grouped, isFixable } from "./cause";

export class Findings implements vscode.Disposable {
  private readonly byDocument = new Map<string, Finding[]>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChange = this.changed.event;
  private known: Group[] | undefined;

  /** All causes, the most costly first. */
  get causes(): Group[] {
    this.known ??= grouped([...this.byDocument.values()].flat());
    return this.known;
  }

  of(uri: vscode.Uri): readonly Finding[] {
    return this.byDocument.get(uri.toString()) ?? [];
  }

  /** Takes what was published for a document, on its way to the editor. */
  take(uri: vscode.Uri, diagnostics: vscode.Diagnostic[], next: HandleDiagnosticsSignature): void {
    const name = uri.toString();
    const found = diagnostics.flatMap((one) => findingOf(name, one) ?? []);
    if (found.length > 0) {
      this.byDocument.set(name, found);
    } else {
      this.byDocument.delete(name);
    }
    this.change();
    next(uri, diagnostics);
  }

  clear(): void {
    this.byDocument.clear();
    this.change();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private change(): void {
    this.known = undefined;
    this.changed.fire();
  }
}

/** A diagnostic of the server's; the client keeps the `data` of it. */
function findingOf(uri: string, one: vscode.Diagnostic & { data?: unknown }): Finding | undefined {
  const cause = causeIn(one.data);
  if (cause === undefined) {
    return undefined;
  }
  const code = typeof one.code === "object" ? one.code.value : one.code;
  return {
    uri,
    line: one.range.start.line,
    character: one.range.start.character,
    code: String(code ?? ""),
    message: one.message,
    isWarning: one.severity === vscode.DiagnosticSeverity.Warning,
    fixable: isFixable(one.data),
    cause,
  };
}
