/** Finds the interpreter that runs fullgraph for a folder. */
import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { candidates } from "./candidates";
import { log } from "./log";
import { NO_INTERPRETER, type Problem, problemOf } from "./problem";
import { type Answer, type Probed, probe } from "./probe";
import { chosenInterpreter } from "./python";

export interface Interpreter {
  path: string;
  probed: Probed;
}

function told(answer: Answer): string {
  if ("failure" in answer) {
    return answer.failure;
  }
  const { fullgraph, missing, python, torch } = answer;
  const lacks = missing.length > 0 ? ` without ${missing.join(" and ")}` : "";
  return `Python ${python.join(".")}, fullgraph ${fullgraph ?? "not installed"}${lacks}, torch ${torch ?? "not installed"}`;
}

export async function findInterpreter(folder: vscode.Uri | undefined): Promise<Interpreter | Problem> {
  const given = candidates({
    setting: vscode.workspace.getConfiguration("fullgraph", folder).get<string>("interpreter", "").trim(),
    chosen: await chosenInterpreter(folder),
    folder: folder?.fsPath,
    trusted: vscode.workspace.isTrusted,
    platform: process.platform,
    exists: existsSync,
  });
  let first: Problem | undefined;
  for (const { interpreter, origin } of given) {
    const answer = await probe(interpreter);
    const problem = problemOf(interpreter, answer);
    log.info(`${interpreter} (${origin}): ${told(answer)}`);
    if (problem === undefined && !("failure" in answer)) {
      return { path: interpreter, probed: answer };
    }
    // That a name is not on the PATH says nothing; that the interpreter there has no fullgraph does.
    if (!(origin === "path" && "failure" in answer)) {
      first ??= problem;
    }
  }
  return first ?? NO_INTERPRETER;
}
