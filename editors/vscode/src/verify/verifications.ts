/** What was verified, what is being verified, and how that begins. */
import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { findInterpreter } from "../interpreter";
import { log } from "../log";
import type { Server } from "../server";
import { folderOf, targetIn } from "./folder";
import { type Verified, headline, outcome } from "./report";
import { run as runVerify } from "./run";
import { type Target, factoryFor, inputsTyped } from "./target";

export type State =
  | { kind: "running"; abort: AbortController }
  | { kind: "done"; verified: Verified }
  | { kind: "failed"; error: string };

/** A target of a document. */
export interface Subject {
  uri: vscode.Uri;
  name: string;
}

export interface Entry extends Subject {
  state: State;
  /** The document's text that it is about. */
  text: string;
  /** Whether the document has another one now. */
  stale: boolean;
}

export class Verifications implements vscode.Disposable {
  private readonly entries = new Map<string, Entry>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChange = this.changed.event;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly server: Server) {
    this.subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) {
        this.touched(document);
      }
    });
  }

  dispose(): void {
    for (const { state } of this.entries.values()) {
      if (state.kind === "running") {
        state.abort.abort();
      }
    }
    vscode.Disposable.from(this.subscription, this.changed).dispose();
  }

  get all(): Entry[] {
    return [...this.entries.values()];
  }

  of(subject: Subject): Entry | undefined {
    return this.entries.get(keyOf(subject));
  }

  clear(): void {
    for (const [key, { state }] of this.entries) {
      if (state.kind !== "running") {
        this.entries.delete(key);
      }
    }
    this.change();
  }

  cancel(subject: Subject): void {
    const state = this.of(subject)?.state;
    if (state?.kind === "running") {
      state.abort.abort();
    }
  }

  /** Verifies a target of a document, with inputs that are asked for where there are none, or on demand. */
  async verify(document: vscode.TextDocument, target: Target, askInputs = false): Promise<void> {
    const subject = { uri: document.uri, name: target.name };
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showWarningMessage("Verifying runs code of this workspace, which is not trusted.");
      return;
    }
    if (this.of(subject)?.state.kind === "running") {
      return;
    }
    if (target.needs.length > 0) {
      await offerFactory(document, target);
      return;
    }
    const workspace = vscode.workspace.getWorkspaceFolder(document.uri);
    const folder = folderOf(document.uri.fsPath, workspace?.uri.fsPath, existsSync);
    const name = targetIn(folder, document.uri.fsPath, target.name);
    const known = inputsSet(document.uri, name);
    const inputs = askInputs || (known.length === 0 && target.inputs === null) ? await askedInputs(document.uri, name, known) : known;
    if (inputs === undefined || !(await saved())) {
      return;
    }
    const verified = await this.run(subject, folder, name, inputs, workspace?.uri);
    if (verified !== undefined) {
      tell(subject, name, verified, inputs.length === 0 && target.inputs === null);
    }
  }

  /** Undefined where it was cancelled, or could not be run at all, which is told then. */
  private async run(
    subject: Subject,
    folder: string,
    target: string,
    inputs: string[],
    workspace: vscode.Uri | undefined,
  ): Promise<Verified | undefined> {
    const before = this.of(subject);
    const abort = new AbortController();
    this.set(subject, { kind: "running", abort });
    const result = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `Verifying ${target}`, cancellable: true },
      async (progress, token) => {
        token.onCancellationRequested(() => abort.abort());
        const found = await findInterpreter(workspace);
        if ("message" in found) {
          return { error: found.message };
        }
        const more = vscode.workspace.getConfiguration("fullgraph", subject.uri).get<string[]>("verify.arguments", []);
        const begun = Date.now();
        const clock = setInterval(() => {
          progress.report({ message: `${Math.round((Date.now() - begun) / 1000)} s` });
        }, 1000);
        log.info(`verify ${[target, ...inputs, ...more].join(" ")} in ${folder}, by ${found.path}`);
        try {
          return await runVerify({ interpreter: found.path, folder, target, inputs, more }, abort.signal, (line) => log.info(line));
        } finally {
          clearInterval(clock);
        }
      },
    );
    if ("cancelled" in result) {
      log.info(`verify ${target}: cancelled`);
      this.restore(subject, before);
      return undefined;
    }
    if ("error" in result) {
      log.error(`verify ${target}: ${result.error}`);
      this.set(subject, { kind: "failed", error: result.error });
      tellFailure(`fullgraph could not verify ${target}: ${result.error}`);
      return undefined;
    }
    log.info(`verify ${target}: ${headline(result.verified)}`);
    this.set(subject, { kind: "done", verified: result.verified });
    return result.verified;
  }

  /** What of a document can be verified, as the server says. */
  targets(document: vscode.TextDocument, token?: vscode.CancellationToken): Promise<Target[]> {
    return this.server.targets(document, token);
  }

  private touched(document: vscode.TextDocument): void {
    const mine = this.all.filter((one) => one.uri.toString() === document.uri.toString());
    const text = mine.length > 0 ? document.getText() : "";
    const others = mine.filter((one) => one.stale !== (one.text !== text));
    for (const one of others) {
      one.stale = !one.stale;
    }
    if (others.length > 0) {
      this.change();
    }
  }

  private restore(subject: Subject, entry: Entry | undefined): void {
    if (entry === undefined) {
      this.entries.delete(keyOf(subject));
    } else {
      const stale = entry.text !== textOf(subject.uri);
      this.entries.set(keyOf(subject), { ...entry, stale });
    }
    this.change();
  }

  private set(subject: Subject, state: State): void {
    const known = this.of(subject);
    // A result is of the text as it was when it was asked for.
    const isResult = known?.state.kind === "running";
    const text = isResult ? known.text : textOf(subject.uri);
    this.entries.set(keyOf(subject), { ...subject, state, text, stale: isResult && known.stale });
    this.change();
  }

  private change(): void {
    const done = this.all.some(({ state }) => state.kind === "done");
    void vscode.commands.executeCommand("setContext", "fullgraph.hasVerified", done);
    this.changed.fire();
  }
}

function textOf(uri: vscode.Uri): string {
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString())?.getText() ?? "";
}

function keyOf({ uri, name }: Subject): string {
  return `${uri.toString()}#${name}`;
}

/** Inputs that the settings have for a target. */
function inputsSet(uri: vscode.Uri, target: string): string[] {
  const set = vscode.workspace.getConfiguration("fullgraph", uri).get<Record<string, string[]>>("verify.inputs", {});
  return set[target] ?? [];
}

/** Asks for the inputs of a target, and keeps them in the settings. Undefined where the question is dismissed. */
async function askedInputs(uri: vscode.Uri, target: string, known: string[]): Promise<string[] | undefined> {
  const typed = await vscode.window.showInputBox({
    title: `Inputs of ${target}`,
    prompt: `One for each argument: x=f32[8,64] labels=i64[8]<100>. Or put a function ${target.split(":").at(-1) ?? ""}_inputs next to it.`,
    value: known.join(" "),
    placeHolder: "x=f32[8,64]",
    ignoreFocusOut: true,
  });
  if (typed === undefined) {
    return undefined;
  }
  const inputs = inputsTyped(typed);
  const settings = vscode.workspace.getConfiguration("fullgraph", uri);
  const set = settings.get<Record<string, string[]>>("verify.inputs", {});
  const goal = vscode.workspace.getWorkspaceFolder(uri)
    ? vscode.ConfigurationTarget.WorkspaceFolder
    : vscode.ConfigurationTarget.Global;
  await settings.update("verify.inputs", { ...set, [target]: inputs }, goal);
  return inputs;
}

/** What is verified is what is on disk. */
async function saved(): Promise<boolean> {
  const dirty = vscode.workspace.textDocuments.filter((one) => one.isDirty && one.languageId === "python" && !one.isUntitled);
  const done = await Promise.all(dirty.map((one) => one.save()));
  if (done.every(Boolean)) {
    return true;
  }
  void vscode.window.showErrorMessage("Nothing was verified, because a file could not be saved.");
  return false;
}

async function offerFactory(document: vscode.TextDocument, target: Target): Promise<void> {
  const { name, text } = factoryFor(target);
  const insert = `Insert ${name}`;
  const picked = await vscode.window.showInformationMessage(
    `${target.name} is built with ${target.needs.join(", ")}. To verify it, write a function that builds it, and its inputs.`,
    insert,
  );
  if (picked === insert) {
    const editor = await vscode.window.showTextDocument(document);
    const end = document.lineAt(document.lineCount - 1).range.end;
    await editor.edit((edit) => edit.insert(end, `${end.character > 0 ? "\n" : ""}${text}`));
    editor.revealRange(new vscode.Range(document.lineAt(document.lineCount - 1).range.end, end));
  }
}

function isShown(uri: vscode.Uri): boolean {
  const lenses = vscode.workspace.getConfiguration("editor", uri).get<boolean>("codeLens", true);
  const own = vscode.workspace.getConfiguration("fullgraph", uri).get<boolean>("verify.codeLens", true);
  return lenses && own && vscode.window.visibleTextEditors.some((one) => one.document.uri.toString() === uri.toString());
}

function tellFailure(message: string): void {
  void vscode.window.showErrorMessage(message, "Show the Log").then((picked) => {
    if (picked !== undefined) {
      log.show();
    }
  });
}

/** `isBare`: no inputs were given, and none are known. */
function tell(subject: Subject, target: string, verified: Verified, isBare: boolean): void {
  const found = outcome(verified);
  const message = `${target}: ${headline(verified)}`;
  if (found === "error" && isBare) {
    void vscode.window.showWarningMessage(message, "Give Inputs").then((picked) => {
      if (picked !== undefined) {
        void vscode.commands.executeCommand("fullgraph.verifyWithInputs", subject);
      }
    });
    return;
  }
  if (found !== "error" && isShown(subject.uri)) {
    return; // the line above the target has it
  }
  const show = found === "pass" ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  void show(message, "Show the Report").then((picked) => {
    if (picked !== undefined) {
      void vscode.commands.executeCommand("fullgraph.showReport", subject);
    }
  });
}
