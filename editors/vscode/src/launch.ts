/**
 * How fullgraph is run by an interpreter.
 *
 * Not by `-m`: that would take a folder `fullgraph`, or any module that has the name of an imported one, from the
 * folder that it runs in, and code of a workspace is only to be read.
 */
const RUN = [
  "import sys",
  "if sys.path[:1] == ['']: del sys.path[0]",
  "import runpy",
  "sys.argv[0] = 'fullgraph'",
  "runpy.run_module('fullgraph', run_name='__main__')",
].join("\n");

/** The arguments with which an interpreter runs `fullgraph ARGUMENTS`. */
export function launched(...given: string[]): string[] {
  return ["-c", RUN, ...given];
}

/** An environment for it: what it writes is UTF-8 on every platform, and comes at once. */
export function environment(): NodeJS.ProcessEnv {
  return { ...process.env, PYTHONUTF8: "1", PYTHONUNBUFFERED: "1" };
}
