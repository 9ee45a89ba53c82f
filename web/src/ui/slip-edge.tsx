/**
 * Begins and ends in the middle of the side borders, which is 0.09 from their outer edges, so that
 * border and edge are one line.
 */
export const slipEdge = `M.09-1V0l.91 2 1-2${'l1 2 1-2'.repeat(32)}l1 2 .91-2V-1`

/** The torn lower edge of a slip: one line that joins its side borders. Its styles: `slip.css`. */
export function SlipEdge() {
  return (
    <svg class="edge" viewBox="0 0 68 2" preserveAspectRatio="none" aria-hidden="true">
      <path d={slipEdge} />
    </svg>
  )
}
