import type { Entry } from './entry.js'

/**
 * Requires that entries form a posting: at least one entry, none of zero, and units and dollars that add up to zero in
 * every asset.
 *
 * @throws {Error} otherwise, because that is a bug.
 */
export function requireBalanced(entries: readonly Entry[]): void {
  if (entries.length === 0) throw new Error('a posting needs entries')
  if (entries.some(({ units, usdMicros }) => units === 0n && usdMicros === 0n)) {
    throw new Error('a posting has an entry of zero')
  }

  for (const asset of new Set(entries.map((entry) => entry.asset))) {
    const own = entries.filter((entry) => entry.asset === asset)
    const units = own.reduce((sum, entry) => sum + entry.units, 0n)
    const usdMicros = own.reduce((sum, entry) => sum + entry.usdMicros, 0n)
    if (units === 0n && usdMicros === 0n) continue
    throw new Error(
      `a posting is out of balance by ${units} units and ${usdMicros} micros of ${asset}`,
    )
  }
}
