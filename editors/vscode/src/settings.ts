/** Which settings the server is told. */

/** Those that it knows. */
export const OF_SERVER = [
  "enable",
  "diagnosticMode",
  "delay",
  "select",
  "ignore",
  "confidence",
  "mode",
  "scope",
  "assume",
  "follow",
  "followReached",
  "torchVersion",
] as const;

/** The values of a setting, as `WorkspaceConfiguration.inspect` has them. */
export interface Inspected {
  globalValue?: unknown;
  workspaceValue?: unknown;
  workspaceFolderValue?: unknown;
}

/**
 * The settings that are set. A default is none: the server prefers what it is told to what the project's own
 * configuration says.
 */
export function told(inspect: (name: string) => Inspected | undefined): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const name of OF_SERVER) {
    const { globalValue, workspaceValue, workspaceFolderValue } = inspect(name) ?? {};
    const value = workspaceFolderValue ?? workspaceValue ?? globalValue;
    if (value !== undefined && value !== null && value !== "") {
      found[name] = value;
    }
  }
  return found;
}
