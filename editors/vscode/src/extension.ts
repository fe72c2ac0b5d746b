/** The extension: what there is of it, and how its parts are joined. */
import * as vscode from "vscode";
import { Explanations, withExplanation } from "./explain";
import { Findings } from "./findings/store";
import { FindingsView } from "./findings/tree";
import { log } from "./log";
import type { Problem, Remedy } from "./problem";
import { chooseThere, onInterpreterChosen } from "./python";
import { Server } from "./server";
import { StatusBar, showMenu } from "./status";
import { InlineCosts } from "./verify/inline";
import { VerifyLenses } from "./verify/lens";
import { type Subject, Verifications } from "./verify/verifications";
import { VerifiedView } from "./verify/view";

const WORDS: Record<Remedy, string> = {
  choose: "Choose an Interpreter",
  install: "How to Install",
  log: "Show the Log",
  retry: "Restart",
};
const EXTENSION = "fullgraph.fullgraph";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const findings = new Findings();
  const started = new Server({
    handleDiagnostics: (uri, diagnostics, next) => findings.take(uri, diagnostics, next),
    provideHover: async (document, position, token, next) => {
      const hover = await next(document, position, token);
      const found = findings.of(document.uri).some((one) => one.line === position.line);
      return hover && found ? withExplanation(hover, document, position.line) : hover;
    },
  });
  server = started;
  const explanations = new Explanations(started);
  const verifications = new Verifications(started);
  const verified = new VerifiedView(verifications);
  context.subscriptions.push(
    log,
    findings,
    started,
    explanations,
    verifications,
    verified,
    new FindingsView(findings),
    new VerifyLenses(verifications, started),
    new InlineCosts(verifications),
    new StatusBar(started, findings),
    started.onStatus((status) => {
      void vscode.commands.executeCommand("setContext", "fullgraph.state", status.state);
      if (status.state !== "running") {
        findings.clear();
      }
      if (status.state === "failed") {
        void tell(status.problem, started);
      }
    }),
    ...commands(started, explanations, verifications, verified),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("fullgraph.interpreter")) {
        void started.restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void started.restart()),
  );
  const chosen = await onInterpreterChosen(() => void started.restart());
  if (chosen !== undefined) {
    context.subscriptions.push(chosen);
  }
  await started.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function commands(
  server: Server,
  explanations: Explanations,
  verifications: Verifications,
  verified: VerifiedView,
): vscode.Disposable[] {
  const verify = (askInputs: boolean) => async (given?: Subject) => {
    await verifyChosen(verifications, given, askInputs);
  };
  const handlers: Record<string, (...given: never[]) => unknown> = {
    restart: () => server.restart(),
    showLog: () => log.show(),
    showMenu: () => showMenu(server),
    chooseInterpreter,
    checkWorkspace: () =>
      vscode.workspace
        .getConfiguration("fullgraph")
        .update("diagnosticMode", "workspace", vscode.workspace.workspaceFolders ? undefined : true),
    explainLine: (given?: Parameters<Explanations["show"]>[0]) => explanations.show(given),
    fixAll: () =>
      vscode.commands.executeCommand("editor.action.sourceAction", { kind: "source.fixAll.fullgraph", apply: "first" }),
    verify: verify(false),
    verifyWithInputs: verify(true),
    cancelVerify: (given: Subject) => verifications.cancel(given),
    showReport: (given?: Parameters<VerifiedView["show"]>[0]) => verified.show(given),
    clearVerified: () => verifications.clear(),
  };
  return Object.entries(handlers).map(([name, handler]) => vscode.commands.registerCommand(`fullgraph.${name}`, handler));
}

/** Verifies the target given, or one of the active editor's that the user picks. */
async function verifyChosen(verifications: Verifications, given: Subject | undefined, askInputs: boolean): Promise<void> {
  const isSubject = given !== undefined && "name" in given;
  const document = isSubject
    ? await vscode.workspace.openTextDocument(given.uri)
    : vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "python") {
    void vscode.window.showInformationMessage("Open the Python file that contains the target to verify.");
    return;
  }
  const targets = await verifications.targets(document);
  let target = isSubject ? targets.find((one) => one.name === given.name) : undefined;
  if (!isSubject) {
    if (targets.length === 0) {
      void vscode.window.showInformationMessage("This file has no module, compiled function or function with inputs.");
      return;
    }
    const items = targets.map((one) => ({ label: one.name, description: one.kind, one }));
    target = (await vscode.window.showQuickPick(items, { placeHolder: "Which target to verify?" }))?.one;
  }
  if (target !== undefined) {
    await verifications.verify(document, target, askInputs);
  }
}

async function chooseInterpreter(): Promise<void> {
  const set = vscode.workspace.getConfiguration("fullgraph").get<string>("interpreter", "");
  if (set !== "" || !(await chooseThere())) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "fullgraph.interpreter");
  }
}

/** Shows a problem, and does what the user picks. */
async function tell(problem: Problem, server: Server): Promise<void> {
  const choices = new Map(problem.remedies.map((remedy) => [WORDS[remedy], remedy]));
  const picked = choices.get((await vscode.window.showWarningMessage(problem.message, ...choices.keys())) ?? "");
  switch (picked) {
    case "choose":
      await chooseInterpreter();
      break;
    case "install":
      await vscode.commands.executeCommand("extension.open", EXTENSION);
      break;
    case "log":
      log.show();
      break;
    case "retry":
      await server.restart();
      break;
    case undefined:
      break;
  }
}
