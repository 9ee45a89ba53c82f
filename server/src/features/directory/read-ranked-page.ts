/**
 * One page of an order in which the higher rated come first and equals stay as they were, and how many are
 * rated at all. Counts instead of sorting: there are few different ratings, and a page is a small part.
 */
export function readRankedPage(
  order: Uint32Array,
  { ratings, offset, limit }: { ratings: Uint8Array; offset: number; limit: number },
): { page: number[]; total: number } {
  const counts = new Uint32Array(256)
  for (let index = 0; index < order.length; index += 1) {
    const rating = ratings[order[index] as number] as number
    counts[rating] = (counts[rating] as number) + 1
  }

  // Where the next one of each rating belongs; those rated 0 belong nowhere.
  const places = new Uint32Array(256)
  let total = 0
  for (let rating = 255; rating > 0; rating -= 1) {
    places[rating] = total
    total += counts[rating] as number
  }

  const page = new Array<number>(Math.max(0, Math.min(limit, total - offset)))
  for (let index = 0; index < order.length; index += 1) {
    const slot = order[index] as number
    const rating = ratings[slot] as number
    if (rating === 0) continue
    const place = places[rating] as number
    places[rating] = place + 1
    if (place >= offset && place - offset < page.length) page[place - offset] = slot
  }
  return { page, total }
}
