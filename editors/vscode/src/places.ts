/** Lines that a text names. */

export interface Named {
  start: number;
  end: number;
  /** Undefined for the file that the text is about. */
  file: string | undefined;
  /** From 1. */
  line: number;
}

/** Each `line 12` of a text, the first of `lines 12-14`, and each `net/blocks.py:12`. */
export function linesNamed(text: string): Named[] {
  return [...text.matchAll(/\blines? (\d+)\b|([^\s():]+\.py):(\d+)\b/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    file: match[2],
    line: Number(match[1] ?? match[3]),
  }));
}

/**
 * The line, from 0, that a line of a text from before is now: where the same stands, the nearest one. Undefined where
 * it stands nowhere any more.
 */
export function lineNow(lines: readonly string[], before: number, source: string | null): number | undefined {
  if (source === null || source.trim() === "") {
    return before < lines.length ? before : undefined;
  }
  const wanted = source.trim();
  for (let distance = 0; distance < lines.length; distance++) {
    for (const line of [before - distance, before + distance]) {
      if (lines[line]?.trim() === wanted) {
        return line;
      }
    }
  }
  return undefined;
}
