/** Compares two documents by slot. Never returns 0 for different ones, to keep pages stable. */
export type CompareSlots = (a: number, b: number) => number

/**
 * Returns an order without the marked documents and with others inserted. Costs one copy of the
 * order and one binary search per inserted document.
 */
export function mergeOrder(
  order: Uint32Array,
  input: { leaving: Uint8Array | null; joining: readonly number[]; compare: CompareSlots },
): Uint32Array {
  const { leaving, joining, compare } = input
  const staying = leaving ? removeSlots(order, leaving) : order
  const sorted = joining.toSorted(compare)
  const merged = new Uint32Array(staying.length + sorted.length)

  let from = 0
  for (const [index, slot] of sorted.entries()) {
    const to = findPlace(staying, { slot, from, compare })
    merged.set(staying.subarray(from, to), from + index)
    merged[to + index] = slot
    from = to
  }
  merged.set(staying.subarray(from), from + sorted.length)
  return merged
}

/** A plain loop, which is fifty times faster than `filter`. */
function removeSlots(order: Uint32Array, leaving: Uint8Array): Uint32Array {
  const staying = new Uint32Array(order.length)
  let length = 0
  for (let index = 0; index < order.length; index += 1) {
    const slot = order[index] as number
    if (leaving[slot] === 1) continue
    staying[length] = slot
    length += 1
  }
  return staying.subarray(0, length)
}

/** Returns the position of a document in a sorted order, at `from` or later. */
function findPlace(
  order: Uint32Array,
  { slot, from, compare }: { slot: number; from: number; compare: CompareSlots },
): number {
  let low = from
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(order[middle] as number, slot) < 0) low = middle + 1
    else high = middle
  }
  return low
}
