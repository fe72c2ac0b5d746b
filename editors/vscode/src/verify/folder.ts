/** Where a target is run, and what it is called there. */
import * as path from "node:path";

const CONFIGURATIONS = ["pyproject.toml", "fullgraph.toml"];

/**
 * The folder of the nearest configuration, whose settings are for targets by their paths from there, within the
 * workspace folder; else that folder, and for a file outside of any its own.
 */
export function folderOf(file: string, workspace: string | undefined, exists: (file: string) => boolean): string {
  const own = path.dirname(file);
  const top = workspace ?? own;
  for (let folder = own; isWithin(folder, top); folder = path.dirname(folder)) {
    if (CONFIGURATIONS.some((name) => exists(path.join(folder, name)))) {
      return folder;
    }
    if (folder === path.dirname(folder)) {
      break;
    }
  }
  return top;
}

/** `src/model.py:Net`, from that folder. */
export function targetIn(folder: string, file: string, name: string): string {
  return `${path.relative(folder, file).split(path.sep).join("/")}:${name}`;
}

function isWithin(folder: string, top: string): boolean {
  const relative = path.relative(top, folder);
  return relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
}
