export type Range = { start: number; end: number }

/** Returns the top of every row, and the height of all as the last value. */
export function layOutRows(heights: readonly number[]): number[] {
  const tops = [0]
  let top = 0
  for (const height of heights) {
    top += height
    tops.push(top)
  }
  return tops
}

/** Returns the index of the row at a distance from the top. */
export function rowAt(tops: readonly number[], distance: number): number {
  let low = 0
  let high = Math.max(tops.length - 2, 0)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] ?? 0) <= distance) low = middle
    else high = middle - 1
  }
  return low
}

/** Rows beyond the view that are mounted too, so that a quick scroll shows no gap. */
const spareRows = 6
/** The range moves in steps, so that most frames of a scroll render nothing. */
const step = 4

/** Returns the rows to mount for a view that starts at `top`. */
export function rowsInView(
  tops: readonly number[],
  { top, height }: { top: number; height: number },
): Range {
  const count = tops.length - 1
  if (count <= 0) return { start: 0, end: 0 }
  const first = rowAt(tops, Math.max(top, 0)) - spareRows
  const last = rowAt(tops, Math.max(top + height, 0)) + 1 + spareRows
  return {
    start: Math.max(Math.floor(first / step) * step, 0),
    end: Math.min(Math.ceil(last / step) * step, count),
  }
}

/** Rows that are mounted in a frame. More would hold up the scroll. */
export const rowsPerFrame = 6

/**
 * Returns the rows to mount next on the way to a range: what is mounted of it already, and a few
 * more, first those below. After a jump it begins with the rows in view.
 */
export function approach(mounted: Range, target: Range): Range {
  const start = Math.max(mounted.start, target.start)
  const end = Math.min(mounted.end, target.end)
  if (start >= end) {
    const latest = Math.max(target.end - rowsPerFrame, target.start)
    const first = Math.min(target.start + spareRows, latest)
    return { start: first, end: Math.min(first + rowsPerFrame, target.end) }
  }
  const below = Math.min(target.end - end, rowsPerFrame)
  const above = Math.min(start - target.start, rowsPerFrame - below)
  return { start: start - above, end: end + below }
}
