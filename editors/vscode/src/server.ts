/** The language server: its life, and what it is asked beyond the protocol. */
import * as os from "node:os";
import * as vscode from "vscode";
import {
  type ConfigurationParams,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  ResponseError,
  State,
} from "vscode-languageclient/node";
import { type Interpreter, findInterpreter } from "./interpreter";
import { environment, launched } from "./launch";
import { log } from "./log";
import type { Problem } from "./problem";
import { told } from "./settings";
import type { Target } from "./verify/target";

export type Status =
  | { state: "starting" }
  | { state: "running"; interpreter: Interpreter }
  | { state: "failed"; problem: Problem }
  | { state: "stopped" };

/** No token at all would be taken for one more parameter. */
const NEVER = new vscode.CancellationTokenSource().token;
const METHOD_NOT_FOUND = -32601;
const DOCUMENTS = [
  { language: "python", scheme: "file" },
  { language: "python", scheme: "untitled" },
  { language: "python", scheme: "vscode-notebook-cell" },
];

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private current: Status = { state: "stopped" };
  /** Counts the starts: one that is overtaken by another gives up. */
  private turn = 0;
  private last: Promise<void> = Promise.resolve();
  private readonly changed = new vscode.EventEmitter<Status>();
  readonly onStatus = this.changed.event;

  constructor(private readonly middleware: Middleware) {}

  get status(): Status {
    return this.current;
  }

  /** Starts the server, anew where it runs already, with the interpreter that is found now. */
  async restart(): Promise<void> {
    const turn = ++this.turn;
    this.show({ state: "starting" });
    this.last = this.last.then(() => this.begin(turn));
    await this.last;
  }

  async stop(): Promise<void> {
    this.turn++;
    this.last = this.last.then(() => this.end());
    await this.last;
    this.show({ state: "stopped" });
  }

  dispose(): void {
    this.changed.dispose();
  }

  /** What is known of a line, in many lines of text; undefined where nothing is. */
  async explain(document: vscode.TextDocument, line: number): Promise<string | undefined> {
    const answer = await this.ask<{ text: string } | null>("fullgraph/explain", {
      textDocument: { uri: document.uri.toString() },
      position: { line, character: 0 },
    });
    return answer?.text;
  }

  /** What of a document can be verified. */
  async targets(document: vscode.TextDocument, token?: vscode.CancellationToken): Promise<Target[]> {
    const params = { textDocument: { uri: document.uri.toString() } };
    return (await this.ask<Target[]>("fullgraph/targets", params, token)) ?? [];
  }

  private async ask<Answer>(
    method: string,
    params: unknown,
    token = NEVER,
  ): Promise<Answer | undefined> {
    const { client } = this;
    if (client?.state !== State.Running) {
      return undefined;
    }
    try {
      return await client.sendRequest<Answer>(method, params, token);
    } catch (failure) {
      if (client !== this.client || token.isCancellationRequested) {
        return undefined; // nobody waits for it any more
      }
      const unknown = failure instanceof ResponseError && failure.code === METHOD_NOT_FOUND;
      log.warn(`${method}: ${unknown ? "this fullgraph is too old for it" : String(failure)}`);
      return undefined;
    }
  }

  private async begin(turn: number): Promise<void> {
    await this.end();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const found = await findInterpreter(folder);
    if (turn !== this.turn) {
      return;
    }
    if ("message" in found) {
      log.error(found.message);
      this.show({ state: "failed", problem: found });
      return;
    }
    const client = this.made(found, folder);
    this.client = client;
    try {
      await client.start();
      log.info(`fullgraph ${found.probed.fullgraph ?? ""} serves, of ${found.path}`);
      this.show({ state: "running", interpreter: found });
    } catch (failure) {
      log.error(`the server does not start: ${String(failure)}`);
      this.show({ state: "failed", problem: failedToStart(found.path) });
    }
  }

  private made(interpreter: Interpreter, folder: vscode.Uri | undefined): LanguageClient {
    const options: LanguageClientOptions = {
      documentSelector: DOCUMENTS,
      outputChannel: log,
      // The client's own messages of a start that fails, or of a server that ends, are ours.
      initializationFailedHandler: () => false,
      middleware: { ...this.middleware, workspace: { configuration } },
      markdown: { isTrusted: { enabledCommands: ["fullgraph.explainLine"] } },
      connectionOptions: { maxRestartCount: 4 },
    };
    const command = {
      command: interpreter.path,
      args: launched("server"),
      // In the folder, since what is said of a line names files as seen from there; nothing is imported from it.
      options: { cwd: folder?.fsPath ?? os.homedir(), env: environment() },
    };
    const client = new LanguageClient("fullgraph", "fullgraph", command, options);
    client.onDidChangeState(({ newState }) => {
      if (client !== this.client) {
        return;
      }
      if (newState === State.Running) {
        this.show({ state: "running", interpreter });
      } else if (newState === State.Stopped && this.current.state === "running") {
        this.show({ state: "failed", problem: ended(interpreter.path) });
      }
    });
    return client;
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client === undefined) {
      return;
    }
    try {
      await client.dispose(5000);
    } catch (failure) {
      log.warn(`the server did not end well: ${String(failure)}`);
    }
  }

  private show(status: Status): void {
    this.current = status;
    this.changed.fire(status);
  }
}

function configuration(params: ConfigurationParams): unknown[] {
  return params.items.map(({ scopeUri }) => {
    const scope = scopeUri === undefined ? undefined : vscode.Uri.parse(scopeUri);
    const settings = vscode.workspace.getConfiguration("fullgraph", scope);
    return told((name) => settings.inspect(name));
  });
}

function failedToStart(interpreter: string): Problem {
  return {
    message: `The server of fullgraph does not start with ${interpreter}. The log says why.`,
    remedies: ["log", "retry", "choose"],
  };
}

function ended(interpreter: string): Problem {
  return {
    message: `The server of fullgraph, run by ${interpreter}, has ended. The log says why.`,
    remedies: ["log", "retry"],
  };
}
