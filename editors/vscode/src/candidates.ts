/** Which interpreters may have fullgraph, in the order in which they are asked. */
import * as os from "node:os";
import * as path from "node:path";

export type Origin = "setting" | "python-extension" | "workspace" | "path";

export interface Candidate {
  interpreter: string;
  origin: Origin;
}

export interface Surroundings {
  /** The setting `fullgraph.interpreter`, empty where it is not set. */
  setting: string;
  /** What is chosen in the Python extension. */
  chosen: string | undefined;
  folder: string | undefined;
  trusted: boolean;
  platform: NodeJS.Platform;
  exists: (file: string) => boolean;
}

const ENVIRONMENTS = [".venv", "venv", "env"];

/**
 * What somebody chose is taken alone, so that what is wrong with it is told. What is only guessed is asked in turn.
 * Of a workspace that is not trusted nothing is run, an interpreter in it neither.
 */
export function candidates(around: Surroundings): Candidate[] {
  if (around.setting !== "") {
    return [{ interpreter: expanded(around.setting, around.folder), origin: "setting" }];
  }
  if (around.trusted && around.chosen !== undefined) {
    return [{ interpreter: around.chosen, origin: "python-extension" }];
  }
  const found: Candidate[] = [];
  const windows = around.platform === "win32";
  if (around.trusted && around.folder !== undefined) {
    for (const name of ENVIRONMENTS) {
      const below = windows ? ["Scripts", "python.exe"] : ["bin", "python"];
      const interpreter = path.join(around.folder, name, ...below);
      if (around.exists(interpreter)) {
        found.push({ interpreter, origin: "workspace" });
      }
    }
  }
  const commands = windows ? ["python", "py"] : ["python3", "python"];
  return [...found, ...commands.map((interpreter): Candidate => ({ interpreter, origin: "path" }))];
}

/** A path as the setting gives it: with the variables that it knows, and from the workspace folder on. */
export function expanded(setting: string, folder: string | undefined): string {
  let file = setting.trim();
  if (file === "~" || file.startsWith("~/") || file.startsWith("~\\")) {
    file = path.join(os.homedir(), file.slice(1));
  }
  file = file.replaceAll("${workspaceFolder}", folder ?? "").replaceAll("${userHome}", os.homedir());
  // A bare name, such as python3.12, is looked up on the PATH.
  const isName = !file.includes("/") && !file.includes("\\");
  return path.isAbsolute(file) || isName || folder === undefined ? file : path.join(folder, file);
}
