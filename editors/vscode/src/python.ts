/** The interpreter that is chosen in the Python extension, by the interface that it offers to others. */
import * as vscode from "vscode";
import { log } from "./log";

const ID = "ms-python.python";

interface EnvironmentPath {
  readonly path: string;
}

interface Environment {
  readonly executable: { readonly uri: vscode.Uri | undefined };
}

interface Environments {
  getActiveEnvironmentPath(resource?: vscode.Uri): EnvironmentPath;
  resolveEnvironment(environment: EnvironmentPath): Promise<Environment | undefined>;
  readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
}

async function environments(): Promise<Environments | undefined> {
  const extension = vscode.extensions.getExtension<{ environments?: Environments }>(ID);
  if (extension === undefined) {
    return undefined;
  }
  try {
    const exported = extension.isActive ? extension.exports : await extension.activate();
    return exported.environments;
  } catch (failure) {
    log.warn(`the Python extension does not start: ${String(failure)}`);
    return undefined;
  }
}

/** The path of the interpreter; undefined without the extension, or where none is chosen. */
export async function chosenInterpreter(folder: vscode.Uri | undefined): Promise<string | undefined> {
  const known = await environments();
  if (known === undefined) {
    return undefined;
  }
  try {
    const active = known.getActiveEnvironmentPath(folder);
    const resolved = await known.resolveEnvironment(active);
    const found = resolved?.executable.uri?.fsPath ?? active.path;
    return found === "" ? undefined : found;
  } catch (failure) {
    log.warn(`the Python extension does not say which interpreter is chosen: ${String(failure)}`);
    return undefined;
  }
}

/** Calls back whenever another interpreter is chosen. */
export async function onInterpreterChosen(call: () => void): Promise<vscode.Disposable | undefined> {
  return (await environments())?.onDidChangeActiveEnvironmentPath(call);
}

/** Lets the user choose one there; false where there is no such extension. */
export async function chooseThere(): Promise<boolean> {
  if (vscode.extensions.getExtension(ID) === undefined) {
    return false;
  }
  await vscode.commands.executeCommand("python.setInterpreter");
  return true;
}
