/** Of all pictures on one receipt, in characters: a page of two hundred receipts must stay a page. */
const maxLength = 65_536

/** The same lines with as many of their pictures as there is room for, the first ones first. */
export function keepSmallThumbs<Line extends { thumb: string | null }>(
  lines: readonly Line[],
): Line[] {
  let left = maxLength
  return lines.map((line) => {
    const length = line.thumb?.length ?? 0
    if (length > left) return { ...line, thumb: null }
    left -= length
    return line
  })
}
