/** Numbers in words. */

export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** A duration to three digits, in the unit that suits it. */
export function duration(seconds: number): string {
  if (seconds >= 1) {
    return `${digits(seconds)} s`;
  }
  return seconds >= 1e-3 ? `${digits(seconds * 1e3)} ms` : `${digits(seconds * 1e6)} µs`;
}

/** A part of a whole. */
export function share(part: number): string {
  const percent = part * 100;
  if (percent < 0.1) {
    return "<0.1 %";
  }
  return `${percent < 10 ? digits(percent, 2) : Math.round(percent).toString()} %`;
}

function digits(value: number, count = 3): string {
  return Number(value.toPrecision(count)).toString();
}
