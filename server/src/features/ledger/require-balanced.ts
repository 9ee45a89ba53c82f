import type { Entry } from './entry.js'

/**
 * Passes when entries make a posting: there are some, each says something, and of every asset both its units and its
 * dollars add up to zero.
 *
 * @throws {Error} otherwise, because whoever made them has a bug.
 */
export function requireBalanced(entries: readonly Entry[]): void {
  if (entries.length === 0) throw new Error('a posting needs entries')
  if (entries.some(({ units, usdMicros }) => units === 0n && usdMicros === 0n)) {
    throw new Error('an entry of nothing says nothing')
  }

  for (const asset of new Set(entries.map((entry) => entry.asset))) {
    const own = entries.filter((entry) => entry.asset === asset)
    const units = own.reduce((sum, entry) => sum + entry.units, 0n)
    const usdMicros = own.reduce((sum, entry) => sum + entry.usdMicros, 0n)
    if (units === 0n && usdMicros === 0n) continue
    throw new Error(`a posting is off by ${units} units and ${usdMicros} micros of ${asset}`)
  }
}
