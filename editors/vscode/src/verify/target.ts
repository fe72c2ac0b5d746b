/** What `fullgraph verify` can be asked to run. */

/** As the server names it. */
export interface Target {
  name: string;
  kind: "module" | "function";
  /** Of its first line, from 0. */
  line: number;
  /** What building it needs: such a class takes a factory. */
  needs: string[];
  /** What in the file gives its inputs; null where nothing does. */
  inputs: string | null;
}

/** A function that builds a class which needs arguments, to be completed by hand. */
export function factoryFor(target: Target): { name: string; text: string } {
  const name = `build_${snake(target.name)}`;
  const given = target.needs.map((one) => `${one}=...`).join(", ");
  const lines = [
    "",
    "",
    `def ${name}():`,
    `    """The target that fullgraph verify builds and calls."""`,
    `    return {"model": ${target.name}(${given}), "inputs": (...,)}`,
    "",
  ];
  return { name, text: lines.join("\n") };
}

function snake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}

/** The inputs that somebody typed: several `x=f32[8,64]`, with spaces or semicolons between them. */
export function inputsTyped(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let one = "";
  for (const letter of text) {
    depth += "[(<".includes(letter) ? 1 : "])>".includes(letter) ? -1 : 0;
    if (depth <= 0 && (letter === ";" || /\s/.test(letter))) {
      found.push(one);
      one = "";
    } else {
      one += letter;
    }
  }
  return [...found, one].map((part) => part.replace(/,$/, "")).filter((part) => part !== "");
}
