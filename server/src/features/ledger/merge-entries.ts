import { baseUnits, micros } from '../../lib/money.js'
import type { Entry } from './entry.js'

/** The same with one entry for each account and asset, in the order they first come; none of nothing. */
export function mergeEntries(entries: readonly Entry[]): Entry[] {
  const merged = new Map<string, Entry>()
  for (const entry of entries) {
    const name = `${entry.account} ${entry.asset}`
    const known = merged.get(name)
    merged.set(name, {
      ...entry,
      units: baseUnits((known?.units ?? 0n) + entry.units),
      usdMicros: micros((known?.usdMicros ?? 0n) + entry.usdMicros),
    })
  }
  return [...merged.values()].filter(({ units, usdMicros }) => units !== 0n || usdMicros !== 0n)
}
