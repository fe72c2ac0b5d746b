/** What keeps fullgraph from running, in one message that says what to do. */
import { type Answer, OLDEST, OLDEST_PYTHON, type Probed, isOlder } from "./probe";

export type Remedy = "choose" | "install" | "log" | "retry";

export interface Problem {
  message: string;
  remedies: Remedy[];
}

export const NO_INTERPRETER: Problem = {
  message:
    "No Python interpreter was found. Choose one in the Python extension, or set fullgraph.interpreter to one that has fullgraph.",
  remedies: ["choose", "log"],
};

/** Of the answer of an interpreter; undefined where it can be used. */
export function problemOf(interpreter: string, answer: Answer): Problem | undefined {
  if ("failure" in answer) {
    return {
      message: `The Python interpreter ${interpreter} cannot be used: ${answer.failure}. Choose another one.`,
      remedies: ["choose", "log"],
    };
  }
  const [major = 0, minor = 0] = answer.python;
  if (major < OLDEST_PYTHON[0] || (major === OLDEST_PYTHON[0] && minor < OLDEST_PYTHON[1])) {
    return {
      message: `${interpreter} is Python ${answer.python.join(".")}; fullgraph needs Python ${OLDEST_PYTHON.join(".")} or newer. Choose another interpreter.`,
      remedies: ["choose", "log"],
    };
  }
  // A bare name, such as python3, does not say which one it is.
  return installed(/[\\/]/.test(interpreter) ? interpreter : answer.executable, answer);
}

function installed(interpreter: string, answer: Probed): Problem | undefined {
  if (answer.broken !== undefined) {
    return {
      message: `fullgraph cannot be imported by ${interpreter}: ${answer.broken}. Install it anew, or choose another interpreter.`,
      remedies: ["install", "choose", "log"],
    };
  }
  if (answer.fullgraph === undefined) {
    return {
      message: `fullgraph is not installed for ${interpreter}. Install it there, with its extra "server", or choose the interpreter that has it.`,
      remedies: ["install", "choose", "log"],
    };
  }
  if (isOlder(answer.fullgraph, OLDEST)) {
    return {
      message: `fullgraph ${answer.fullgraph || "of unknown version"} of ${interpreter} is too old for this extension, which needs ${OLDEST} or newer. Update it, or choose another interpreter.`,
      remedies: ["install", "choose", "log"],
    };
  }
  if (answer.missing.length > 0) {
    return {
      message: `fullgraph of ${interpreter} lacks what its language server needs: ${answer.missing.join(" and ")}. Install it with its extra "server".`,
      remedies: ["install", "choose", "log"],
    };
  }
  return undefined;
}
