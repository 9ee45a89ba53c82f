/** Returns the middle value, or the upper of two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  return (lower + upper) / 2
}

/** Describes values by their median and spread, such as `0.82 (0.79 to 0.90)`. */
export function describeSpread(values: readonly number[], digits = 2): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`
}

/** Prints progress or figures. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
