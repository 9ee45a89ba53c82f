/** A burst is answered by a few leases at once and is no habit yet. */
const habit = 3

/** How many leases in a row were spent quickly, after one that lasted `spentInMs`. */
export function countHotLeases(hotLeases: number, spentInMs: number): number {
  if (spentInMs > 80) return 0
  // In between, the leases have the right size: of larger ones some would have to go back.
  return spentInMs > 40 ? hotLeases : hotLeases + 1
}

/** How many calls to lease beyond those that wait: doubles while leases are spent quickly. */
export function prefetchOf(hotLeases: number, limit: number): number {
  if (hotLeases < habit) return 0
  return Math.min(2 ** (hotLeases - habit), Math.max(1, Math.floor(limit / 20)))
}
