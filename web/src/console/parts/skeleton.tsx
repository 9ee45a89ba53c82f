import { useEffect, useState } from 'preact/hooks'
import { useConsoleTexts } from '../texts.js'

const delayMs = 300

/** Returns whether something has lasted longer than a reader takes for immediate. */
function useDelayed(isActive: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!isActive) return
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [isActive])
  return isLate
}

/** Takes the place of rows that load. The bars appear after 300 ms; the room is there at once. */
export function SkeletonRows({ count, columns }: { count: number; columns: number }) {
  const isShown = useDelayed(true)
  return (
    <div role="rowgroup" class={`skeleton${isShown ? ' shown' : ''}`}>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} role="row" class="skeleton-row">
          {Array.from({ length: Math.min(columns, 4) }, (_unused, column) => (
            <span key={column} role="cell">
              <span class="bar" />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Takes the place of text that loads. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  const texts = useConsoleTexts().states
  const isShown = useDelayed(true)
  return (
    <div class={`skeleton skeleton-text${isShown ? ' shown' : ''}`} aria-busy="true">
      <span class="visually-hidden">{texts.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="bar" />
      ))}
    </div>
  )
}
