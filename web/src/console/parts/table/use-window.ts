import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { approach, type Range, rowsInView, rowsPerFrame } from './windowing.js'

/** How many more rows a frame may render. The others continue in the next frame. */
export type FrameBudget = { current: number; continueLater(): void }

/**
 * Returns which rows of a list to mount while the page scrolls, and how many rows may be rendered
 * before the next frame. After a jump they come over several frames.
 */
export function useWindow(
  list: { current: HTMLElement | null },
  tops: readonly number[],
): { range: Range; budget: FrameBudget } {
  const [range, setRange] = useState<Range>({ start: 0, end: Math.min(tops.length - 1, 40) })
  const current = useRef(range)
  const frame = useRef(0)
  const isBehind = useRef(false)
  const latestTops = useRef(tops)
  latestTops.current = tops
  const update = useCallback(() => {
    frame.current = 0
    budget.current.current = rowsPerFrame
    const element = list.current
    if (!element) return
    const top = -element.getBoundingClientRect().top
    const target = rowsInView(latestTops.current, { top, height: innerHeight })
    const next = approach(current.current, target)
    if (!isSame(next, target)) request()
    if (isSame(next, current.current) && !isBehind.current) return
    isBehind.current = false
    current.current = next
    setRange(next)
  }, [])
  // Several scrolls in a frame mount the rows of one.
  const request = useCallback(() => {
    if (frame.current === 0) frame.current = requestAnimationFrame(update)
  }, [])
  const budget = useRef<FrameBudget>({
    current: rowsPerFrame,
    continueLater() {
      isBehind.current = true
      request()
    },
  })
  // In the next frame, because measuring in between would lay out the page twice.
  useLayoutEffect(request, [tops])
  useLayoutEffect(() => {
    addEventListener('scroll', request, { passive: true })
    addEventListener('resize', request)
    return () => {
      cancelAnimationFrame(frame.current)
      removeEventListener('scroll', request)
      removeEventListener('resize', request)
    }
  }, [])
  return { range, budget: budget.current }
}

const isSame = (a: Range, b: Range) => a.start === b.start && a.end === b.end
