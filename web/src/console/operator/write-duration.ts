const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** Writes a duration with its largest unit, such as "5 min". */
export function writeDuration(ms: number): string {
  const unit = units.find(([, size]) => ms >= size)
  return unit ? `${Math.round(ms / unit[1])} ${unit[0]}` : `${ms} ms`
}
