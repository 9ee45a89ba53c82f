const teeth = 34

/** The torn lower edge of a slip: one line that joins its side borders. */
export function SlipEdge() {
  const path = Array.from({ length: teeth }, () => 'l1 2 1-2').join('')
  return (
    <svg class="edge" viewBox={`0 0 ${teeth * 2} 2`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 0${path}`} />
    </svg>
  )
}
