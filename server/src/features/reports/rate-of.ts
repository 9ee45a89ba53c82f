/** Returns a part as a share of the whole, rounded to four decimals. Zero when the whole is zero. */
export function rateOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 10_000
}
