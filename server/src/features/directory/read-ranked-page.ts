/**
 * Returns one page sorted by rating, stable within equal ratings, and the number of rated slots. A counting sort is
 * enough, because there are at most 256 ratings.
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

  // The next free position of each rating. Slots rated 0 are left out.
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
